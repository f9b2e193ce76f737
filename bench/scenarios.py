"""How long a scenario takes, in this process and against a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.row import Row, Spread
from hawthorne.evals.playing import run

SUITE = Path(__file__).parents[1] / "examples" / "scenarios"


def _medians(repeats: int, isolated: bool) -> Spread:
    """The median over the suite, in each of several plays of it; the first of a server, which starts it, does not
    count."""
    found = []
    for _ in range(repeats):
        results = run(SUITE, isolated=isolated).results
        found.append(median(result.duration_ms for result in results[1:]))
    return Spread.of(found)


def rows(quick: bool) -> Iterator[Row]:
    """The whole suite, several times."""
    repeats = 2 if quick else 5
    count = len(list(SUITE.glob("*.scenario.json")))
    note = f"median over {count} scenarios"
    yield Row("scenarios", "a scenario, in process", _medians(repeats, False), "ms", 50, at_most=True, note=note)
    note = "one server process, a fresh data folder each"
    yield Row("scenarios", "a scenario, isolated", _medians(repeats, True), "ms", 1500, at_most=True, note=note)
