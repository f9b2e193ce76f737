"""`activityCount`: how often the bot was seen to do this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.measure.activities import activities_of
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class ActivityCount:
    """Exactly so many activities of the bot begin so. Where proven prefixes are kept (foreign files), one that was also
    waited for counts twice."""

    kind: ClassVar[str] = "activityCount"
    version: ClassVar[int] = 1

    bot: BotKey
    prefix: Text
    count: int

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        prefix = worded(self.prefix, resolve)
        if self.bot not in evidence.activities:
            raise Lacking(f"the evidence has no activities of {self.bot}")
        found = sum(name.startswith(prefix) for name in activities_of(evidence, self.bot))
        holds = found == self.count
        told = f"{found} activities of {self.bot} begin with {shown(prefix)}"
        return Verdict(holds, told if holds else f"{told}, not {self.count}")
