"""`handoffTree`: which work was handed to whom, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import BotKey, NodeStatus, Resolve, Verdict


@dataclass(frozen=True, slots=True)
class ExpectedNode:
    """A node: whose it is, its last status, and whether it has a parent (false is the same as absent)."""

    bot: BotKey
    status: NodeStatus
    has_parent: bool | None = None


@dataclass(frozen=True, slots=True)
class HandoffTree:
    """All nodes in the order of their insertion, those that ended too, are exactly these."""

    kind: ClassVar[str] = "handoffTree"
    version: ClassVar[int] = 1

    equals: tuple[ExpectedNode, ...]

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        nodes = [_shown(node.bot, node.status, node.has_parent) for node in evidence.handoffs]
        wanted = [_shown(node.bot, node.status, bool(node.has_parent)) for node in self.equals]
        if nodes != wanted:
            return Verdict(False, f"the tree is {_listed(nodes)}; expected {_listed(wanted)}")
        return Verdict(True, f"the tree is {_listed(nodes)}")


def _shown(bot: str, status: str, child: bool) -> str:
    return f"{bot} {status}{' (child)' if child else ''}"


def _listed(nodes: list[str]) -> str:
    return ", ".join(nodes) or "empty"
