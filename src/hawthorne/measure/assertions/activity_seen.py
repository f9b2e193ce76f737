"""`activitySeen`: the bot was seen to do this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.measure.activities import activities_of
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class ActivitySeen:
    """Some activity of the bot begins so."""

    kind: ClassVar[str] = "activitySeen"
    version: ClassVar[int] = 1

    bot: BotKey
    name_prefix: Text

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        prefix = worded(self.name_prefix, resolve)
        names = activities_of(evidence, self.bot)
        found = next((name for name in names if name.startswith(prefix)), None)
        if found is None:
            return Verdict(False, f"none of {len(names)} activities of {self.bot} begins with {shown(prefix)}")
        return Verdict(True, f"seen: {shown(found)}")
