"""The draws of `hawthorne.core.draws` as numpy arrays, bit for bit: many addresses at once.

Only + - * / and square roots touch the floats, in the scalar form's order, so that every element equals what the
scalar form gives at its address on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hawthorne.core import draws as scalar
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError

Keys = NDArray[np.uint64]
Floats = NDArray[np.float64]
Part = int | str | ArrayLike

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


class ManyDraws:
    """Many places in the tree of draws; `at` goes deeper in all of them. `keys` has their shape.

    >>> root = Draws.seeded(7)
    >>> many = ManyDraws.at_each(root, "subject", [1, 2, 3], "accuracy")
    >>> bool(many.uniform()[1] == root.at("subject", 2, "accuracy").uniform())
    True
    """

    __slots__ = ("keys",)

    def __init__(self, keys: Keys) -> None:
        self.keys = keys

    @classmethod
    def at_each(cls, draws: Draws, *address: Part) -> ManyDraws:
        """The draws below one place at every address that the arrays in `address` spell together (they broadcast)."""
        return cls(np.asarray(draws.key, dtype=np.uint64)).at(*address)

    def at(self, *address: Part) -> ManyDraws:
        """The draws at deeper addresses: names (str), indexes (int >= 0) and arrays of indexes."""
        keys = self.keys
        for part in address:
            keys = mix(keys, _words(part))
        return ManyDraws(keys)

    def uniform(self) -> Floats:
        """Numbers in [0, 1)."""
        return (self._drawn() >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def below(self, n: int) -> NDArray[np.int64]:
        """Whole numbers in 0 ... n-1, for n below 2**63."""
        if not 1 <= n < 2**63:
            raise UsageError(f"cannot draw below {n}: there must be at least one outcome and fewer than 2**63")
        return _high_product(self._drawn(), np.uint64(n)).astype(np.int64)

    def normal(self, mean: ArrayLike = 0.0, sd: ArrayLike = 1.0) -> Floats:
        """Normal deviates."""
        return np.asarray(mean + np.multiply(sd, normal_quantile(self._open())), dtype=np.float64)

    def exponential(self, mean: ArrayLike = 1.0) -> Floats:
        """Exponential deviates with this mean, >= 0."""
        return np.asarray(np.multiply(np.negative(mean), logarithm(self._open())), dtype=np.float64)

    def _drawn(self) -> Keys:
        return mix(self.keys, np.uint64(0))

    def _open(self) -> Floats:
        return ((self._drawn() >> np.uint64(12)).astype(np.float64) + 0.5) * 2.0**-52


def uniforms(draws: Draws, indexes: ArrayLike) -> Floats:
    """`draws.at(i).uniform()` for every index."""
    return ManyDraws.at_each(draws, indexes).uniform()


def below(draws: Draws, n: int, indexes: ArrayLike) -> NDArray[np.int64]:
    """`draws.at(i).below(n)` for every index."""
    return ManyDraws.at_each(draws, indexes).below(n)


def normals(draws: Draws, indexes: ArrayLike, mean: ArrayLike = 0.0, sd: ArrayLike = 1.0) -> Floats:
    """`draws.at(i).normal(mean, sd)` for every index."""
    return ManyDraws.at_each(draws, indexes).normal(mean, sd)


def mix(keys: Keys, words: Keys | np.uint64) -> Keys:
    """One step of many addresses: the finaliser of SplitMix64 over keys and words, which broadcast."""
    with np.errstate(over="ignore"):
        z = keys + np.uint64(scalar.GOLDEN) * (words + np.uint64(1))
        z = (z ^ (z >> np.uint64(30))) * np.uint64(scalar.MIX_1)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(scalar.MIX_2)
        return np.asarray(z ^ (z >> np.uint64(31)), dtype=np.uint64)


def logarithm(x: ArrayLike) -> Floats:
    """The natural logarithm of x > 0, as `hawthorne.core.draws.logarithm` has it."""
    m, e = np.frexp(np.asarray(x, dtype=np.float64))
    small = m < scalar.ROOT_HALF
    m = np.where(small, m * 2.0, m)
    s = (m - 1.0) / (m + 1.0)
    square = s * s
    total = np.zeros_like(s)
    for coefficient in reversed(scalar.ODD):
        total = total * square + coefficient
    return np.asarray(2.0 * s * total + (e - small) * scalar.LN2, dtype=np.float64)


def normal_quantile(p: ArrayLike) -> Floats:
    """The standard normal quantile of p in (0, 1), by AS 241, as `hawthorne.core.draws.normal_quantile` has it."""
    p = np.asarray(p, dtype=np.float64)
    q = p - 0.5
    near = np.abs(q) <= 0.425
    r = np.sqrt(-logarithm(np.where(q < 0.0, p, 1.0 - p)))
    middle = r <= 5.0
    tail = np.where(
        middle,
        _ratio(np.where(middle, r - 1.6, 0.0), scalar.MIDDLE_C, scalar.MIDDLE_D),
        _ratio(np.where(middle, 0.0, r - 5.0), scalar.TAIL_E, scalar.TAIL_F),
    )
    central = q * _ratio(0.180625 - q * q, scalar.CENTRE_A, scalar.CENTRE_B)
    return np.asarray(np.where(near, central, np.where(q < 0.0, -tail, tail)), dtype=np.float64)


def _ratio(x: Floats, above: Sequence[float], below: Sequence[float]) -> Floats:
    top, bottom = np.zeros_like(x), np.zeros_like(x)
    for a, b in zip(reversed(above), reversed(below), strict=True):
        top, bottom = top * x + a, bottom * x + b
    return np.asarray(top / bottom, dtype=np.float64)


def _high_product(a: Keys, n: np.uint64) -> Keys:
    """The upper 64 bits of a * n, by halves of 32 bits."""
    with np.errstate(over="ignore"):
        a_low, a_high = a & _LOW, a >> _HALF
        n_low, n_high = n & _LOW, n >> _HALF
        middle = a_high * n_low + ((a_low * n_low) >> _HALF)
        cross = a_low * n_high + (middle & _LOW)
        return np.asarray(a_high * n_high + (middle >> _HALF) + (cross >> _HALF), dtype=np.uint64)


def _words(part: Part) -> Keys | np.uint64:
    if isinstance(part, str):
        return np.uint64(scalar.name_word(part))
    if isinstance(part, int):
        return np.uint64(part & scalar.MASK)
    words = np.asarray(part)
    if not np.issubdtype(words.dtype, np.integer):
        raise UsageError(f"an address is made of names and whole numbers, not of {words.dtype} values")
    return words.astype(np.uint64)
