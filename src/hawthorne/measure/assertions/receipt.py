"""`receipt`: what became of a message when it was sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from hawthorne.core.values import shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class Receipt:
    """The nth message to the bot (from 0) met this fate: `started`, `steered`, `queued` or `refused`; with this reason
    and HTTP status where they are given."""

    kind: ClassVar[str] = "receipt"
    version: ClassVar[int] = 1

    bot: BotKey
    fate: Literal["started", "steered", "queued", "refused"]
    nth: int = 0
    reason: str | None = None
    status: int | None = None

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        sends = [send for send in evidence.sends if send.bot == self.bot]
        if not -len(sends) <= self.nth < len(sends):
            raise Lacking(f"{len(sends)} messages were sent to {self.bot}: there is no message {self.nth}")
        send = sends[self.nth]
        wrong = [] if send.fate == self.fate else [f"{shown(send.text)} was {send.fate}, not {self.fate}"]
        if self.reason is not None and send.reason != self.reason:
            wrong.append(f"the reason is {shown(send.reason)}, not {shown(self.reason)}")
        if self.status is not None and send.status != self.status:
            wrong.append(f"the status is {shown(send.status)}, not {self.status}")
        return Verdict(not wrong, "; ".join(wrong) or f"{shown(send.text)} was {send.fate}")
