"""Results gathered by scenario: how many plays passed, how long they took, and one play that shows what went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from hawthorne.evals.result import Result

LAST = 4
"""How many steps are shown up to the one that came to nothing."""


@dataclass(frozen=True, slots=True)
class Row:
    """The plays of one scenario. `status` is `passed`, `skipped`, that of the plays that did not pass, or `flaky`;
    `example` is the first play that did not pass."""

    id: str
    title: str
    behavior: str
    world: str
    status: str
    plays: int
    passed: int
    median_ms: float
    example: Result | None


def rows_of(results: Sequence[Result]) -> list[Row]:
    """A row a scenario, in the order of the results."""
    by_id: dict[str, list[Result]] = {}
    for result in results:
        by_id.setdefault(result.id, []).append(result)
    return [_row(plays) for plays in by_id.values()]


def _row(plays: Sequence[Result]) -> Row:
    first = plays[0]
    bad = next((play for play in plays if play.status not in ("passed", "skipped")), None)
    passed = sum(play.passed for play in plays)
    status = first.status if bad is None else "flaky" if passed else bad.status
    return Row(first.id, first.title, first.behavior, first.world, status, len(plays), passed,
               median(play.duration_ms for play in plays), bad)  # fmt: skip


def steps_before(result: Result) -> list[Mapping[str, Any]]:
    """The last steps of a play up to the one that came to nothing, each with its `text`; none where all were done."""
    broken = result.broken_step
    if broken is None:
        return []
    done = list(result.steps)
    upto = done[: done.index(broken) + 1][-LAST:]
    return [{**step, "text": _text(step)} for step in upto]


def _text(step: Mapping[str, Any]) -> str:
    subject = f" {step['subject']}" if "subject" in step else ""
    return f"{step['kind']}{subject}" + (f": {step['detail']}" if step["ok"] and step["detail"] else "")
