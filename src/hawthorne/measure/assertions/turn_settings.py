"""`turnSettings`: the model and the permission mode that a turn had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from hawthorne.core.values import shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Resolve, TurnIndex, Verdict, turn_of


@dataclass(frozen=True, slots=True)
class TurnSettings:
    """The turn had this model and this permission mode, where they are given."""

    kind: ClassVar[str] = "turnSettings"
    version: ClassVar[int] = 1

    bot: BotKey
    turn: TurnIndex
    model: str | None = None
    permission_mode: Literal["ask", "auto"] | None = None

    def vacuous(self) -> str | None:
        """Without either it holds of every turn."""
        return "neither a model nor a permission mode" if self.model is None and self.permission_mode is None else None

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        turn = turn_of(evidence, self.bot, self.turn)
        looked = (("model", turn.model, self.model), ("permission mode", turn.permission_mode, self.permission_mode))
        told = [f"{name} {shown(had)}" + ("" if had == wanted else f", not {shown(wanted)}")
                for name, had, wanted in looked if wanted is not None]  # fmt: skip
        holds = all(wanted in (None, had) for _, had, wanted in looked)
        return Verdict(holds, f"turn {self.turn} of {self.bot} had {'; '.join(told)}")
