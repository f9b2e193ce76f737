"""`transcriptOmits`: what was not said in a thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.measure.transcripts import Where, texts_in
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class TranscriptOmits:
    """The thread exists, and no message of it has this text."""

    kind: ClassVar[str] = "transcriptOmits"
    version: ClassVar[int] = 1

    bot: BotKey
    thread: Where
    text: Text

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        text = worded(self.text, resolve)
        said = texts_in(evidence, self.bot, self.thread)
        found = [each for each in said if text in each]
        if found:
            return Verdict(False, f"said in the {self.thread} thread of {self.bot}: {shown(found[0])}")
        return Verdict(
            True, f"none of {len(said)} messages of the {self.thread} thread of {self.bot} has {shown(text)}"
        )
