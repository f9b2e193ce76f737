"""A polynomial hash of texts that rolls: all windows of one length in one pass (Karp & Rabin 1987).

The hash of c1 ... cn is the sum of (c_i + 1) * BASE^(n - i) modulo 2^61 - 1, c_i being code points.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

MODULUS = (1 << 61) - 1
BASE = 0x9E3779B97F4A7C15 % MODULUS
"""The golden ratio in 64 bits, as in splitmix64: any large number without structure would do."""

_LOW31, _LOW30 = (1 << 31) - 1, (1 << 30) - 1


def rolled(text: str) -> int:
    """The hash of a text.

    >>> rolled("") == 0, rolled("a"), rolled("ab") == (98 * BASE + 99) % MODULUS
    (True, 98, True)
    """
    value = 0
    for letter in text:
        value = (value * BASE + ord(letter) + 1) % MODULUS
    return value


class Rolled:
    """The hashes of all beginnings of a text, from which those of all its windows follow.

    >>> Rolled("abcabc").windows(2, {rolled("bc")}) == [(1, rolled("bc")), (4, rolled("bc"))]
    True
    """

    def __init__(self, text: str) -> None:
        import numpy as np

        value = 0
        beginnings = [0]
        for letter in text:
            value = (value * BASE + ord(letter) + 1) % MODULUS
            beginnings.append(value)
        self._beginnings = np.array(beginnings, dtype=np.uint64)

    def windows(
        self, length: int, wanted: Collection[int], low: int = 0, high: int | None = None
    ) -> list[tuple[int, int]]:
        """The windows of a length among the characters `low` ... `high` whose hash is wanted: (start, hash)."""
        import numpy as np

        found = self._beginnings[low : None if high is None else high + 1]
        if length < 1 or length >= len(found) or not wanted:
            return []
        hashes = found[length:] + np.uint64(MODULUS) - _times(found[:-length], pow(BASE, length, MODULUS))
        hashes = np.where(hashes >= MODULUS, hashes - np.uint64(MODULUS), hashes)
        starts = np.flatnonzero(np.isin(hashes, np.array(sorted(wanted), dtype=np.uint64)))
        return [(low + int(start), int(hashes[start])) for start in starts]


def _times(values: Any, factor: int) -> Any:
    """Values below 2^61 times a factor below 2^61, modulo 2^61 - 1, in 64 bits: products of halves of 31 and 30 bits,
    whose parts beyond bit 61 come back at the bottom."""
    import numpy as np

    u64 = np.uint64
    up, down = values >> u64(31), values & u64(_LOW31)
    factor_up, factor_down = u64(factor >> 31), u64(factor & _LOW31)
    middle = down * factor_up + up * factor_down
    total = up * factor_up * u64(2) + (middle >> u64(30)) + ((middle & u64(_LOW30)) << u64(31)) + down * factor_down
    total = (total >> u64(61)) + (total & u64(MODULUS))
    return np.where(total >= MODULUS, total - u64(MODULUS), total)
