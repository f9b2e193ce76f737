"""Routines: the stages of a pass, and its clocks."""

from __future__ import annotations

from dataclasses import dataclass

OPEN = ("queued", "running", "waiting")
"""The states of a run that is not over."""

UNDERWAY = ("running", "waiting")


@dataclass(frozen=True, slots=True)
class RoutineRules:
    """The stages of a pass in their order, and its clocks in seconds.

    A time that is later than `late` is missed; a run that has been put off for `notice` is told of once; `output` is
    the most characters that a run keeps of what the bot said last.
    """

    stages: tuple[str, ...] = ("expire", "close", "arrive", "dispatch")
    late: float = 12 * 3600.0
    notice: float = 30 * 60.0
    output: int = 2000
