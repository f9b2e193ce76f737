"""Gateways: exclusive, parallel, random."""

from __future__ import annotations

from hawthorne.core.machine import Note
from hawthorne.flows.graph import Flow, Node, Reading, Spot
from hawthorne.flows.machine.allocation import Allocation, allocate
from hawthorne.flows.machine.state import Token
from hawthorne.flows.machine.walk import StepFailed, Walk


class Exclusive(Node):
    """The first flow, in document order, whose condition is true; else the default, or the one without a condition."""

    __slots__ = ("conditional", "otherwise")

    def ready(self) -> None:
        """Called once, when the flows are known."""
        self.conditional = [flow for flow in self.outs if flow.holds is not None and flow is not self.default]
        plain = [flow for flow in self.outs if flow.holds is None and flow is not self.default]
        self.otherwise = self.default or (plain[0] if len(plain) == 1 else None)

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        if self.only is not None:
            return self.only
        if not self.outs:
            walk.end(token, self)
            return None
        taken = self.otherwise
        for flow in self.conditional:
            assert flow.holds is not None
            if flow.holds(walk, token.frame, None, None) is True:
                taken = flow
                break
        if taken is None:
            raise StepFailed(self, f'no condition of "{self.label}" holds, and it has no default flow')
        walk.put(Note("took", token.frame.seat.prefix + self.id, taken.id))
        return taken


class Parallel(Node):
    """A join lets one path on when one has come along each incoming flow; a split takes every outgoing flow."""

    __slots__ = ()

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        if len(self.ins) > 1 and not self._complete(walk, token):
            walk.absorb(token)
            return None
        if self.only is not None:
            return self.only
        if not self.outs:
            walk.end(token, self)
            return None
        return walk.split(token, self.outs)

    def _complete(self, walk: Walk, token: Token) -> bool:
        arrived = token.frame.joins.setdefault(self, {})
        arrived[walk.along] = arrived.get(walk.along, 0) + 1
        if any(not arrived.get(flow.index) for flow in self.ins):
            return False
        for flow in self.ins:
            arrived[flow.index] -= 1
        return True


class Random(Node):
    """An arm drawn by the study's seed, the participant and the visit."""

    __slots__ = ("levels", "rule")

    def __init__(self, spot: Spot, rule: Allocation, levels: dict[str, Reading]) -> None:
        super().__init__(spot)
        self.rule = rule
        self.levels = levels

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        if not self.outs:
            walk.end(token, self)
            return None
        if len(self.outs) == 1:
            return self.outs[0]
        seat = token.frame.seat
        visit = seat.visits[self.index] = seat.visits.get(self.index, 0) + 1
        levels = {}
        for factor, read in self.levels.items():
            value = read(walk, token.frame, None, None)
            if value is None:
                raise StepFailed(self, f'"{self.label}" is stratified by {factor}, which has no value here')
            levels[factor] = str(value)
        arm, u = allocate(self.rule, str(walk.graph.seed), seat.instance, visit, levels, walk.strata)
        flow = self.outs[arm]
        drew = {"flow": flow.id, "arm": arm, "visit": visit, "u": u}
        walk.put(Note("drew", seat.prefix + self.id, drew | ({"levels": levels} if levels else {})))
        return flow
