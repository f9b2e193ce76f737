"""`nodeHistory`: every status that a handoff node had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, Lacking, NodeStatus, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class NodeHistory:
    """The statuses of the bot's nth node (from 0, negative from the end), from first to last, are exactly these."""

    kind: ClassVar[str] = "nodeHistory"
    version: ClassVar[int] = 1

    bot: BotKey
    statuses: tuple[NodeStatus, ...]
    nth: int = 0

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        nodes = evidence.nodes_of(self.bot)
        if not -len(nodes) <= self.nth < len(nodes):
            raise Lacking(f"{self.bot} has {len(nodes)} handoff nodes: there is no node {self.nth}")
        history = nodes[self.nth].history
        if history is None:
            raise Lacking("the evidence keeps no history of nodes")
        passed = tuple(stage.status for stage in history)
        told = f"node {self.nth} of {self.bot} was {', '.join(passed) or 'nothing'}"
        return Verdict(
            passed == self.statuses,
            told + ("" if passed == self.statuses else f"; expected {', '.join(self.statuses)}"),
        )
