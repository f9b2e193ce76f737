"""`turnOutcome`: how a turn ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, TurnIndex, Verdict, turn_of


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """The turn ended so: `ok`, `error` or `killed`."""

    kind: ClassVar[str] = "turnOutcome"
    version: ClassVar[int] = 1

    bot: BotKey
    turn: TurnIndex
    outcome: Literal["ok", "error", "killed"]

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        outcome = turn_of(evidence, self.bot, self.turn).outcome
        told = f"turn {self.turn} of {self.bot} ended {outcome}"
        return Verdict(outcome == self.outcome, told if outcome == self.outcome else f"{told}, not {self.outcome}")
