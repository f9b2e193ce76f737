"""`busyMax`: how many turns a bot had at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class BusyMax:
    """At some moment the bot had exactly so many turns at once, and never more."""

    kind: ClassVar[str] = "busyMax"
    version: ClassVar[int] = 1

    bot: BotKey
    max: int

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        turns = [turn for turn in (*evidence.turns, *(evidence.overruns or ())) if turn.bot == self.bot]
        if not turns:
            raise Lacking(f"{self.bot} had no turn")
        marks: list[tuple[int, int]] = []
        for turn in turns:
            if turn.seq_start is None or turn.seq_end is None:
                raise Lacking("the evidence does not say when turns started and ended")
            marks += [(turn.seq_start, 1), (turn.seq_end, -1)]
        most = running = 0
        for _, change in sorted(marks):
            running += change
            most = max(most, running)
        told = f"{self.bot} had {most} turns at once"
        return Verdict(most == self.max, told if most == self.max else f"{told}, not {self.max}")
