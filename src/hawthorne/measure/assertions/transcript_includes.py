"""`transcriptIncludes`: what was said in a thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.measure.transcripts import Where, texts_in
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class TranscriptIncludes:
    """Some message of the bot's original thread (`active`), or of its first handoff node's, has this text."""

    kind: ClassVar[str] = "transcriptIncludes"
    version: ClassVar[int] = 1

    bot: BotKey
    thread: Where
    text: Text

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        text = worded(self.text, resolve)
        said = texts_in(evidence, self.bot, self.thread)
        if any(text in each for each in said):
            return Verdict(True, f"{shown(text)} is said in the {self.thread} thread of {self.bot}")
        return Verdict(
            False, f"none of {len(said)} messages of the {self.thread} thread of {self.bot} has {shown(text)}"
        )
