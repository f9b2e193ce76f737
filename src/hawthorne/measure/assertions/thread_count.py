"""`threadCount`: how many threads a bot has in the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class ThreadCount:
    """The bot has exactly so many threads; with a `title`, so many whose title has this text."""

    kind: ClassVar[str] = "threadCount"
    version: ClassVar[int] = 1

    bot: BotKey
    count: int
    title: Text | None = None

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        state = evidence.bots.get(self.bot)
        if state is None or state.threads is None:
            raise Lacking(f"the evidence has no threads of {self.bot}")
        text = "" if self.title is None else worded(self.title, resolve)
        titles = [thread.title for thread in state.threads]
        found = sum(text in title for title in titles)
        told = f"{found} threads of {self.bot}" + (f" have {shown(text)} in their title" if text else "")
        if found == self.count:
            return Verdict(True, told)
        return Verdict(False, f"{told}, not {self.count}: {', '.join(map(shown, titles)) or 'none'}")
