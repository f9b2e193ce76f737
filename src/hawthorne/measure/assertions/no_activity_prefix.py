"""`noActivityPrefix`: the bot was never seen to do this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.measure.activities import activities_of
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class NoActivityPrefix:
    """No activity of the bot begins so. A bot that the evidence does not know has shown nothing."""

    kind: ClassVar[str] = "noActivityPrefix"
    version: ClassVar[int] = 1

    bot: BotKey
    prefix: Text

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        prefix = worded(self.prefix, resolve)
        if self.bot not in evidence.activities:
            raise Lacking(f"the evidence has no activities of {self.bot}")
        names = activities_of(evidence, self.bot)
        found = next((name for name in names if name.startswith(prefix)), None)
        if found is not None:
            return Verdict(False, f"seen: {shown(found)}")
        return Verdict(True, f"none of {len(names)} activities of {self.bot} begins with {shown(prefix)}")
