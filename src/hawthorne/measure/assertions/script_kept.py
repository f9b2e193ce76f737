"""`scriptKept`: no turn broke because its script could not be kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import OFF_SCRIPT, Evidence
from hawthorne.records.judging import BotKey, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class ScriptKept:
    """Every call of the bot's turns was refused or not as its script says, and every value that a call bound was
    there."""

    kind: ClassVar[str] = "scriptKept"
    version: ClassVar[int] = 1

    bot: BotKey

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        off = [turn.reason.removeprefix(OFF_SCRIPT) for turn in evidence.turns_of(self.bot)
               if turn.reason is not None and turn.reason.startswith(OFF_SCRIPT)]  # fmt: skip
        return Verdict(not off, f"{self.bot}: {'; '.join(off)}" if off else f"{self.bot} kept to its script")
