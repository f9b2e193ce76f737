"""`resultOnce`: how often a text is told to a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.measure.prompts import content_of
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Text, TurnIndex, Verdict, turn_of, worded


@dataclass(frozen=True, slots=True)
class ResultOnce:
    """The user message of the turn has this text exactly so often."""

    kind: ClassVar[str] = "resultOnce"
    version: ClassVar[int] = 1

    bot: BotKey
    turn: TurnIndex
    text: Text
    count: int = 1

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        content = content_of(turn_of(evidence, self.bot, self.turn).prompt)
        if content is None:
            raise Lacking(f"turn {self.turn} of {self.bot} has no user message")
        text = worded(self.text, resolve)
        found = content.count(text)
        told = f"{shown(text)} is {found} times in the prompt of turn {self.turn} of {self.bot}"
        return Verdict(found == self.count, told if found == self.count else f"{told}, not {self.count}")
