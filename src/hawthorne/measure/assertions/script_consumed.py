"""`scriptConsumed`: every scripted turn was reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class ScriptConsumed:
    """No scripted turn of the bot was left over."""

    kind: ClassVar[str] = "scriptConsumed"
    version: ClassVar[int] = 1

    bot: BotKey

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        if evidence.unused is None:
            raise Lacking("the evidence does not say which scripted turns were left over")
        left = evidence.unused.get(self.bot, ())
        if left:
            return Verdict(False, f"never reached: turn {', '.join(map(str, left))} of {self.bot}")
        return Verdict(True, f"every scripted turn of {self.bot} was reached")
