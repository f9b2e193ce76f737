"""`transcriptOrder`: what was said in a thread, in this order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.measure.transcripts import Where, texts_in
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class TranscriptOrder:
    """Each text is in exactly one message of the thread, and these messages come in this order, perhaps with others
    between them."""

    kind: ClassVar[str] = "transcriptOrder"
    version: ClassVar[int] = 1

    bot: BotKey
    thread: Where
    texts: tuple[Text, ...]

    def vacuous(self) -> str | None:
        return "an order has at least two texts" if len(self.texts) < 2 else None

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        said = texts_in(evidence, self.bot, self.thread)
        last = -1
        for text in (worded(each, resolve) for each in self.texts):
            at = [i for i, each in enumerate(said) if text in each]
            if len(at) != 1:
                return Verdict(
                    False, f"{shown(text)} is in {len(at)} messages of the {self.thread} thread of {self.bot}"
                )
            if at[0] <= last:
                return Verdict(False, f"{shown(text)} is message {at[0]}, not behind message {last}")
            last = at[0]
        return Verdict(True, f"{len(self.texts)} texts in this order")
