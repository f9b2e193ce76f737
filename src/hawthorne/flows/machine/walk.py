"""The walk of one case: tokens move until each one waits, ends, or the case is over.

Facts that leave the walk are notes (see `hawthorne.core.machine.FACTS`): `reached`, `drew`, `took`, `left`, `wrote`,
`sent`, `row`, `receipt` and `stuck`. Nothing outside reads its state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from hawthorne.core.ask import Ask
from hawthorne.core.machine import (
    Begin,
    Done,
    Drop,
    Due,
    Effect,
    Event,
    Failed,
    Given,
    Note,
    Put,
    Signal,
    Sink,
    Told,
    Wait,
)
from hawthorne.core.result import Result, Status
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Flow, Graph, MessageFlow, Node
from hawthorne.flows.machine.carry import carry_of, take_over
from hawthorne.flows.machine.leaving import StepFailed, fail, withdraw
from hawthorne.flows.machine.post import CONDITION, Message, Post, signal_channel
from hawthorne.flows.machine.seats import enter_pool, seat_done
from hawthorne.flows.machine.state import Frame, Seat, Token, Visit

IDLE_PASSES = 10_000
"""A loop that passes so often with nothing put and nothing waited for is stuck."""


class Limits(NamedTuple):
    """The budgets of a walk: nodes a path may reach, passes a loop may make."""

    steps: int = 1_000_000
    passes: int = 100_000


def _nowhere(effect: Effect) -> None:
    raise AssertionError(f"an effect outside of an event: {effect!r}")


class Walk:
    """The machine of one case.

    `lanes` says which instances of which pools the case holds; a case with one seat writes plain ids, one with
    several writes `<instance>/` before them.
    """

    def __init__(self, graph: Graph, case: int, lanes: Mapping[str, range], limits: Limits) -> None:
        self.graph = graph
        self.case = case
        self.limits = limits
        self.now = 0.0
        self.over = False
        self.put: Sink = _nowhere
        self.reached = [0] * len(graph.nodes)
        self.taken = [0] * len(graph.flows)
        self.trace: list[str] | None = [] if graph.reads_trace else None
        self.strata: dict[str, int] = {}
        self.values: dict[str, JSON] = {}
        self.lasting = {id: dict(held) for id, held in graph.lasting.items()}
        self.seats: list[Seat] = []
        self.keys: dict[str, Visit | None] = {}
        self.visits: dict[Visit, None] = {}
        self.queue: deque[tuple[Token, Flow | None, Node]] = deque()
        self.post = Post()
        self.joining: dict[Frame, None] = {}
        self.changed = False
        self.along = -1
        self.idle = 0
        self._idle_limit = IDLE_PASSES * max(1, len(graph.nodes))
        self.lanes = {pool.id: lanes[pool.id] for pool in graph.pools if pool.id in lanes}
        self.single = sum(len(lane) for lane in self.lanes.values()) == 1

    # --- events --------------------------------------------------------------------------------------------------

    def advance(self, event: Event, now: float, put: Sink) -> None:
        """Take one event; see `hawthorne.core.machine.Machine`."""
        self.now = self.graph.clock.moment = now
        self.put = put
        self.idle = 0
        try:
            if isinstance(event, (Given, Failed)):
                self._heard(event.ask.id, event)
            elif isinstance(event, Due):
                self._heard(event.key, event)
            elif isinstance(event, Begin):
                self._begin(event.carry)
            elif isinstance(event, Told):
                self._told(event)
            self._run()
        finally:
            self.put = _nowhere

    def _begin(self, carry: JSON) -> None:
        if carry:
            take_over(self, carry)
        for pool in self.graph.pools:
            if pool.id in self.lanes:
                enter_pool(self, pool, self.lanes[pool.id].start)

    def _heard(self, key: str, event: Given | Failed | Due) -> None:
        visit = self.keys.pop(key, None)
        if visit is None:
            return
        node = visit.keys.pop(key)
        try:
            node.hear(self, visit, key, event)
        except StepFailed as failure:
            fail(self, failure, visit.token)

    def _told(self, event: Told) -> None:
        if event.id is not None:
            value = {"id": event.id, "ok": False, "why": f'a study flow takes no command "{event.name}"'}
            self.put(Note("receipt", event.role or "", value))
        elif event.name == "quiet":
            self.stuck()
        else:
            self.broadcast(event.name, event.value)

    # --- moving --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        queue = self.queue
        while not self.over:
            while queue and not self.over:
                token, flow, node = queue.popleft()
                if token in token.frame.tokens:
                    try:
                        self._move(token, flow, node)
                    except StepFailed as failure:
                        fail(self, failure, token)
            if self.over or not (self._conditions() or self._joins()):
                break
        if not self.over and not self.keys:
            self.stuck()

    def _move(self, token: Token, flow: Flow | None, node: Node) -> None:
        put, reached, taken, trace = self.put, self.reached, self.taken, self.trace
        prefix, most = token.frame.seat.prefix, self.limits.steps
        while True:
            reached[node.index] += 1
            if trace is not None:
                trace.append(node.id)
            if flow is None:
                put(Note("reached", prefix + node.id))
            else:
                taken[flow.index] += 1
                self.along = flow.index
                put(Note("reached", prefix + node.id, flow.id))
            token.steps += 1
            self.idle += 1
            if token.steps > most:
                raise StepFailed(node, f"a path may reach {most:,} nodes, and this one did (--max-steps raises it)")
            if self.idle > self._idle_limit:
                why = f"a loop passed {IDLE_PASSES:,} times with nothing asked and nothing waited for"
                raise StepFailed(node, why, status="stuck")
            flow = node.enter(self, token)
            if flow is None:
                return
            node = flow.target

    def onward(self, token: Token, node: Node, visit: Visit | None = None) -> Flow | None:
        """The flow on which a token goes on after a node that is no gateway: every flow without a condition and every
        one whose condition holds, else the default; more than one makes new paths. No flow at all ends the path."""
        if node.only is not None:
            return node.only
        if not node.outs:
            self.end(token, node)
            return None
        flows = [f for f in node.outs if f is not node.default and self.holds(f, token, visit)]
        if not flows:
            if node.default is None:
                raise StepFailed(node, f'no flow out of "{node.label}" has a condition that holds, and none is default')
            flows = [node.default]
        return self.split(token, flows)

    def holds(self, flow: Flow, token: Token, visit: Visit | None = None) -> bool:
        """Whether a flow has no condition, or one that is true."""
        return flow.holds is None or flow.holds(self, token.frame, visit, None) is True

    def split(self, token: Token, flows: list[Flow]) -> Flow:
        """The first flow for this path; each further one is a new path, in drawn order."""
        for flow in flows[1:]:
            twin = Token(token.frame, token.steps)
            token.frame.tokens[twin] = None
            self.queue.append((twin, flow, flow.target))
        return flows[0]

    def follow(self, token: Token, flow: Flow | None) -> None:
        """Let a token that waited go on along a flow."""
        if flow is not None:
            self.queue.append((token, flow, flow.target))

    def end(self, token: Token, node: Node) -> None:
        """A path ends at a node; the last path of a frame ends the frame."""
        frame = token.frame
        frame.seat.last = node.id
        del frame.tokens[token]
        if token.after is not None:
            token.after.node.handled(self, token.after)
            return
        if frame.owner is not None and frame.owner.node.path_ended(self, frame.owner, frame):
            return
        if not frame.tokens:
            self.close(frame)

    def absorb(self, token: Token) -> None:
        """A path ends in a join."""
        frame = token.frame
        del frame.tokens[token]
        if not frame.tokens:
            self.close(frame)

    def close(self, frame: Frame) -> None:
        """The last path of a frame has ended: its scope is done."""
        join = self._next_join(frame, last=True)
        if join is not None:
            join.release(self, frame)
            return
        for node, arrived in frame.joins.items():
            why = node.left_over(arrived)
            if why is not None:
                raise StepFailed(node, why, frame.owner)
        self.joining.pop(frame, None)
        if frame.ready:
            withdraw(self, set(frame.ready))
        if frame.owner is None:
            seat_done(self, frame.seat)
        else:
            frame.owner.node.inside_done(self, frame.owner, frame)

    def _joins(self) -> bool:
        """Let the inclusive joins go on that no path can reach any more; True when one did."""
        for frame in list(self.joining):
            join = self._next_join(frame)
            if join is not None:
                join.release(self, frame)
                return True
        return False

    def _next_join(self, frame: Frame, last: bool = False) -> Node | None:
        """The first inclusive join that has paths and that no other path can reach: none of the frame's tokens, none
        that waits at another such join. Where they wait for each other and nothing else is left, the first of all."""
        pending = [node for node, arrived in frame.joins.items() if node.before and any(arrived.values())]
        pending.sort(key=lambda node: node.index)
        at = {token.visit.node.index for token in frame.tokens if token.visit is not None}
        for node in pending:
            others = at | {other.index for other in pending if other is not node}
            if not others & node.before:
                return node
        return pending[0] if pending and last else None

    def _conditions(self) -> bool:
        """Ask the conditional events that listen, once data has changed; True when one has become true."""
        if not self.changed:
            return False
        self.changed = False
        for visit, node in self.post.listeners(CONDITION):
            if not visit.closed and node.becomes_true(self, visit):
                node.hear_condition(self, visit)
                return True
        return False

    # --- scopes and seats ----------------------------------------------------------------------------------------

    def open_frame(self, frame: Frame, start: bool = True) -> None:
        """Enter a scope: its properties take their values, its event sub-processes stand ready, and a token stands at
        its start."""
        scope = frame.scope
        frame.props = {**scope.properties, **scope.fixed}
        for node in scope.listeners:
            visit = Visit(node, Token(frame))
            frame.ready.append(visit)
            node.stand_ready(self, visit)
        if start:
            assert scope.start is not None, "check refuses a scope that cannot start"
            self.start(frame, scope.start)

    def start(self, frame: Frame, node: Node) -> Token:
        """Put a new token at a node of a frame."""
        token = Token(frame)
        frame.tokens[token] = None
        self.queue.append((token, None, node))
        return token

    def finish(self, status: Status, where: str | None, why: str | None) -> None:
        """The case is over."""
        self.over = True
        self.put(Done(Result(status, where, why, None, carry_of(self))))

    def stuck(self) -> None:
        """Nothing can happen any more: say what each path waits for, and end."""
        waits = []
        for visit in self.visits:
            if not visit.frames:
                who = visit.seat.prefix + visit.node.id
                text = visit.node.waits_for(visit)
                waits.append((who, text))
                self.put(Note("stuck", who, {"waits": text}))
        where = waits[0][0] if waits else None
        why = "; ".join(f'"{who}" waits for {text}' for who, text in waits) or "no path is left"
        self.finish("stuck", where, why)

    # --- visits and keys -----------------------------------------------------------------------------------------

    def open_visit(self, node: Node, token: Token) -> Visit:
        """A token stays at a node."""
        visit = Visit(node, token)
        token.visit = visit
        self.visits[visit] = None
        return visit

    def close_visit(self, visit: Visit) -> None:
        """A stay ends regularly: what it still holds open (boundary timers) is dropped."""
        visit.closed = True
        visit.token.visit = None
        del self.visits[visit]
        for key in visit.keys:
            del self.keys[key]
            self.put(Drop(key))
        visit.keys.clear()

    def ask(self, visit: Visit | None, ask: Ask) -> None:
        """Put an ask; its answer comes to the visit (None: nobody waits for it)."""
        self.idle = 0
        self.keys[ask.id] = visit
        if visit is not None:
            visit.keys[ask.id] = visit.node
            visit.quiet = 0
        self.put(Put(ask))

    def wait(self, visit: Visit, node: Node, seconds: float) -> None:
        """Arm a wait at a visit; its end comes to the node (the visit's own, or a boundary event on it)."""
        self.idle = 0
        key = visit.seat.key(node)
        self.keys[key] = visit
        visit.keys[key] = node
        visit.quiet = 0
        self.put(Wait(key, seconds))

    def withdraw(self, visit: Visit, key: str) -> None:
        """Withdraw one ask or wait of a visit."""
        if visit.keys.pop(key, None) is not None:
            del self.keys[key]
            self.put(Drop(key))

    def write(self, frame: Frame, who: str, value: JSON) -> None:
        """Note that a property or a data element took a value."""
        self.changed = True
        self.put(Note("wrote", frame.seat.prefix + who, value))

    # --- messages and signals ------------------------------------------------------------------------------------

    def deliver(self, flow: MessageFlow, content: JSON, seat: Seat, in_reply_to: str | None = None) -> None:
        """A message comes along a flow: it wakes whoever listens there, else it waits in the flow's mailbox."""
        self.post.sent += 1
        message = Message(f"{flow.id}.{self.post.sent}", flow.id, content, in_reply_to)
        value = {"content": content, "id": message.id} | ({"inReplyTo": in_reply_to} if in_reply_to else {})
        self.put(Note("sent", seat.prefix + flow.id, value))
        listener = self.post.first(flow.id)
        if listener is None:
            self.post.keep(message)
        else:
            visit, node = listener
            node.hear_message(self, visit, message)

    def broadcast(self, name: str, value: JSON) -> None:
        """A signal: everyone who listens hears it, within the case; whoever holds it may pass it on."""
        for visit, node in self.post.listeners(signal_channel(name)):
            if not visit.closed:
                node.hear_signal(self, visit, value)

    def signal(self, name: str, value: JSON) -> None:
        """Throw a signal."""
        self.put(Signal(name, value))
        self.broadcast(name, value)
