"""Events: start, end, timers, messages; and the boundary events of activities."""

from __future__ import annotations

from collections.abc import Callable

from hawthorne.core.ask import Silence
from hawthorne.core.machine import Due, Failed, Given
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Flow, MessageFlow, Node, Reading, Spot
from hawthorne.flows.machine.state import Frame, Token, Visit
from hawthorne.flows.machine.talk import Talk, send
from hawthorne.flows.machine.walk import Message, StepFailed, Walk

Seconds = Callable[[Walk, Frame, "Visit | None"], float]
"""How long a timer waits, in seconds from now."""


class Event(Node):
    """A start, catch or throw event: waits for a message along a flow into it, else for its timer; then sends null
    along each of its flows."""

    __slots__ = ("talk", "timer", "timer_text")

    def __init__(self, spot: Spot, timer: Seconds | None, timer_text: str, talk: Talk | None) -> None:
        super().__init__(spot)
        self.timer = timer
        self.timer_text = timer_text
        self.talk = talk

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        if self.talk is not None and self.talk.ins:
            message = walk.collect(self.talk.ins)
            visit = walk.open_visit(self, token)
            if message is None:
                walk.listen(visit, self, self.talk.ins)
                return None
            return self._go_on(walk, visit, message.content)
        if self.timer is not None:
            visit = walk.open_visit(self, token)
            seconds = self.timer(walk, token.frame, visit)
            walk.wait(visit, key(visit, self), seconds)
            return None
        self._send(walk, token)
        return walk.onward(token, self)

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        walk.follow(visit.token, self._go_on(walk, visit, None))

    def hear_message(self, walk: Walk, visit: Visit, message: Message) -> None:
        walk.unlisten(visit)
        walk.follow(visit.token, self._go_on(walk, visit, message.content))

    def _go_on(self, walk: Walk, visit: Visit, content: JSON) -> Flow | None:
        token = visit.token
        if self.talk is not None and self.talk.ins:
            walk.values[self.id] = content
        walk.close_visit(visit)
        self._send(walk, token)
        return walk.onward(token, self)

    def _send(self, walk: Walk, token: Token) -> None:
        if self.talk is not None:
            for flow in self.talk.outs:
                send(walk, self, token.frame, None, flow, None, self.talk)

    def waits_for(self, visit: Visit) -> str:
        if self.talk is not None and self.talk.ins:
            return "a message along " + " or ".join(flow.id for flow in self.talk.ins)
        return f"its timer ({self.timer_text})"


class End(Node):
    """An end event: sends null along its flows and ends its path. `terminates` ends the whole scope; `fails` leaves
    the sub-process around it by its error boundary event."""

    __slots__ = ("fails", "talk", "terminates")

    def __init__(self, spot: Spot, talk: Talk | None, terminates: bool, fails: bool) -> None:
        super().__init__(spot)
        self.talk = talk
        self.terminates = terminates
        self.fails = fails

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        frame = token.frame
        if self.talk is not None:
            for flow in self.talk.outs:
                send(walk, self, frame, None, flow, None, self.talk)
        if self.fails and frame.owner is not None and frame.owner.node.boundary("error") is not None:
            raise StepFailed(self, f'it ended in "{self.label}"', frame.owner)
        if self.terminates:
            self._stop_others(walk, token)
        walk.end(token, self)
        return None

    def _stop_others(self, walk: Walk, token: Token) -> None:
        frame = token.frame
        frame.joins.clear()
        for other in [t for t in frame.tokens if t is not token]:
            if other.visit is not None:
                walk.cancel(other.visit)
            del frame.tokens[other]


class Boundary(Node):
    """An interrupting boundary event. `cause` is timer, message, conditional or error."""

    __slots__ = ("cause", "condition", "flows", "timer", "timer_text")

    def __init__(self, spot: Spot, cause: str) -> None:
        super().__init__(spot)
        self.cause = cause
        self.timer: Seconds | None = None
        self.timer_text = ""
        self.condition: Reading | None = None
        self.flows: list[MessageFlow] = []

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        return walk.onward(token, self)

    def arm(self, walk: Walk, visit: Visit) -> None:
        """Begin to watch over an activity that was just entered."""
        if self.timer is not None:
            walk.wait(visit, key(visit, self), self.timer(walk, visit.frame, visit))
        elif self.flows:
            walk.listen(visit, self, self.flows)


def key(visit: Visit, node: Node) -> str:
    """A key for a wait at a node: its seat and its performance, so that it never repeats."""
    return f"{visit.seat.name}/{node.id}.{visit.seat.play(node)}"


def content_of(event: Given) -> JSON:
    """What an answer brings to a step: its value, null for a silence."""
    return None if isinstance(event.answer, Silence) else event.answer.value
