"""A look over the flow before it is compiled: which stage is in which loops, who is asked what, who comes where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hawthorne.protocols.model import Protocol
from hawthorne.protocols.model.flow import (
    BranchNode,
    EndNode,
    LoopNode,
    ParallelNode,
    SequenceNode,
    ShuffleNode,
    StageNode,
)

Roles = frozenset[str]


def children(node: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The nodes inside a node, with their paths from it."""
    if isinstance(node, SequenceNode):
        yield from ((("sequence", k), inner) for k, inner in enumerate(node.sequence))
    elif isinstance(node, ShuffleNode):
        yield from ((("shuffle", k), inner) for k, inner in enumerate(node.shuffle))
    elif isinstance(node, BranchNode):
        yield from ((("branch", k, "do"), case.do) for k, case in enumerate(node.branch))
        if node.else_ is not None:
            yield ("else",), node.else_
    elif isinstance(node, LoopNode):
        yield ("loop", "do"), node.loop.do
    elif isinstance(node, ParallelNode):
        yield from ((("parallel", "roles", role), inner) for role, inner in node.parallel.roles.items())


class Survey:
    """What the flow says as a whole.

    `around` has the loops around each response, outermost first, where it is asked first; `inside` the responses asked
    in each loop, `loops` the loops around each loop with itself last, `looped` the stages that are in a loop; `asked`
    the responses that each role is asked, in the document's order.
    """

    def __init__(self, protocol: Protocol) -> None:
        self.around: dict[str, tuple[str, ...]] = {}
        self.inside: dict[str, dict[str, None]] = {}
        self.loops: dict[str, tuple[str, ...]] = {}
        self.looped: set[str] = set()
        self._stages = {stage.id: stage for stage in protocol.stages}
        everyone = roles_of(protocol)
        asked: dict[str, set[str]] = {role: set() for role in everyone}
        self._walk(protocol.flow, (), frozenset(everyone), asked)
        order = [response.id for response in protocol.responses]
        self.asked = {role: tuple(id for id in order if id in ids) for role, ids in asked.items()}

    def _walk(self, node: Any, loops: tuple[str, ...], roles: Roles, asked: dict[str, set[str]]) -> None:
        if isinstance(node, StageNode):
            self._stage(node.stage, loops, roles, asked)
        elif isinstance(node, EndNode) and node.end.stage is not None:
            self._stage(node.end.stage, loops, roles, asked)
        elif isinstance(node, LoopNode):
            loops = (*loops, node.loop.id)
            self.loops[node.loop.id] = loops
            self.inside.setdefault(node.loop.id, {})
        for path, inner in children(node):
            narrowed = roles & {str(path[-1])} if isinstance(node, ParallelNode) else roles
            self._walk(inner, loops, narrowed, asked)

    def _stage(self, id: str, loops: tuple[str, ...], roles: Roles, asked: dict[str, set[str]]) -> None:
        stage = self._stages.get(id)
        if stage is None:
            return
        if loops:
            self.looped.add(id)
        for response in dict.fromkeys(name for page in stage.pages for name in page.responses):
            self.around.setdefault(response, loops)
            for loop in loops:
                self.inside[loop][response] = None
            for role in roles if stage.role == "all" else roles & {stage.role}:
                asked[role].add(response)


def roles_of(protocol: Protocol) -> tuple[str, ...]:
    """The roles that play, in order: a group's, by its seats; else the first that is declared, or `participant`."""
    if protocol.groups is not None:
        return tuple(dict.fromkeys(seat.role for seat in protocol.groups.seats))
    return (protocol.roles[0].id if protocol.roles else "participant",)
