"""`systemPromptOmits`: a text stands nowhere in the system prompt of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Text, TurnIndex, Verdict, turn_of, worded


@dataclass(frozen=True, slots=True)
class SystemPromptOmits:
    """This text stands nowhere in the system prompt of the turn, which there must be."""

    kind: ClassVar[str] = "systemPromptOmits"
    version: ClassVar[int] = 1

    bot: BotKey
    turn: TurnIndex
    omits: Text

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        turn = turn_of(evidence, self.bot, self.turn)
        text = worded(self.omits, resolve)
        said = any(text in form for form in (turn.system,))
        found = (
            f"turn {self.turn} of {self.bot}: {shown(text)} stands {'in' if said else 'nowhere in'} its system prompt"
        )
        return Verdict(not said, found)
