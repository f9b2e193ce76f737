"""`noOverrun`: no turn ran beyond the script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class NoOverrun:
    """The bot had no engine turn for which nothing was scripted."""

    kind: ClassVar[str] = "noOverrun"
    version: ClassVar[int] = 1

    bot: BotKey

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        if evidence.overruns is None:
            raise Lacking("the evidence does not say which turns ran beyond the script")
        over = [turn.index for turn in evidence.overruns if turn.bot == self.bot]
        if over:
            return Verdict(False, f"beyond the script: turn {', '.join(map(str, over))} of {self.bot}")
        return Verdict(True, f"no turn of {self.bot} ran beyond the script")
