"""Playing on the wall clock: what would take too long is skipped, and a server that nobody can move is held to the
trace of the same scenario on the virtual clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from hawthorne.core.document import Document
from hawthorne.core.values import JSON, canonical
from hawthorne.evals.player import Player, result_of
from hawthorne.evals.result import SKIPPED, Fold, Result
from hawthorne.evals.trace import trace
from hawthorne.records.header import moment
from hawthorne.scenarios.model import Scenario

MOVED = frozenset({"consumeDump", "captureComputer", "pollComputerGate"})
"""Steps that only a server which a player may move can do."""


class WallPlayer:
    """Plays scenarios in real time. `traced`: against a server that is polled, whose evidence is less; the verdict is
    whether the trace is that of a play in this process. `most` seconds is the longest play."""

    def __init__(self, player: Player, traced: bool, most: float | None = None) -> None:
        self._player = player
        self._traced = traced
        self._most = most

    def play(self, document: Document, repeat: int = 1) -> Result:
        """Play a scenario once, or skip it."""
        why = self._too_much(document.model.scenario)
        if why is not None:
            fold = Fold(status=SKIPPED, error=why)
            return result_of(document, fold, moment(), 0.0, repeat)
        if not self._traced:
            return self._player.play(document, repeat)
        before = Player().play(document, repeat)
        if not before.passed:
            return before
        return _held(before, self._player.play(document, repeat))

    def close(self) -> None:
        """End the world."""
        self._player.close()

    def _too_much(self, scenario: Scenario) -> str | None:
        """Why a scenario is skipped, or None."""
        unknown = sorted({step.kind for step in scenario.steps} & MOVED) if self._traced else []
        if unknown:
            return f"{', '.join(unknown)}: a server that nobody can move does not show this"
        taken = seconds_of(scenario)
        if self._most is not None and taken > self._most:
            return f"it lets {taken:g} s pass, which is more than {self._most:g} s"
        return None


def seconds_of(scenario: Scenario) -> float:
    """How many seconds a scenario lets pass by itself: its steps' and its turns' own."""
    steps = sum(step.ms for step in scenario.steps if step.kind == "advanceClock")
    turns = sum(turn.delay_ms or 0.0 for bot in scenario.bots for turn in bot.turns)
    return (steps + turns) / 1000


def _held(before: Result, after: Result) -> Result:
    """A play held to the trace of another: its assertions are replaced by one."""
    if after.broken_step is not None or after.evidence is None or before.evidence is None:
        return after
    found = differences(trace(before.id, before.evidence, True), trace(after.id, after.evidence, True))
    verdict = {"assertion": {"kind": "trace"}, "pass": not found,
               "detail": "; ".join(found) or "the trace is that of the virtual clock"}  # fmt: skip
    return replace(after, status="failed" if found else "passed", assertions=(verdict,), error=None)


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Where two traces part, a line each.

    >>> differences({"turns": [{"bot": "a"}]}, {"turns": []})
    ['turns 0: {"bot":"a"} became nothing']
    """
    found = []
    for name, value in before.items():
        if not isinstance(value, Sequence) or isinstance(value, str):
            continue
        for i, (one, other) in enumerate(zip_longest(value, after[name])):
            if one != other:
                found.append(f"{name} {i}: {_said(one)} became {_said(other)}")
    return found


def _said(value: JSON) -> str:
    return "nothing" if value is None else canonical(value)
