"""One line of the table, and the measuring of it: the median of several repeats."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, NamedTuple


class Spread(NamedTuple):
    """What several repeats gave."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        return cls(median(values), min(values), max(values))


@dataclass(frozen=True, slots=True)
class Row:
    """A measured quantity.

    `aim` is what it should reach: at least, or at most where `at_most`; None where nothing is aimed at. `peer` is how
    many times better this is than another program's figure, which `note` names.
    """

    subject: str
    what: str
    value: Spread
    unit: str
    aim: float | None = None
    at_most: bool = False
    peer: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the aim is reached; None where there is none."""
        if self.aim is None:
            return None
        return self.value.median <= self.aim if self.at_most else self.value.median >= self.aim

    def as_json(self) -> dict[str, Any]:
        """Every part, and whether the aim is met."""
        return {**asdict(self), "value": self.value._asdict(), "met": self.met}


def seconds(action: Callable[[], object], repeats: int, clock: Callable[[], float] = time.process_time) -> list[float]:
    """How long an action takes, in each of several repeats after one that is not counted. The clock counts the
    processor's seconds of this process, so that other programs on the machine count less."""
    action()
    found = []
    for _ in range(repeats):
        gc.collect()
        start = clock()
        action()
        found.append(clock() - start)
    return found


def rate(count: float, taken: list[float]) -> Spread:
    """So many things in each of these times, a second."""
    return Spread.of([count / each for each in taken])
