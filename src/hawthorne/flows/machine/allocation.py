"""Random allocation to arms: simple, block, alternation and minimization.

The draw recipe and its algorithms are shared with other implementations of study flows, so that one seed deals the
same arms everywhere: `uniform` is 32-bit FNV-1a over the key's UTF-8 bytes (Fowler, Noll & Vo), fed as the seed of one
step of mulberry32 (Ettinger 2017).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

MASK = 0xFFFFFFFF
FAVOURED = 0.8
"""The probability with which minimization takes a least imbalanced arm (Pocock & Simon 1975)."""


def fnv1a(text: str) -> int:
    """The 32-bit FNV-1a hash of a text's UTF-8 bytes.

    >>> hex(fnv1a("7:Arm:1:1"))
    '0x73133972'
    """
    value = 0x811C9DC5
    for byte in text.encode("utf-8"):
        value = ((value ^ byte) * 0x01000193) & MASK
    return value


def uniform(key: str) -> float:
    """The draw at a key, in [0, 1).

    >>> uniform("7:Arm:1:1"), uniform("7:Arm:2:1"), uniform("42:Gate:1:1")
    (0.35999585571698844, 0.6176558609586209, 0.002485674573108554)
    """
    a = (fnv1a(key) + 0x6D2B79F5) & MASK
    t = ((a ^ (a >> 15)) * (a | 1)) & MASK
    t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & MASK)) & MASK
    return ((t ^ (t >> 14)) & MASK) / 2**32


@dataclass(frozen=True, slots=True)
class Allocation:
    """A random gateway's rule: one weight an arm, in document order; `factors` are what `stratifyBy` cites."""

    gateway: str
    algorithm: str
    weights: tuple[int, ...]
    block_size: int
    factors: tuple[str, ...] = ()
    in_loop: bool = False

    @property
    def counts_others(self) -> bool:
        """Whether earlier participants count, so that cases must run in order."""
        return bool(self.factors) and self.algorithm in ("block", "alternation", "minimization")


def simple(u: float, weights: Sequence[int]) -> int:
    """The arm of a simple draw: each with a probability in proportion to its weight.

    >>> [simple(u, (2, 1)) for u in (0.0, 0.6, 0.7)]
    [0, 0, 1]
    """
    if len(set(weights)) == 1:
        return math.floor(u * len(weights))
    aim, total = u * sum(weights), 0
    for arm, weight in enumerate(weights):
        total += weight
        if total > aim:
            return arm
    return len(weights) - 1


@lru_cache(maxsize=4096)
def block(seed: str, sequence: str, number: int, weights: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Block `number` (from 0) of a sequence: each arm in its share, shuffled.

    >>> block("7", "Arm@1", 0, (1, 1), 4), block("7", "Arm@1", 1, (1, 1), 4)
    ((0, 1, 1, 0), (1, 1, 0, 0))
    """
    share = size // sum(weights)
    arms = [arm for arm, weight in enumerate(weights) for _ in range(share * weight)]
    for i in range(len(arms) - 1, 0, -1):
        j = math.floor(uniform(f"{seed}:{sequence}:block{number}:{i}") * (i + 1))
        arms[i], arms[j] = arms[j], arms[i]
    return tuple(arms)


def alternating(n: int, weights: Sequence[int]) -> int:
    """The arm of place n (from 1) when arms take turns, each as many in a row as its weight.

    >>> [alternating(n, (2, 1)) for n in range(1, 7)]
    [0, 0, 1, 0, 0, 1]
    """
    place = (n - 1) % sum(weights)
    for arm, weight in enumerate(weights):
        place -= weight
        if place < 0:
            return arm
    raise AssertionError("a place lies within the weights' sum")


def minimizing(u: float, arms: int, counts: Sequence[Sequence[int]]) -> int:
    """Pocock and Simon's minimization by range, equal arms.

    `counts[f][a]` is how many earlier participants of this one's level of factor f are in arm a.

    >>> minimizing(0.1, 2, [[3, 1]]), minimizing(0.9, 2, [[3, 1]]), minimizing(0.9, 2, [[1, 1]])
    (1, 0, 1)
    """
    sums = []
    for arm in range(arms):
        total = 0
        for row in counts:
            after = [count + (other == arm) for other, count in enumerate(row)]
            total += max(after) - min(after)
        sums.append(total)
    least = [arm for arm in range(arms) if sums[arm] == min(sums)]
    others = [arm for arm in range(arms) if sums[arm] != min(sums)]
    if not others:
        return least[math.floor(u * len(least))]
    if u < FAVOURED:
        return least[math.floor(u / FAVOURED * len(least))]
    return others[math.floor((u - FAVOURED) / (1 - FAVOURED) * len(others))]


def allocate(
    rule: Allocation,
    seed: str,
    participant: int,
    visit: int,
    levels: Mapping[str, str],
    strata: MutableMapping[str, int],
) -> tuple[int, float]:
    """The arm (from 0) of a participant's visit, and the uniform draw behind it.

    `levels` are this participant's levels of the factors; `strata` counts earlier participants by key and is updated
    (it is what one case hands to the next).
    """
    u = uniform(f"{seed}:{rule.gateway}:{participant}:{visit}")
    if rule.algorithm == "simple":
        return simple(u, rule.weights), u
    if rule.algorithm == "minimization":
        return _minimize(rule, u, levels, strata), u
    if rule.in_loop:
        sequence, n = f"{rule.gateway}#{participant}", visit
    else:
        sequence, n = f"{rule.gateway}@{visit}", participant
    if rule.factors:
        sequence += "/" + ",".join(f"{factor}={levels[factor]}" for factor in rule.factors)
        n = strata.get(sequence, 0) + 1
        strata[sequence] = n
    if rule.algorithm == "alternation":
        return alternating(n, rule.weights), u
    number, place = divmod(n - 1, rule.block_size)
    return block(seed, sequence, number, rule.weights, rule.block_size)[place], u


def _minimize(rule: Allocation, u: float, levels: Mapping[str, str], strata: MutableMapping[str, int]) -> int:
    arms = len(rule.weights)

    def key(factor: str, arm: int) -> str:
        return f"{rule.gateway}/{factor}={levels[factor]}/{arm}"

    counts = [[strata.get(key(factor, arm), 0) for arm in range(arms)] for factor in rule.factors]
    arm = minimizing(u, arms, counts)
    for factor in rule.factors:
        strata[key(factor, arm)] = strata.get(key(factor, arm), 0) + 1
    return arm
