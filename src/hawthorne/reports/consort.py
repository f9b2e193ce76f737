"""The flow of participants as a diagram, after CONSORT (Schulz, Altman & Moher 2010, BMJ 340, c332): a column an arm,
a box a stage, those who left beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.lang import letters

Row = Mapping[str, Any]
Lines = tuple[str, ...]

MOST_ARMS = 4
BOX, SIDE, GAP, COLUMN = 168, 150, 34, 352
LINE, PAD = 17, 9
LETTERS = 13.0
"""The size of the letters."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One box of an arm, and who left after it (no lines where nobody did)."""

    lines: Lines
    left: Lines = ()


@dataclass(frozen=True, slots=True)
class Consort:
    """A diagram: who began, then each arm's stages from the top down. Every arm has as many stages."""

    title: str
    began: Lines
    arms: tuple[tuple[str, tuple[Stage, ...]], ...]

    def as_json(self) -> dict[str, JSON]:
        """The boxes' words."""
        arms = [{"arm": arm, "stages": [{"lines": list(stage.lines), "left": list(stage.left)} for stage in stages]}
                for arm, stages in self.arms]  # fmt: skip
        return {"title": self.title, "began": list(self.began), "arms": arms}


def consort(cases: Sequence[Row], arms: Sequence[str], tasks: Mapping[str, str], group: Callable[[Row], str],
            reason: Callable[[Row], str]) -> Consort | None:  # fmt: skip
    """The diagram of the `cases` table; `tasks` maps the tasks in order to their names, `group` gives a row's arm, and
    `reason` says in words why someone came no further.

    None where it would mislead or not fit: tasks that are not one after the other for everybody, or many arms.
    """
    if not tasks or not cases or len(arms) > MOST_ARMS or not _in_order(cases, list(tasks)):
        return None
    columns = tuple((arm, _stages([row for row in cases if group(row) == arm], arm, tasks, reason)) for arm in arms)
    return Consort("Flow of participants", (f"{len(cases)} began",), columns)


def _in_order(cases: Sequence[Row], tasks: Sequence[str]) -> bool:
    """Whether nobody came to a task without having come to the one before it."""
    return not any(_came(row, after) and not _came(row, before)
                   for before, after in pairwise(tasks) for row in cases)  # fmt: skip


def _came(row: Row, task: str) -> bool:
    return bool(row[f"{task}.outcome"] != "not reached")


def _stages(rows: Sequence[Row], arm: str, tasks: Mapping[str, str], reason: Callable[[Row], str]) -> tuple[Stage, ...]:
    stages = []
    here, lines = list(rows), (arm, f"n = {len(rows)}")
    for task, label in tasks.items():
        further = [row for row in here if _came(row, task)]
        stages.append(Stage(lines, _left([row for row in here if not _came(row, task)], reason)))
        here, lines = further, (label, f"n = {len(further)}")
    done = [row for row in here if row["status"] == "ended" and not _cut(row, tasks)]
    stages.append(Stage(lines, _left([row for row in here if row not in done], reason)))
    ends = Counter(str(row["where_label"] or "the end") for row in done)
    stages.append(Stage(tuple(f"{label}: {count}" for label, count in ends.items()) or ("nobody completed",)))
    return tuple(stages)


def _cut(row: Row, tasks: Mapping[str, str]) -> bool:
    return any(row[f"{task}.outcome"] in ("left", "abandoned") for task in tasks)


def _left(rows: Sequence[Row], reason: Callable[[Row], str]) -> Lines:
    reasons = Counter(reason(row) for row in rows)
    return (f"left: {len(rows)}", *[f"{text}: {count}" for text, count in reasons.items()]) if rows else ()


# --- drawing ---------------------------------------------------------------------------------------------------------


def consort_svg(chart: Consort) -> str:
    """The diagram as SVG."""
    rows = [[stages[i] for _, stages in chart.arms] for i in range(len(chart.arms[0][1]))]
    width = COLUMN * len(chart.arms)
    began = _folded(chart.began, BOX)
    parts, top = [], 6 + _height(began)
    centres = [COLUMN * i + BOX / 2 + 8 for i in range(len(chart.arms))]
    middle = (centres[0] + centres[-1]) / 2
    parts.append(_box(middle, 6, BOX, began))
    y = top + GAP
    for index, stages in enumerate(rows):
        tall = max(_height(_folded(stage.lines, BOX)) for stage in stages)
        side = max(_height(_folded(stage.left, SIDE)) if stage.left else 0 for stage in stages)
        for x, stage in zip(centres, stages, strict=True):
            parts.append(_box(x, y, BOX, _folded(stage.lines, BOX), tall))
            parts.append(_arrow(middle if index == 0 else x, top, x, y))
            if stage.left:
                level = y + tall + GAP / 2
                parts.append(_branch(x, level, x + BOX / 2 + 12))
                parts.append(_box(x + BOX / 2 + 12 + SIDE / 2, level - 16, SIDE, _folded(stage.left, SIDE)))
        top = y + tall
        y = top + max(GAP, side + GAP / 2 - 8 if side else 0)
    return (
        f'<svg viewBox="0 0 {width} {top + 8:.0f}" width="{width}" height="{top + 8:.0f}" role="img" '
        f'aria-label="{escape(chart.title)}" font-family="system-ui, DejaVu Sans, sans-serif" font-size="{LETTERS:g}">'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" fill="currentColor"/></marker></defs>{"".join(parts)}</svg>'
    )


def _folded(lines: Lines, width: int) -> Lines:
    """The lines, broken where a box is too narrow for them."""
    return tuple(part for line in lines for part in letters.wrap(line, width - 2 * PAD, LETTERS))


def _height(lines: Lines) -> float:
    return len(lines) * LINE + 2 * PAD


def _box(x: float, y: float, width: float, lines: Lines, tall: float | None = None) -> str:
    height = tall or _height(lines)
    top = y + (height - len(lines) * LINE) / 2
    words = "".join(_word(x, top + 13 + LINE * i, line) for i, line in enumerate(lines))
    return (f'<rect x="{x - width / 2:.1f}" y="{y:.1f}" width="{width}" height="{height:.1f}" rx="4" fill="none" '
            f'stroke="currentColor" stroke-opacity=".45"/>{words}')  # fmt: skip


def _word(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" fill="currentColor">{escape(text)}</text>'


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    half = (y1 + y2) / 2
    path = f"M{x1:.1f} {y1:.1f}V{half:.1f}H{x2:.1f}V{y2:.1f}" if x1 != x2 else f"M{x1:.1f} {y1:.1f}V{y2:.1f}"
    return f'<path d="{path}" fill="none" stroke="currentColor" marker-end="url(#tip)"/>'


def _branch(x1: float, y: float, x2: float) -> str:
    return f'<path d="M{x1:.1f} {y:.1f}H{x2:.1f}" stroke="currentColor" marker-end="url(#tip)"/>'
