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
    Sink,
    Told,
    Wait,
)
from hawthorne.core.result import Result, Status
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Flow, Graph, MessageFlow, Node, Pool
from hawthorne.flows.machine.state import Frame, Seat, Token, Visit

# Long because it is one state machine: every verb of a token reads and writes the same few tables.

IDLE_PASSES = 10_000
"""A loop that passes so often with nothing put and nothing waited for is stuck."""


class Limits(NamedTuple):
    """The budgets of a walk: nodes a path may reach, passes a loop may make."""

    steps: int = 1_000_000
    passes: int = 100_000


class StepFailed(Exception):
    """A step broke: an error boundary event on it, or around it, catches it; else the case fails."""

    def __init__(self, node: Node, why: str, visit: Visit | None = None, status: Status = "failed") -> None:
        super().__init__(why)
        self.node, self.why, self.visit, self.status = node, why, visit, status


class Message(NamedTuple):
    """A message between pools with processes."""

    id: str
    flow: str
    content: JSON
    in_reply_to: str | None = None


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
        self.roots: dict[Seat, Frame] = {}
        self.keys: dict[str, Visit | None] = {}
        self.visits: dict[Visit, None] = {}
        self.queue: deque[tuple[Token, Flow | None, Node]] = deque()
        self.mail: dict[str, deque[Message]] = {}
        self.listening: dict[str, dict[Visit, Node]] = {}
        self.along = -1
        self.idle = 0
        self._idle_limit = IDLE_PASSES * max(1, len(graph.nodes))
        self._lanes = {pool.id: lanes[pool.id] for pool in graph.pools if pool.id in lanes}
        self._single = sum(len(lane) for lane in self._lanes.values()) == 1
        self._messages = 0
        self._result: JSON = None

    # --- events --------------------------------------------------------------------------------------------------

    def advance(self, event: Event, now: float, put: Sink) -> None:
        """Take one event; see `hawthorne.core.machine.Machine`."""
        self.now = self.graph.clock.moment = now
        self.put = put
        self.idle = 0
        try:
            if isinstance(event, Given):
                self._heard(event.ask.id, event)
            elif isinstance(event, Due):
                self._heard(event.key, event)
            elif isinstance(event, Failed):
                self._heard(event.ask.id, event)
            elif isinstance(event, Begin):
                self._begin(event.carry)
            elif isinstance(event, Told):
                self._told(event)
            self._run()
        finally:
            self.put = _nowhere

    def _begin(self, carry: JSON) -> None:
        if carry:
            self._take_over(carry)
        for pool in self.graph.pools:
            if pool.id in self._lanes:
                self._enter_pool(pool, self._lanes[pool.id].start)

    def _heard(self, key: str, event: Given | Failed | Due) -> None:
        visit = self.keys.pop(key, None)
        if visit is None:
            return
        del visit.keys[key]
        try:
            visit.node.hear(self, visit, key, event)
        except StepFailed as failure:
            self.fail(failure, visit.token)

    def _told(self, event: Told) -> None:
        if event.id is not None:
            value = {"id": event.id, "ok": False, "why": f'a study flow takes no command "{event.name}"'}
            self.put(Note("receipt", event.role or "", value))
        elif event.name == "quiet":
            self.stuck()

    # --- moving --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        queue = self.queue
        while queue and not self.over:
            token, flow, node = queue.popleft()
            if token in token.frame.tokens:
                try:
                    self._move(token, flow, node)
                except StepFailed as failure:
                    self.fail(failure, token)
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
        flows = [f for f in node.outs if f is not node.default and self._holds(f, token, visit)]
        if not flows:
            if node.default is None:
                raise StepFailed(node, f'no flow out of "{node.label}" has a condition that holds, and none is default')
            flows = [node.default]
        return self.split(token, flows)

    def _holds(self, flow: Flow, token: Token, visit: Visit | None) -> bool:
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
        for node, arrived in frame.joins.items():
            if any(arrived.values()):
                missing = [flow.id for flow in node.ins if not arrived.get(flow.index)]
                why = f'the join "{node.label}" waits for {", ".join(missing)}, and no path can come along it any more'
                raise StepFailed(node, why, frame.owner)
        if frame.owner is None:
            self._seat_done(frame.seat)
        else:
            frame.owner.node.inside_done(self, frame.owner)

    # --- scopes and seats ----------------------------------------------------------------------------------------

    def open_frame(self, frame: Frame) -> None:
        """Enter a scope: its properties take their values, and a token stands at its start."""
        scope = frame.scope
        frame.props = {**scope.properties, **scope.fixed}
        token = Token(frame)
        frame.tokens[token] = None
        assert scope.start is not None, "check refuses a scope that cannot start"
        self.queue.append((token, None, scope.start))

    def _enter_pool(self, pool: Pool, instance: int) -> None:
        for element in pool.elements & self.values.keys():
            del self.values[element]
        name = str(self.case) if self._single else f"{self.case}/{len(self.seats) + 1}"
        prefix = "" if self._single else f"{len(self.seats) + 1}/"
        seat = Seat(pool, instance, name, prefix, self.values)
        self.seats.append(seat)
        frame = Frame(pool.scope, seat, None, None)
        frame.instance = instance if pool.repeats else None
        self.roots[seat] = frame
        self.open_frame(frame)
        frame.props.update(self._kept(pool, frame))

    def _kept(self, pool: Pool, frame: Frame) -> dict[str, JSON]:
        """The starting values that the file's `state` gives a process; a repeated pool takes them anew each time."""
        given = self.graph.start_state.get(pool.scope.id)
        return {k: v for k, v in given.items() if k in frame.props} if isinstance(given, Mapping) else {}

    def _seat_done(self, seat: Seat) -> None:
        seat.done = True
        lane = self._lanes[seat.pool.id]
        if seat.instance + 1 in lane:
            self._enter_pool(seat.pool, seat.instance + 1)
            return
        for flow in self.graph.once:
            if flow.source_pool == seat.pool.id:
                self.deliver(flow, None, seat)
        if all(other.done for other in self.seats):
            self._finish(Result("ended", seat.prefix + (seat.last or ""), None, self._result, self._carry()))

    def _finish(self, result: Result) -> None:
        self.over = True
        self.put(Done(result))

    # --- failing and leaving -------------------------------------------------------------------------------------

    def fail(self, failure: StepFailed, token: Token | None = None) -> None:
        """Leave by the nearest error boundary event around a step that broke; without one the case ends."""
        visit = failure.visit
        if visit is None and token is not None:
            visit = token.visit or token.frame.owner
        if failure.status == "failed":
            while visit is not None:
                boundary = visit.node.boundary("error")
                if boundary is not None and not visit.closed:
                    try:
                        self.leave(visit, boundary, "error", failure.why)
                    except StepFailed as again:
                        self.fail(again, visit.token)
                    return
                visit = visit.frame.owner
        seat = token.frame.seat if token else failure.visit.seat if failure.visit else self.seats[-1]
        where = seat.prefix + failure.node.id
        if failure.status == "stuck":
            self.put(Note("stuck", where, {"waits": failure.why}))
        self._finish(Result(failure.status, where, failure.why, None, self._carry()))

    def stuck(self) -> None:
        """Nothing can happen any more: say what each path waits for, and end."""
        waits = []
        for visit in self.visits:
            if not isinstance(visit.box, Frame):
                who = visit.seat.prefix + visit.node.id
                text = visit.node.waits_for(visit)
                waits.append((who, text))
                self.put(Note("stuck", who, {"waits": text}))
        where = waits[0][0] if waits else None
        why = "; ".join(f'"{who}" waits for {text}' for who, text in waits) or "no path is left"
        self._finish(Result("stuck", where, why, None, self._carry()))

    def leave(self, visit: Visit, boundary: Node, cause: str, why: str | None = None) -> None:
        """A boundary event fires: what its activity holds open is dropped, and its path goes on from the event."""
        token, prefix = visit.token, visit.seat.prefix
        self.cancel(visit)
        value = {"by": boundary.id, "cause": cause} | ({} if why is None else {"why": why})
        self.put(Note("left", prefix + visit.node.id, value))
        token.visit = None
        self.queue.append((token, None, boundary))

    def cancel(self, visit: Visit) -> None:
        """Withdraw a visit and all that runs inside it, keys in the order they were opened."""
        inside = set(self._within(visit))
        for closing in inside:
            closing.closed = True
            del self.visits[closing]
            if isinstance(closing.box, Frame):
                closing.box.tokens.clear()
            for listeners in self.listening.values():
                listeners.pop(closing, None)
        for key in [key for key, holder in self.keys.items() if holder in inside]:
            del self.keys[key]
            self.put(Drop(key))

    def _within(self, visit: Visit) -> list[Visit]:
        found = [visit]
        if isinstance(visit.box, Frame):
            for token in visit.box.tokens:
                if token.visit is not None:
                    found.extend(self._within(token.visit))
        return found

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
            visit.keys[ask.id] = None
            visit.quiet = 0
        self.put(Put(ask))

    def wait(self, visit: Visit, key: str, seconds: float) -> None:
        """Arm a wait; its end comes to the visit."""
        self.idle = 0
        self.keys[key] = visit
        visit.keys[key] = None
        visit.quiet = 0
        self.put(Wait(key, seconds))

    def withdraw(self, visit: Visit, key: str) -> None:
        """Withdraw one ask or wait of a visit."""
        if visit.keys.pop(key, self) is None:
            del self.keys[key]
            self.put(Drop(key))

    def write(self, frame: Frame, who: str, value: JSON) -> None:
        """Note that a property or a data element took a value."""
        self.put(Note("wrote", frame.seat.prefix + who, value))

    # --- messages between pools ----------------------------------------------------------------------------------

    def deliver(self, flow: MessageFlow, content: JSON, seat: Seat, in_reply_to: str | None = None) -> None:
        """A message comes along a flow: it wakes whoever listens there, else it waits in the flow's mailbox."""
        self._messages += 1
        message = Message(f"{flow.id}.{self._messages}", flow.id, content, in_reply_to)
        value = {"content": content, "id": message.id} | ({"inReplyTo": in_reply_to} if in_reply_to else {})
        self.put(Note("sent", seat.prefix + flow.id, value))
        listeners = self.listening.get(flow.id)
        if listeners:
            visit, node = next(iter(listeners.items()))
            del listeners[visit]
            if node is visit.node:
                visit.node.hear_message(self, visit, message)
            else:
                self.leave(visit, node, "message")
        else:
            self.mail.setdefault(flow.id, deque()).append(message)

    def collect(self, flows: list[MessageFlow]) -> Message | None:
        """Take the first message that waits along one of the flows, in their order."""
        for flow in flows:
            box = self.mail.get(flow.id)
            if box:
                return box.popleft()
        return None

    def listen(self, visit: Visit, node: Node, flows: list[MessageFlow]) -> None:
        """Let a visit hear what comes along the flows; `node` is a boundary event, or the visit's own node."""
        for flow in flows:
            self.listening.setdefault(flow.id, {})[visit] = node

    def unlisten(self, visit: Visit) -> None:
        """The visit hears no message any more."""
        for listeners in self.listening.values():
            listeners.pop(visit, None)

    # --- what one case hands to the next -------------------------------------------------------------------------

    def _carry(self) -> JSON:
        if not self.graph.shared:
            return None
        return {
            "reached": {node.id: n for node, n in zip(self.graph.nodes, self.reached, strict=True) if n},
            "taken": {flow.id: n for flow, n in zip(self.graph.flows, self.taken, strict=True) if n},
            "strata": dict(self.strata),
            "lasting": self.lasting,
            "trace": self.trace,
        }

    def _take_over(self, carry: JSON) -> None:
        for node in self.graph.nodes:
            self.reached[node.index] = carry["reached"].get(node.id, 0)
        for flow in self.graph.flows:
            self.taken[flow.index] = carry["taken"].get(flow.id, 0)
        self.strata = dict(carry["strata"])
        if self.trace is not None and carry["trace"] is not None:
            self.trace = list(carry["trace"])
        for id, held in carry["lasting"].items():
            self.lasting[id] = dict(held)
