"""Sums over a run's trials, subject by subject: what every estimate of a report starts from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hawthorne.core.document import Table

Row = Mapping[str, Any]


class Sums:
    """One subject's trials of one cell: counts, and the sum of response times in seconds."""

    __slots__ = ("answered", "correct", "missed", "scored", "timed", "total", "trials")

    def __init__(self) -> None:
        self.trials = self.answered = self.missed = self.scored = self.correct = self.timed = 0
        self.total = 0.0

    def add(self, row: Row) -> None:
        """Take a row of the `trials` table."""
        self.trials += 1
        if row["outcome"] == "answered":
            self.answered += 1
        elif row["outcome"] in ("missed", "late"):
            self.missed += 1
        if row["correct"] is not None:
            self.scored += 1
            self.correct += row["correct"]
        if row["response_time"] is not None:
            self.timed += 1
            self.total += row["response_time"]


Subjects = dict[tuple[int, int], Sums]
"""Sums by subject: its case and its number."""


class Cell(NamedTuple):
    """Trials that belong together; `arm` is "" where there is none."""

    task: str
    condition: str
    arm: str


@dataclass
class Cells:
    """Every cell of the `trials` table, each by subject, in the order of first appearance."""

    sums: dict[Cell, Subjects] = field(default_factory=dict)

    def of(self, **parts: str) -> dict[tuple[int, int], list[Sums]]:
        """The sums of all cells with these parts, by subject."""
        found: dict[tuple[int, int], list[Sums]] = defaultdict(list)
        for cell, subjects in self.sums.items():
            if all(getattr(cell, name) == part for name, part in parts.items()):
                for subject, sums in subjects.items():
                    found[subject].append(sums)
        return found

    def values(self, part: str, **parts: str) -> list[str]:
        """The different values of a part among the cells with these parts."""
        cells = (cell for cell in self.sums if all(getattr(cell, name) == value for name, value in parts.items()))
        return list(dict.fromkeys(getattr(cell, part) for cell in cells))


def collect(trials: Table, arms: Sequence[str]) -> Cells:
    """Sum up the `trials` table; `arms` are the columns whose values together name the arm."""
    cells = Cells()
    for row in trials.rows:
        cell = Cell(row["task"], shown(row), arm_of(row, arms))
        subjects = cells.sums.setdefault(cell, {})
        add(subjects, row)
    return cells


def add(subjects: Subjects, row: Row) -> None:
    """Add a trial to the sums of its subject."""
    subject = (row["case"], row["subject"])
    sums = subjects.get(subject)
    if sums is None:
        sums = subjects[subject] = Sums()
    sums.add(row)


def shown(row: Row) -> str:
    """A trial's condition as a reader calls it: `2-back Match` where the trial has a load.

    >>> shown({"condition": "Match", "load": 2}), shown({"condition": "BX", "load": None})
    ('2-back Match', 'BX')
    """
    condition = row["condition"] or "–"
    return condition if row["load"] is None or condition == "BurnIn" else f"{row['load']}-back {condition}"


def arm_of(row: Row, arms: Iterable[str]) -> str:
    """The arm of a row: the values of its arm columns, joined."""
    return " × ".join(str(row[arm] or "–") for arm in arms)
