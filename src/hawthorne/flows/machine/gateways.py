"""Gateways: exclusive, parallel, inclusive, complex, event-based, random."""

from __future__ import annotations

from hawthorne.core.errors import UsageError
from hawthorne.core.machine import Note
from hawthorne.flows.graph import Flow, Node, Reading, Spot
from hawthorne.flows.machine.allocation import Allocation, allocate
from hawthorne.flows.machine.leaving import StepFailed
from hawthorne.flows.machine.state import Frame, Token, Visit
from hawthorne.flows.machine.walk import Walk


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
        arrived = arrive(walk, token.frame, self)
        if any(not arrived.get(flow.index) for flow in self.ins):
            return False
        for flow in self.ins:
            arrived[flow.index] -= 1
        return True

    def left_over(self, arrived: dict[int, int]) -> str | None:
        if not any(arrived.values()):
            return None
        missing = ", ".join(flow.id for flow in self.ins if not arrived.get(flow.index))
        return f'the join "{self.label}" waits for {missing}, and no path can come along it any more'


class Inclusive(Node):
    """A split takes every flow whose condition is true, else the default. A join lets one path on once no other path
    of its scope can still reach it."""

    __slots__ = ("before",)

    def ready(self) -> None:
        self.before = reaching(self) if len(self.ins) > 1 else frozenset()

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        if len(self.ins) > 1:
            arrive(walk, token.frame, self)
            walk.joining[token.frame] = None
            walk.absorb(token)
            return None
        return self._onward(walk, token)

    def release(self, walk: Walk, frame: Frame) -> None:
        frame.joins[self].clear()
        token = Token(frame)
        frame.tokens[token] = None
        walk.follow(token, self._onward(walk, token))

    def _onward(self, walk: Walk, token: Token) -> Flow | None:
        flow = walk.onward(token, self)
        if flow is not None and len(self.outs) > 1:
            taken = [f.id for f in self.outs if f is not self.default and walk.holds(f, token)]
            walk.put(Note("took", token.frame.seat.prefix + self.id, taken or [flow.id]))
        return flow


class Complex(Inclusive):
    """Splits as an inclusive gateway. Its join lets a path on as soon as its activation condition is true (which reads
    `activationCount`, the number that has arrived), once for each time that all have arrived; without a condition it
    lets every path pass."""

    __slots__ = ("condition",)

    def __init__(self, spot: Spot, condition: Reading | None) -> None:
        super().__init__(spot)
        self.condition = condition

    def ready(self) -> None:
        self.before = frozenset()  # it goes on by its condition, whoever can still come

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        if len(self.ins) < 2 or self.condition is None:
            return self._onward(walk, token)
        frame = token.frame
        arrived = arrive(walk, frame, self)
        count = sum(n for flow, n in arrived.items() if flow >= 0)
        fires = _FIRED not in arrived and self.condition(walk, frame, None, {"activationCount": count}) is True
        if fires:
            arrived[_FIRED] = 0
        if all(arrived.get(flow.index) for flow in self.ins):
            arrived.clear()
        if not fires:
            walk.absorb(token)
            return None
        return self._onward(walk, token)

    def left_over(self, arrived: dict[int, int]) -> str | None:
        fine = _FIRED in arrived or not any(arrived.values())
        return None if fine else f'the activation condition of "{self.label}" never became true'


_FIRED = -1
"""Among the flows that have arrived at a complex join: it has let a path on."""


class EventBased(Node):
    """The branch whose event comes first: a message, a signal, a timer, a condition."""

    __slots__ = ()

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        for flow in self.outs:
            if flow.target.has_mail(walk):
                return flow
        visit = walk.open_visit(self, token)
        for flow in self.outs:
            flow.target.offer(walk, visit)
        return None

    def chosen(self, walk: Walk, visit: Visit, event: Node) -> None:
        """The event of a branch has come: the path goes on to it, and it need not wait."""
        token = visit.token
        flow = next(flow for flow in self.outs if flow.target is event)
        walk.post.forget(visit)
        walk.close_visit(visit)
        token.passes = flow.target
        walk.put(Note("took", token.frame.seat.prefix + self.id, flow.id))
        walk.follow(token, flow)

    def waits_for(self, visit: Visit) -> str:
        return "the first of " + ", ".join(flow.target.label for flow in self.outs)


def arrive(walk: Walk, frame: Frame, join: Node) -> dict[int, int]:
    """Count a token at a join by the flow that it came along; returns the counts, by flow."""
    arrived = frame.joins.setdefault(join, {})
    arrived[walk.along] = arrived.get(walk.along, 0) + 1
    return arrived


def reaching(join: Node) -> frozenset[int]:
    """The nodes from which a join can be reached, over flows and over boundary events, not through the join itself."""
    found: set[int] = set()
    ahead = [flow.source for flow in join.ins]
    while ahead:
        node = ahead.pop()
        if node is join or node.index in found:
            continue
        found.add(node.index)
        ahead.extend(flow.source for flow in node.ins)
        if node.host is not None:
            ahead.append(node.host)
    return frozenset(found)


class Random(Node):
    """An arm drawn by a seed, the participant and the visit. The seed is the run's, or the gateway's own secret one
    (None: it conceals its seed, and nobody gave it)."""

    __slots__ = ("levels", "rule", "seed")

    def __init__(self, spot: Spot, rule: Allocation, levels: dict[str, Reading], seed: str | None) -> None:
        super().__init__(spot)
        self.rule = rule
        self.levels = levels
        self.seed = seed

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
        if self.seed is None:
            raise UsageError(f'"{self.label}" conceals its allocation: give --allocation-seed {self.id}=SEED')
        arm, u = allocate(self.rule, self.seed, seat.instance, visit, levels, walk.strata)
        flow = self.outs[arm]
        drew = {"flow": flow.id, "arm": arm, "visit": visit, "u": u}
        walk.put(Note("drew", seat.prefix + self.id, drew | ({"levels": levels} if levels else {})))
        return flow
