"""`toolsOffered`: which tools a turn could call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, Resolve, TurnIndex, Verdict, turn_of


@dataclass(frozen=True, slots=True)
class ToolsOffered:
    """The turn was offered each of `includes` and none of `omits`."""

    kind: ClassVar[str] = "toolsOffered"
    version: ClassVar[int] = 1

    bot: BotKey
    turn: TurnIndex
    includes: tuple[str, ...] = ()
    omits: tuple[str, ...] = ()

    def vacuous(self) -> str | None:
        return "it names no tool" if not self.includes and not self.omits else None

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        offered = turn_of(evidence, self.bot, self.turn).tools_offered
        if offered is None:
            raise Lacking("the evidence does not say which tools were offered")
        wrong = [f"{name} was not offered" for name in self.includes if name not in offered]
        wrong += [f"{name} was offered" for name in self.omits if name in offered]
        return Verdict(not wrong, "; ".join(wrong) or f"{len(offered)} tools offered, as expected")
