"""`systemPromptIncludes`: a text stands in the system prompt of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Text, TurnIndex, Verdict, turn_of, worded


@dataclass(frozen=True, slots=True)
class SystemPromptIncludes:
    """This text stands in the system prompt of the turn."""

    kind: ClassVar[str] = "systemPromptIncludes"
    version: ClassVar[int] = 1

    bot: BotKey
    turn: TurnIndex
    includes: Text

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        turn = turn_of(evidence, self.bot, self.turn)
        text = worded(self.includes, resolve)
        said = any(text in form for form in (turn.system,))
        found = (
            f"turn {self.turn} of {self.bot}: {shown(text)} stands {'in' if said else 'nowhere in'} its system prompt"
        )
        return Verdict(said, found)
