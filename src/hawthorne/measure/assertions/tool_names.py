"""`toolNames`: exactly these tools, in this order, whatever their arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class ToolNames:
    """The names of the bot's calls over all its turns."""

    kind: ClassVar[str] = "toolNames"
    version: ClassVar[int] = 1

    bot: BotKey
    equals: tuple[str, ...]

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        made = tuple(call.tool for turn in evidence.turns_of(self.bot) for call in turn.tool_calls)
        if made != self.equals:
            return Verdict(False, f"called {_listed(made)}, not {_listed(self.equals)}")
        return Verdict(True, f"called {_listed(made)}")


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"
