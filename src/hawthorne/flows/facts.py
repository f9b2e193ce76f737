"""What the tables of a flow run need to know of the study itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Facts:
    """The study's names, as its compiled program knows them.

    `nodes` maps every flow node (boundary events too) to (label, BPMN type); `flows` every sequence flow to (source,
    target, label); `random` every random gateway to its arms, flow id to arm label, in the order of the drawing;
    `tasks` every task of an instrument to (instrument, timeline, label); `asks` every other step that asks to its
    role; `scopes` a node to the sub-process that holds it; `pools` a participant to its label; `nested` are the steps
    that play a document of another kind.
    """

    nodes: Mapping[str, tuple[str, str]]
    flows: Mapping[str, tuple[str, str, str]]
    random: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    tasks: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    asks: Mapping[str, str] = field(default_factory=dict)
    scopes: Mapping[str, str] = field(default_factory=dict)
    pools: Mapping[str, str] = field(default_factory=dict)
    nested: frozenset[str] = frozenset()

    @cached_property
    def sources(self) -> frozenset[str]:
        """The nodes that a sequence flow leaves."""
        return frozenset(source for source, _, _ in self.flows.values())

    def label(self, node: str | None) -> str | None:
        """The label of a node; its id when the study does not name it."""
        return None if node is None else self.nodes.get(node, (node, ""))[0]

    def activity(self, node: str) -> bool:
        """Whether a node is an activity: something that a participant does, or a sub-process."""
        return not self.nodes.get(node, ("", ""))[1].endswith(("Event", "Gateway"))

    def inside(self, node: str | None, scope: str) -> bool:
        """Whether a node is this one or lies within it."""
        while node is not None and node != scope:
            node = self.scopes.get(node)
        return node == scope

    def step(self, tail: str) -> str:
        """The step of an ask's id without its seat: `AX` of `AX.1.1.3` where AX is a task, `Return` of `Return.1`."""
        for name in self.nested:
            if tail.startswith(f"{name}."):
                return name
        task = tail.rsplit(".", 3)
        return task[0] if len(task) == 4 and task[0] in self.tasks else tail.rpartition(".")[0]
