"""The life of a routine's run, the stages of a pass, and its clocks."""

from __future__ import annotations

from dataclasses import dataclass

from hawthorne.bots.rules.edges import Edge, _edges

RUN: tuple[Edge, ...] = _edges(
    "run",
    """
    new ask queued
    new miss missed
    queued start running
    queued unfit failed
    queued cancel cancelled
    running open waiting
    running delegate waiting
    running ok completed
    running fail failed
    running expire failed
    running restart failed
    running cancel cancelled
    waiting resolve running
    waiting resume running
    waiting ok completed
    waiting fail failed
    waiting expire failed
    waiting restart failed
    waiting cancel cancelled
    """,
)

OPEN = ("queued", "running", "waiting")
"""The states of a run that is not over."""

UNDERWAY = ("running", "waiting")


@dataclass(frozen=True, slots=True)
class RoutineRules:
    """The stages of a pass in their order, and its clocks in seconds.

    A time that is later than `late` is missed; a run that has been put off for `notice` is told of once; `output` is
    the most characters that a run keeps of what the bot said last.
    """

    edges: tuple[Edge, ...] = RUN
    stages: tuple[str, ...] = ("expire", "arrive", "dispatch")
    late: float = 12 * 3600.0
    notice: float = 30 * 60.0
    output: int = 2000
