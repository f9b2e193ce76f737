"""`turnOrder`: whose turns ended, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """All turns of all bots, in the order of their completion: a turn that starts first and ends last is last."""

    kind: ClassVar[str] = "turnOrder"
    version: ClassVar[int] = 1

    bots: tuple[BotKey, ...]

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        order = tuple(turn.bot for turn in evidence.turns)
        if order != self.bots:
            return Verdict(False, f"turns ended as {_listed(order)}, not {_listed(self.bots)}")
        return Verdict(True, f"turns ended as {_listed(order)}")


def _listed(bots: tuple[str, ...]) -> str:
    return ", ".join(bots) or "none"
