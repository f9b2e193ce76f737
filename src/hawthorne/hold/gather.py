"""Receipts: what came of a shard in whole numbers, so that any cut of a run adds up to the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

STATUSES = ("ended", "stuck", "failed")


class Shard(NamedTuple):
    """Cases `low` to `high`, played one after the other into one part."""

    low: int
    high: int

    @property
    def cases(self) -> int:
        return self.high - self.low + 1


class Outcome(NamedTuple):
    """What came of a shard: its receipt, and its lines where they are not in a file."""

    shard: Shard
    receipt: Mapping[str, int]
    lines: bytes | None = None


def tally() -> dict[str, int]:
    """The counts of no case at all: cases, and cases by status."""
    return dict.fromkeys(("cases", *STATUSES), 0)


def count(counts: dict[str, int], status: str) -> None:
    """Count a case that ended so."""
    counts["cases"] += 1
    counts[status] += 1


def merge(receipts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The sum of receipts, in any order.

    >>> merge([{"cases": 2, "ended": 2}, {"cases": 1, "ended": 0}])["cases"]
    3
    """
    total: dict[str, int] = tally()
    for receipt in receipts:
        for key, value in receipt.items():
            total[key] = total.get(key, 0) + value
    return total


def statuses(total: Mapping[str, int]) -> dict[str, int]:
    """Cases by status, as a run's header has them."""
    return {status: total[status] for status in STATUSES}


def cut(cases: int, size: int, taken: Iterable[Shard] = ()) -> list[Shard]:
    """The shards of at most `size` cases that cover 1 ... `cases` without those that are taken.

    >>> [tuple(shard) for shard in cut(7, 3)]
    [(1, 3), (4, 6), (7, 7)]
    >>> [tuple(shard) for shard in cut(7, 3, [Shard(2, 5)])]
    [(1, 1), (6, 7)]
    """
    shards = []
    low = 1
    for used in [*sorted(taken), Shard(cases + 1, cases + 1)]:
        while low < used.low:
            high = min(low + size - 1, used.low - 1)
            shards.append(Shard(low, high))
            low = high + 1
        low = max(low, used.high + 1)
    return shards


def shard_size(cases: int, workers: int) -> int:
    """A sensible number of cases a shard: about eight shards a worker, at most 1,000 cases each, but never more than
    100,000 shards.

    >>> shard_size(40, 1), shard_size(100_000, 4), shard_size(10**10, 4)
    (5, 1000, 100000)
    """
    return max(1, min(1000, -(-cases // (8 * workers))), -(-cases // 100_000))
