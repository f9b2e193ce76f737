"""`turnThreads`: in which threads a bot's turns ran."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Ref, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class TurnThreads:
    """The thread of each turn of the bot, in the order of completion. Threads are named by
    references (`@lead.thread`, `@lead.node`, `@thread:name`)."""

    kind: ClassVar[str] = "turnThreads"
    version: ClassVar[int] = 1

    bot: BotKey
    equals: tuple[Ref, ...]

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        turns = evidence.turns_of(self.bot)
        wanted = [resolve(name) for name in self.equals]
        if len(turns) != len(wanted):
            return Verdict(False, f"{self.bot} had {len(turns)} turns, not {len(wanted)}")
        wrong = [f"turn {turn.index} ran in {turn.thread_id}, not in {name}"
                 for turn, thread, name in zip(turns, wanted, self.equals, strict=True)
                 if turn.thread_id != thread]  # fmt: skip
        return Verdict(not wrong, "; ".join(wrong) or f"{len(turns)} turns where expected")
