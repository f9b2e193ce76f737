"""Comparing two runs: are their records the same, where do they part, and what was different about the runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any

from hawthorne.core.record import Record
from hawthorne.records.header import Header
from hawthorne.records.line import encode
from hawthorne.records.run import Run

CIRCUMSTANCES = ("hawthorne", "executor", "host", "started", "resumed", "finished")
"""The facts of a header that no record depends on."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The first line that differs, by its case and number in the case; None for a run that has ended before."""

    case: int
    n: int
    one: str | None
    two: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a comparison came to. `counts` has the numbers of lines of each kind in both runs, where there are any;
    `facts` the header's facts that differ and that records can depend on, `circumstances` the others."""

    first: Parting | None
    counts: Mapping[str, tuple[int, int]]
    facts: Mapping[str, tuple[Any, Any]]
    circumstances: Mapping[str, tuple[Any, Any]]

    @property
    def same(self) -> bool:
        """Whether the records are the same, byte for byte."""
        return self.first is None

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines each run has."""
        return sum(one for one, _ in self.counts.values()), sum(two for _, two in self.counts.values())

    def as_json(self) -> dict[str, Any]:
        """The comparison's form in the `--json` envelope."""
        return {
            "same": self.same,
            "lines": list(self.lines),
            "first": None if self.first is None else asdict(self.first),
            "counts": {kind: list(pair) for kind, pair in self.counts.items()},
            "facts": {name: list(pair) for name, pair in self.facts.items()},
            "circumstances": {name: list(pair) for name, pair in self.circumstances.items()},
        }


def compare(one: Run, two: Run) -> Comparison:
    """Compare two runs, line by line, without holding either in memory."""
    first: Parting | None = None
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for left, right in zip_longest(one.records(), two.records()):
        if left is not None:
            counts[0][left.what] += 1
        if right is not None:
            counts[1][right.what] += 1
        if first is None and _text(left) != _text(right):
            first = _parting(left, right)
    kinds = {kind: (counts[0][kind], counts[1][kind]) for kind in sorted(counts[0] | counts[1])}
    differing = _differing(one.header, two.header)
    return Comparison(
        first,
        kinds,
        {name: pair for name, pair in differing.items() if name not in CIRCUMSTANCES},
        {name: pair for name, pair in differing.items() if name in CIRCUMSTANCES},
    )


def _parting(left: Record | None, right: Record | None) -> Parting:
    case, n = min((record.case, record.n) for record in (left, right) if record is not None)
    return Parting(case, n, _text(left), _text(right))


def _text(record: Record | None) -> str | None:
    return None if record is None else encode(record).decode("utf-8").rstrip()


def _differing(one: Header, two: Header) -> dict[str, tuple[Any, Any]]:
    left, right = asdict(one), asdict(two)
    return {name: (left[name], right[name]) for name in left if left[name] != right[name]}
