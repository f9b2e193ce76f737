"""A polynomial hash of texts that rolls: all windows of one length in one pass (Karp & Rabin 1987).

The hash of c1 ... cn is the sum of (c_i + 1) * BASE^(n - i) modulo 2^61 - 1, c_i being code points.
"""

from __future__ import annotations

from collections.abc import Collection

MODULUS = (1 << 61) - 1
BASE = 0x9E3779B97F4A7C15 % MODULUS
"""The golden ratio in 64 bits, as in splitmix64: any large number without structure would do."""


def rolled(text: str) -> int:
    """The hash of a text.

    >>> rolled("") == 0, rolled("a"), rolled("ab") == (98 * BASE + 99) % MODULUS
    (True, 98, True)
    """
    value = 0
    for letter in text:
        value = (value * BASE + ord(letter) + 1) % MODULUS
    return value


def windows(text: str, length: int, wanted: Collection[int]) -> list[tuple[int, int]]:
    """The windows of a length whose hash is wanted: (start, hash), from left to right.

    >>> windows("abcabc", 2, {rolled("bc")}) == [(1, rolled("bc")), (4, rolled("bc"))]
    True
    """
    if length < 1 or length > len(text) or not wanted:
        return []
    codes = [ord(letter) + 1 for letter in text]
    leaving = pow(BASE, length, MODULUS)
    value = 0
    for code in codes[:length]:
        value = (value * BASE + code) % MODULUS
    found = [(0, value)] if value in wanted else []
    for start, (old, new) in enumerate(zip(codes, codes[length:], strict=False), 1):
        value = (value * BASE + new - old * leaving) % MODULUS
        if value in wanted:
            found.append((start, value))
    return found
