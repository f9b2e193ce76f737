"""How often the demo's recovered intervals hold what was planted: `python -m bench.recovery --seeds 200`.

The demo study is played once a seed at each between-subject spread of accuracy (SD in logits); its own recovery table
says which 95 % intervals hold the planted value. Intervals of one run share their subjects, so the Monte-Carlo error
of a figure is taken over seeds, not over intervals.
"""

from __future__ import annotations

import argparse
import math
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from itertools import product
from typing import NamedTuple

from hawthorne import facade
from hawthorne.core.document import Document, Source
from hawthorne.flows.kind import FlowKind
from hawthorne.reports.recovery import NAMES, recovery

STUDY = "ax_nback.studyflow.yaml"
PLANTED_SPREAD = "spread: {accuracy: 0.4,"
SPREADS = (0.0, 0.8)
KINDS = {
    "accuracy": "accuracy",
    "effect": "effect of the prompt",
    "missed": "share missed",
    "responseTime": "response time (s)",
    "absent": "share absent",
}
"""The report's quantities, in the words of these tables."""


class Interval(NamedTuple):
    """One planted value in one run; `error` is what was recovered less what was planted."""

    spread: float
    seed: int
    what: str
    cell: str
    inside: bool
    error: float


class Figure(NamedTuple):
    """How many of some intervals held the truth, the standard error of that share over seeds, and the mean error of
    the estimates with its own."""

    intervals: int
    covered: float
    covered_error: float
    bias: float
    bias_error: float


def demo(spread: float) -> Document:
    """The demo study with another spread of accuracy."""
    text = files("hawthorne.demo").joinpath(STUDY).read_text("utf-8")
    if PLANTED_SPREAD not in text:
        raise SystemExit(f'the demo study no longer says "{PLANTED_SPREAD}": say here how it plants its spread')
    text = text.replace(PLANTED_SPREAD, f"spread: {{accuracy: {spread},")
    return FlowKind().read(Source(STUDY, text.encode()))


def recovered(spread: float, seed: int) -> list[Interval]:
    """The recovery tables of one run; an interval that could not be made holds nothing."""
    plan = facade.plan(demo(spread), seed=seed)
    tables = facade.tables(facade.run(plan))
    truths = plan.program.truths(tables["trials"].rows, plan.actors)
    kinds = {caption: kind for kind, caption in NAMES.items()}
    found = []
    for table in recovery(tables, truths).tables:
        for row in table.rows:
            cell = " ".join(str(row[part]) for part in ("instrument", "condition", "prompt", "step") if row[part])
            error = row["recovered"].value - row["planted"]
            found.append(Interval(spread, seed, KINDS[kinds[table.name]], cell, row["inside"] is True, error))
    return found


def figure(intervals: Sequence[Interval]) -> Figure:
    """Sum up intervals of one kind over seeds."""
    held: dict[int, list[float]] = defaultdict(list)
    errors: dict[int, list[float]] = defaultdict(list)
    for each in intervals:
        held[each.seed].append(each.inside)
        errors[each.seed].append(each.error)
    covered = sum(each.inside for each in intervals) / len(intervals)
    bias = [math.fsum(row) / len(row) for row in errors.values()]
    return Figure(
        len(intervals),
        covered,
        _standard_error([sum(row) / len(row) for row in held.values()]),
        math.fsum(bias) / len(bias),
        _standard_error(bias),
    )


def _standard_error(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))


def play(seeds: range, workers: int) -> list[Interval]:
    """The intervals of these seeds at each spread."""
    jobs = list(product(SPREADS, seeds))
    with ProcessPoolExecutor(workers) as pool:
        runs = pool.map(recovered, *zip(*jobs, strict=True), chunksize=4)
        return [interval for run in runs for interval in run]


def summary(intervals: Sequence[Interval]) -> Iterator[str]:
    """The figures by statistic, and overall, as a Markdown table."""
    yield "| SD over subjects (logits) | what | intervals | held the planted value | standard error | mean error |"
    yield "|---|---|---|---|---|---|"
    for spread in SPREADS:
        of_spread = [each for each in intervals if each.spread == spread]
        for what in KINDS.values():
            mine = figure([each for each in of_spread if each.what == what])
            bias = f"{mine.bias:+.4f} ± {mine.bias_error:.4f}"
            yield f"| {spread} | {what} | {mine.intervals:,} | {mine.covered:.3f} | {mine.covered_error:.3f} | {bias} |"
        mine = figure(of_spread)
        yield f"| {spread} | all | {mine.intervals:,} | {mine.covered:.3f} | {mine.covered_error:.3f} | |"
    mine = figure(intervals)
    yield f"| both | all | {mine.intervals:,} | {mine.covered:.3f} | {mine.covered_error:.3f} | |"


def by_cell(intervals: Sequence[Interval]) -> Iterator[str]:
    """The figures of every planted value, as a Markdown table: one column a spread."""
    yield "| what | of | " + " | ".join(f"SD {spread}: held | mean error" for spread in SPREADS) + " |"
    yield "|---|---|" + "---|---|" * len(SPREADS)
    cells = dict.fromkeys((each.what, each.cell) for each in intervals)
    for what, cell in cells:
        parts = [what, cell]
        for spread in SPREADS:
            mine = figure([each for each in intervals if (each.spread, each.what, each.cell) == (spread, what, cell)])
            parts += [f"{mine.covered:.3f}", f"{mine.bias:+.4f} ± {mine.bias_error:.4f}"]
        yield "| " + " | ".join(parts) + " |"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.recovery", description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=200, help="how many seeds at each spread [200]")
    parser.add_argument("--first", type=int, default=1, help="the first of them [1]")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes [one a processor]")
    said = parser.parse_args()
    intervals = play(range(said.first, said.first + said.seeds), said.workers)
    print("\n".join(summary(intervals)), end="\n\n")
    print("\n".join(by_cell(intervals)))


if __name__ == "__main__":
    main()
