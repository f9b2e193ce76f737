"""`sendNotQueued`: no message to the bot had to wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class SendNotQueued:
    """At least one message was sent to the bot, and none was queued; started and steered both do."""

    kind: ClassVar[str] = "sendNotQueued"
    version: ClassVar[int] = 1

    bot: BotKey

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        sends = [send for send in evidence.sends if send.bot == self.bot]
        if not sends:
            return Verdict(False, f"no message was sent to {self.bot}")
        queued = [shown(send.text) for send in sends if send.queued is True]
        if queued:
            return Verdict(False, f"queued: {', '.join(queued)}")
        return Verdict(True, f"{len(sends)} sent, none queued")
