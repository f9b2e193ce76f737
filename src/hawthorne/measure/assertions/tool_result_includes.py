"""`toolResultIncludes`: what the harness answered to a call."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import JSON, shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class ToolResultIncludes:
    """The result of the bot's nth call (from 0, over all its turns; negative from the end) has this text somewhere."""

    kind: ClassVar[str] = "toolResultIncludes"
    version: ClassVar[int] = 1

    bot: BotKey
    call: int
    text: Text

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        calls = [call for turn in evidence.turns_of(self.bot) for call in turn.tool_calls]
        if not -len(calls) <= self.call < len(calls):
            raise Lacking(f"{self.bot} made {len(calls)} calls: there is no call {self.call}")
        text = worded(self.text, resolve)
        result = calls[self.call].result
        if any(text in each for each in (*_texts(result), json.dumps(result, ensure_ascii=False))):
            return Verdict(True, f"the result of call {self.call} of {self.bot} has {shown(text)}")
        said = json.dumps(result, ensure_ascii=False)
        return Verdict(False, f"the result of call {self.call} of {self.bot} lacks {shown(text)}: {said[:200]}")


def _texts(value: JSON) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [text for part in parts for text in _texts(part)]
