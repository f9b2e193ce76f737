"""A timeline as rows: every event's beginning is a row of its own, in the order in which things happened; what lasted
is a bar from its row to the one at which it ended.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hawthorne.evals.timeline import STEPS

Event = Mapping[str, Any]
Moment = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """An event on the picture: its row, the row at which it ended (None: it did not), and which of the bars of its
    lane that overlap it is, from 0."""

    event: Event
    row: int
    end: int | None
    track: int = 0


@dataclass(frozen=True, slots=True)
class Rows:
    """The marks of a timeline, by row; `lanes` in order, the steps first."""

    lanes: tuple[str, ...]
    marks: tuple[Mark, ...]

    @property
    def count(self) -> int:
        return len(self.marks)


def rows_of(events: Sequence[Event]) -> Rows:
    """The rows of a timeline."""
    lanes = dict.fromkeys([STEPS, *(event["lane"] for event in events)])
    ordered = sorted(events, key=_begins)
    starts = [_begins(event) for event in ordered]
    marks: list[Mark] = []
    busy: dict[tuple[str, str], list[int]] = {}
    for row, event in enumerate(ordered):
        end = bisect_left(starts, _ends(event)) if "endSeq" in event else None
        if end is not None:
            end = max(end, row + 1)
        marks.append(Mark(event, row, end, _track(busy.setdefault((event["lane"], event["what"]), []), row, end)))
    return Rows(tuple(lanes), tuple(marks))


def _begins(event: Event) -> Moment:
    """When an event began. A step follows whatever was the last change when it was done."""
    return (event["seq"], 1, event["index"], 0) if event["lane"] == STEPS else (event["seq"], 0, 0, 0)


def _ends(event: Event) -> Moment:
    return (event["endSeq"], 1, event["index"], 1) if event["lane"] == STEPS else (event["endSeq"], 0, 0, 0)


def _track(free_from: list[int], row: int, end: int | None) -> int:
    """The first track that is free at a row; it is taken until `end` (None: for good)."""
    until = 1 << 30 if end is None else end
    for track, free in enumerate(free_from):
        if free <= row:
            free_from[track] = until
            return track
    free_from.append(until)
    return len(free_from) - 1
