"""Randomness as an address: every draw is a pure function of a seed and a path of names and indexes.

There is no generator to advance, so nothing depends on order, on threads, on how a cohort was cut, or on a draw
added elsewhere. The one rule: never draw twice at one address.

A name is hashed once (blake2b, 8 bytes; Aumasson et al. 2013) and an index is used as it is; both are mixed into the
key with the finaliser of SplitMix64 (Steele, Lea & Flood 2014). `hawthorne.measure.arrays` has the same draws as numpy
arrays, bit for bit, which is why normals and exponentials use + - * / and square roots alone: the machine's `log` and
`exp` differ in the last bit between libraries.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from hawthorne.core.errors import UsageError

T = TypeVar("T")

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
_NAME_TAG = 0xD6E8FEB86659FD93  # keeps the name "7" and the index 7 apart even if their words met
_UNIT = 2.0**-53


def mix(key: int, word: int) -> int:
    """One step of an address: SplitMix64's finaliser over key and word, 64 bits unsigned.

    >>> mix(0, 0) == mix(0, 0) != mix(0, 1)
    True
    """
    z = (key + GOLDEN * (word + 1)) & MASK
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


@lru_cache(maxsize=65536)
def name_word(name: str) -> int:
    """The 64-bit word of a name in an address."""
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8"), digest_size=8).digest(), "big") ^ _NAME_TAG


def unit(key: int, word: int) -> float:
    """The uniform one word below a key, in one step: for the hot paths.

    >>> unit(7, name_word("miss")) == Draws(7).at("miss").uniform()
    True
    """
    z = (key + GOLDEN * (word + 1)) & MASK
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    z = ((z ^ (z >> 31)) + GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return ((z ^ (z >> 31)) >> 11) * _UNIT


class Draws:
    """A place in the tree of draws; `at` goes deeper, the other methods draw here.

    >>> root = Draws.seeded(7)
    >>> root.at("subject", 17).uniform() == root.at("subject").at(17).uniform()
    True
    >>> 0.0 <= root.at("x").uniform() < 1.0
    True
    """

    __slots__ = ("key",)

    def __init__(self, key: int) -> None:
        self.key = key

    @classmethod
    def seeded(cls, seed: int | str) -> Draws:
        """The root of a run's draws; a whole number and its text are the same seed."""
        return cls(name_word(f"seed:{seed}"))

    def at(self, *address: int | str) -> Draws:
        """The draws at a deeper address: names (str) and indexes (int >= 0)."""
        key = self.key
        for part in address:
            key = mix(key, part if part.__class__ is int else name_word(part))
        return Draws(key)

    def uniform(self) -> float:
        """A number in [0, 1): the key's upper 53 bits."""
        return (mix(self.key, 0) >> 11) * _UNIT

    def below(self, n: int) -> int:
        """A whole number in 0 ... n-1, by multiplication (Lemire 2019); its bias is below n / 2**64."""
        if n < 1:
            raise UsageError(f"cannot draw below {n}: there must be at least one outcome")
        return (mix(self.key, 0) * n) >> 64

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher-Yates from the end; swap i draws at address i below this one).

        >>> sorted(Draws.seeded(1).shuffled([3, 1, 2]))
        [1, 2, 3]
        """
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = (mix(mix(self.key, i), 0) * (i + 1)) >> 64
            result[i], result[j] = result[j], result[i]
        return result

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """k of the items without replacement, in random order."""
        if not 0 <= k <= len(items):
            raise UsageError(f"cannot sample {k} of {len(items)} items without replacement")
        return self.shuffled(items)[:k]

    def normal(self, mean: float = 0.0, sd: float = 1.0) -> float:
        """A normal deviate: `normal_quantile` of a uniform that is never 0 or 1."""
        return mean + sd * normal_quantile(open_unit(self.key))

    def exponential(self, mean: float = 1.0) -> float:
        """An exponential deviate with this mean, >= 0."""
        return -mean * logarithm(open_unit(self.key))


def open_unit(key: int) -> float:
    """A uniform in (0, 1), symmetric about one half: the middle of one of 2**52 cells."""
    return ((mix(key, 0) >> 12) + 0.5) * 2.0**-52


LN2 = 0.6931471805599453
ROOT_HALF = 0.7071067811865476
ODD = tuple(1.0 / k for k in range(1, 26, 2))


def logarithm(x: float) -> float:
    """The natural logarithm of x > 0 in + - * / alone: ln m = 2 artanh((m - 1)/(m + 1)), m in [1/sqrt 2, sqrt 2).

    Thirteen terms of the series leave a relative error of about 1e-15 (checked against `math.log`).

    >>> abs(logarithm(10.0) - math.log(10.0)) < 1e-14
    True
    """
    m, e = math.frexp(x)
    if m < ROOT_HALF:
        m, e = m * 2.0, e - 1
    s = (m - 1.0) / (m + 1.0)
    q = s * s
    c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12 = ODD
    high = (((((c12 * q + c11) * q + c10) * q + c9) * q + c8) * q + c7) * q + c6
    total = (((((high * q + c5) * q + c4) * q + c3) * q + c2) * q + c1) * q + c0
    return 2.0 * s * total + e * LN2


# Coefficients of algorithm AS 241, PPND16 (Wichura 1988, Applied Statistics 37, 477-484); accuracy about 1e-16.
CENTRE_A = (
    3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
    4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3,
)  # fmt: skip
CENTRE_B = (
    1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
    2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3,
)  # fmt: skip
MIDDLE_C = (
    1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
    1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
)  # fmt: skip
MIDDLE_D = (
    1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
)  # fmt: skip
TAIL_E = (
    6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
    2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
)  # fmt: skip
TAIL_F = (
    1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
)  # fmt: skip


def _ratio(x: float, above: Sequence[float], below: Sequence[float]) -> float:
    a0, a1, a2, a3, a4, a5, a6, a7 = above
    b0, b1, b2, b3, b4, b5, b6, b7 = below
    top = ((((((a7 * x + a6) * x + a5) * x + a4) * x + a3) * x + a2) * x + a1) * x + a0
    return top / (((((((b7 * x + b6) * x + b5) * x + b4) * x + b3) * x + b2) * x + b1) * x + b0)


def normal_quantile(p: float) -> float:
    """The standard normal quantile of p in (0, 1), by AS 241.

    >>> round(normal_quantile(0.975), 12)
    1.95996398454
    """
    q = p - 0.5
    if abs(q) <= 0.425:
        return q * _ratio(0.180625 - q * q, CENTRE_A, CENTRE_B)
    r = math.sqrt(-logarithm(p if q < 0.0 else 1.0 - p))
    value = _ratio(r - 1.6, MIDDLE_C, MIDDLE_D) if r <= 5.0 else _ratio(r - 5.0, TAIL_E, TAIL_F)
    return -value if q < 0.0 else value


class Permutation:
    """An addressed permutation of 0 ... n-1 with O(1) look-up: a Feistel network walked until it lands inside.

    Six rounds over the smallest even number of bits that holds n (cycle walking: Black & Rogaway 2002).

    >>> p = Permutation(Draws.seeded(7).at("order"), 10)
    >>> sorted(p[i] for i in range(10)) == list(range(10))
    True
    """

    __slots__ = ("_half", "_keys", "_mask", "n")

    def __init__(self, draws: Draws, n: int) -> None:
        if n < 1:
            raise UsageError(f"cannot permute {n} items")
        self.n = n
        self._half = max(1, ((n - 1).bit_length() + 1) // 2)
        self._mask = (1 << self._half) - 1
        self._keys = tuple(mix(draws.key, i) for i in range(6))

    def __getitem__(self, i: int) -> int:
        if not 0 <= i < self.n:
            raise IndexError(i)
        while True:
            i = self._once(i)
            if i < self.n:
                return i

    def _once(self, i: int) -> int:
        left, right = i >> self._half, i & self._mask
        for key in self._keys:
            left, right = right, left ^ (mix(key, right) & self._mask)
        return (left << self._half) | right
