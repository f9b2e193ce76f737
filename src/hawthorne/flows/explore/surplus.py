"""Lack of synchronisation: paths that go on side by side and come to one node that does not join them.

Which flows can carry a path at once is a relation that a few rules close (Kovalyov & Esparza 1996): a split puts its
flows beside one another; what lies beside a node's way in lies beside its ways on; a join's ways on lie beside what all
of its ways in lie beside. For free-choice processes without deadlocks the relation is exact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hawthorne.flows.explore.net import Net, Stop
from hawthorne.flows.graph import Node
from hawthorne.flows.machine.events import Boundary
from hawthorne.flows.machine.gateways import EventBased, Inclusive

Edge = int
"""A sequence flow by its index; a boundary event, at which a path stands, by the bitwise complement of its node's."""
MOST = 20_000
"""How many pairs are looked at."""


class Surplus(NamedTuple):
    """A node that is reached along two flows by paths that go on side by side."""

    node: Node
    flows: tuple[str, str]


def surplus(net: Net) -> Iterator[Surplus]:
    """The first nodes at which side-by-side paths meet unjoined, and so do twice what follows."""
    met: dict[int, Surplus] = {}
    beside = _Beside(net, met)
    beside.close()
    yield from (met[index] for index in sorted(met))


class _Beside:
    """The relation, closed under its rules. A merge where two related flows meet is noted, and not passed by both."""

    def __init__(self, net: Net, met: dict[int, Surplus]) -> None:
        self.net, self.met = net, met
        self.pairs: set[tuple[Edge, Edge]] = set()
        self.near: dict[Edge, set[Edge]] = {}
        self.queue: deque[tuple[Edge, Edge]] = deque()
        self.target = {flow.index: flow.target for flow in net.graph.flows}

    def close(self) -> None:
        for stop in self.net.stops:
            for outs in _together(stop):
                self._all_beside(outs)
        while self.queue and len(self.pairs) < MOST:
            one, two = self.queue.popleft()
            self._move(one, two)
            self._move(two, one)

    def _all_beside(self, edges: list[Edge]) -> None:
        for place, one in enumerate(edges):
            for two in edges[place + 1 :]:
                self._relate(one, two)

    def _relate(self, one: Edge, two: Edge) -> None:
        pair = (min(one, two), max(one, two))
        if one == two or pair in self.pairs:
            return
        self.pairs.add(pair)
        self.near.setdefault(one, set()).add(two)
        self.near.setdefault(two, set()).add(one)
        self.queue.append(pair)

    def _move(self, edge: Edge, other: Edge) -> None:
        """What lies beside an edge lies beside what follows the node that it comes to."""
        node = self._ahead(edge)
        stop = self.net.stops[node.index]
        if stop.kind in ("join", "gather", "complex"):
            ins = [flow.index for flow in node.ins]
            if stop.kind == "join" and not all(other in self.near.get(way, ()) for way in ins if way != other):
                return
            if other in ins:
                return
            if isinstance(node, Inclusive) and stop.kind == "gather" and self._ahead(other).index in node.before:
                return
        elif len(node.ins) > 1 and self._meets(node, edge, other):
            return
        for follower in _onward(stop):
            self._relate(follower, other)

    def _meets(self, node: Node, edge: Edge, other: Edge) -> bool:
        """Whether both come to this node, which joins nothing; an end event may end any number of paths."""
        if other < 0 or self.target[other] is not node:
            return False
        if node.outs and node.index not in self.met and edge >= 0:
            flows = sorted((edge, other))
            names = [flow.id for flow in self.net.graph.flows]
            self.met[node.index] = Surplus(node, (names[flows[0]], names[flows[1]]))
        return True

    def _ahead(self, edge: Edge) -> Node:
        return self.target[edge] if edge >= 0 else self.net.graph.nodes[~edge]


def _outs(node: Node) -> list[Edge]:
    return [flow.index for flow in node.outs]


def _onward(stop: Stop) -> Iterable[Edge]:
    """What follows a node: its flows, and the boundary events on it."""
    around: tuple[Boundary, ...] = (*stop.free, *stop.called, *stop.after)
    return [*_outs(stop.node), *(~boundary.index for boundary in around)]


def _together(stop: Stop) -> Iterator[list[Edge]]:
    """The edges after a node that can carry paths at once."""
    beside = [~b.index for b in (*stop.free, *stop.called) if not b.interrupts]
    for boundary in beside:
        yield from ([out, boundary] for out in _outs(stop.node))
    for place, one in enumerate(beside):
        yield from ([one, two] for two in beside[place + 1 :])
    if not isinstance(stop.node, EventBased):
        for tokens, _ in stop.ways:
            if len(tokens) > 1:
                yield [token[2] for token in tokens if isinstance(token[2], int) and token[2] >= 0]
