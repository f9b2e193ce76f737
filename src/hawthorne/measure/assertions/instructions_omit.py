"""`instructionsOmit`: a text stands nowhere in the instructions of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.measure.prompts import instructions_of
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Text, TurnIndex, Verdict, turn_of, worded


@dataclass(frozen=True, slots=True)
class InstructionsOmit:
    """This text stands nowhere in the instructions of the turn, which there must be."""

    kind: ClassVar[str] = "instructionsOmit"
    version: ClassVar[int] = 1

    bot: BotKey
    turn: TurnIndex
    omits: Text

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        turn = turn_of(evidence, self.bot, self.turn)
        text = worded(self.omits, resolve)
        said = any(text in form for form in instructions_of(turn, evidence))
        found = (
            f"turn {self.turn} of {self.bot}: {shown(text)} stands {'in' if said else 'nowhere in'} its instructions"
        )
        return Verdict(not said, found)
