"""Events: start, catch, throw and end events, and the boundary events of activities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hawthorne.core.ask import Silence
from hawthorne.core.machine import Due, Failed, Given
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Flow, MessageFlow, Node, Reading, Spot
from hawthorne.flows.machine import compensation
from hawthorne.flows.machine.leaving import StepFailed, cancel_frame, catch, leave, trigger
from hawthorne.flows.machine.post import CONDITION, Message, signal_channel
from hawthorne.flows.machine.state import Frame, Token, Visit
from hawthorne.flows.machine.talk import Talk, send
from hawthorne.flows.machine.walk import Walk

Seconds = Callable[[Walk, Frame, "Visit | None"], float]
"""How long a timer waits, in seconds from now."""


@dataclass(eq=False)
class Occasion:
    """What an event waits for: a timer, messages along flows, a signal, a condition; None and empty where it is not
    that. `turns` is how often a timer's cycle comes round (None: without end)."""

    timer: Seconds | None = None
    timer_text: str = ""
    turns: int | None = 1
    flows: list[MessageFlow] = field(default_factory=list)
    signal: str | None = None
    condition: Reading | None = None

    @property
    def waits(self) -> bool:
        """Whether there is anything to wait for."""
        return bool(self.timer or self.flows or self.signal is not None or self.condition)

    def listen(self, walk: Walk, visit: Visit, node: Node) -> None:
        """Begin to wait, at a visit, on behalf of a node."""
        if self.flows:
            walk.post.listen(visit, node, [flow.id for flow in self.flows])
        if self.signal is not None:
            walk.post.listen(visit, node, [signal_channel(self.signal)])
        if self.condition is not None:
            walk.post.listen(visit, node, [CONDITION])
            walk.changed = True
        if self.timer is not None:
            walk.wait(visit, node, self.timer(walk, visit.frame, visit))

    def listen_again(self, walk: Walk, visit: Visit, node: Node) -> None:
        """Wait once more after a turn of a timer's cycle, where more are to come and the visit is still open."""
        rounds = visit.rounds[node] = visit.rounds.get(node, 0) + 1
        if not visit.closed and (self.turns is None or rounds < self.turns):
            self.listen(walk, visit, node)

    def true(self, walk: Walk, visit: Visit) -> bool:
        """Whether the condition is true now."""
        return self.condition is not None and self.condition(walk, visit.frame, visit, None) is True

    def words(self) -> str:
        """What it waits for, in words."""
        parts = [f"a message along {flow.id}" for flow in self.flows]
        parts += [f'the signal "{self.signal}"'] if self.signal is not None else []
        parts += ["its condition"] if self.condition is not None else []
        parts += [f"its timer ({self.timer_text})"] if self.timer is not None else []
        return " or ".join(parts) or "nothing that can come"


@dataclass(eq=False)
class Throw:
    """What an event throws when it is passed: a signal, an escalation, compensation (of one activity, or of all)."""

    signal: str | None = None
    escalation: str | None = None
    escalates: bool = False
    compensates: bool = False
    activity: str | None = None


def throw(walk: Walk, node: Node, token: Token, what: Throw) -> bool:
    """Throw at a node; True when the path waits (for compensation), or was ended by whoever caught it."""
    if what.signal is not None:
        walk.signal(what.signal, None)
    if what.escalates:
        catch(walk, None, token.frame, "escalation", what.escalation, None)
    if what.compensates:
        handlers = compensation.handlers(token.frame, what.activity)
        if handlers:
            compensation.begin(walk, walk.open_visit(node, token), handlers)
            return True
    return token not in token.frame.tokens


class Event(Node):
    """A start, catch or throw event: waits for its occasion, throws what it throws, sends null along its flows."""

    __slots__ = ("link", "occasion", "talk", "throw")

    def __init__(self, spot: Spot, occasion: Occasion, talk: Talk | None, throw: Throw | None = None) -> None:
        super().__init__(spot)
        self.occasion = occasion
        self.talk = talk
        self.throw = throw
        self.link: Node | None = None
        """Of a throwing link event: the catching one, where the path goes on."""

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        passes, token.passes = token.passes is self, None
        if self.occasion.flows:
            message = walk.post.take([flow.id for flow in self.occasion.flows])
            if message is not None:
                walk.values[self.id] = message.content
                return self._pass(walk, token)
        if self.occasion.waits and not passes:
            self.occasion.listen(walk, walk.open_visit(self, token), self)
            return None
        return self._pass(walk, token)

    def _pass(self, walk: Walk, token: Token) -> Flow | None:
        if self.talk is not None:
            for flow in self.talk.outs:
                send(walk, self, token.frame, None, flow, None, self.talk)
        if self.throw is not None and throw(walk, self, token, self.throw):
            return None
        if self.link is not None:
            walk.queue.append((token, None, self.link))
            return None
        return walk.onward(token, self)

    # --- what it hears -------------------------------------------------------------------------------------------

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        self._come(walk, visit)

    def hear_message(self, walk: Walk, visit: Visit, message: Message) -> None:
        if visit.node is self:
            walk.values[self.id] = message.content
        else:
            walk.post.keep(message)
        self._come(walk, visit)

    def hear_signal(self, walk: Walk, visit: Visit, value: JSON) -> None:
        self._come(walk, visit)

    def hear_condition(self, walk: Walk, visit: Visit) -> None:
        self._come(walk, visit)

    def becomes_true(self, walk: Walk, visit: Visit) -> bool:
        return self.occasion.true(walk, visit)

    def _come(self, walk: Walk, visit: Visit) -> None:
        if visit.node is not self:
            visit.node.chosen(walk, visit, self)
            return
        token = visit.token
        walk.post.forget(visit)
        walk.close_visit(visit)
        walk.follow(token, self._pass(walk, token))

    def handled(self, walk: Walk, visit: Visit) -> None:
        if compensation.go_on(walk, visit):
            token = visit.token
            walk.close_visit(visit)
            walk.follow(token, walk.onward(token, self))

    def has_mail(self, walk: Walk) -> bool:
        return any(walk.post.waiting(flow.id) for flow in self.occasion.flows)

    def offer(self, walk: Walk, visit: Visit) -> None:
        self.occasion.listen(walk, visit, self)

    def waits_for(self, visit: Visit) -> str:
        return self.occasion.words() if visit.items is None else "its compensation handlers"


class End(Node):
    """An end event: sends null along its flows, throws what it throws and ends its path. `terminates` ends the whole
    scope; `fails` throws an error; `cancels` ends the transaction around it."""

    __slots__ = ("cancels", "error", "fails", "talk", "terminates", "throw")

    def __init__(self, spot: Spot, talk: Talk | None, throw: Throw | None) -> None:
        super().__init__(spot)
        self.talk = talk
        self.throw = throw
        self.terminates = False
        self.fails = False
        self.error: str | None = None
        self.cancels = False

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        frame = token.frame
        if self.talk is not None:
            for flow in self.talk.outs:
                send(walk, self, frame, None, flow, None, self.talk)
        if self.fails and catch(walk, None, frame, "error", self.error, f'it ended in "{self.label}"'):
            return None
        if self.throw is not None and throw(walk, self, token, self.throw):
            return None
        if self.cancels and frame.owner is not None:
            self._cancel(walk, token, frame.owner)
            return None
        if self.terminates:
            cancel_frame(walk, frame, but=token)
        walk.end(token, self)
        return None

    def _cancel(self, walk: Walk, token: Token, owner: Visit) -> None:
        """Cancel the transaction: stop its other paths, compensate what it completed, leave by its cancel event."""
        cancel_frame(walk, token.frame, but=token)
        handlers = compensation.handlers(token.frame, None)
        if handlers:
            compensation.begin(walk, walk.open_visit(self, token), handlers)
        else:
            self._leave(walk, owner)

    def _leave(self, walk: Walk, owner: Visit) -> None:
        boundary = owner.node.catcher("cancel", None)
        if boundary is None:
            raise StepFailed(self, f'"{owner.node.label}" was cancelled, and no cancel event is attached to it', owner)
        leave(walk, owner, boundary, "cancel")

    def handled(self, walk: Walk, visit: Visit) -> None:
        if not compensation.go_on(walk, visit):
            return
        token = visit.token
        walk.close_visit(visit)
        if self.cancels and token.frame.owner is not None:
            self._leave(walk, token.frame.owner)
        else:
            walk.end(token, self)

    def waits_for(self, visit: Visit) -> str:
        return "its compensation handlers"


class Boundary(Node):
    """A boundary event. `cause` is timer, message, signal, conditional, error, escalation, cancel or compensation;
    `code` narrows the errors or escalations that it catches."""

    __slots__ = ("cause", "code", "handler", "host", "interrupts", "occasion")

    def __init__(self, spot: Spot, cause: str, occasion: Occasion, interrupts: bool, code: str | None) -> None:
        super().__init__(spot)
        self.cause = cause
        self.occasion = occasion
        self.interrupts = interrupts
        self.code = code
        self.host: Node | None = None
        self.handler: Node | None = None

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        return walk.onward(token, self)

    def arm(self, walk: Walk, visit: Visit) -> None:
        """Begin to watch over an activity that was just entered."""
        self.occasion.listen(walk, visit, self)

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        trigger(walk, visit, self, self.cause)
        self.occasion.listen_again(walk, visit, self)

    def hear_message(self, walk: Walk, visit: Visit, message: Message) -> None:
        trigger(walk, visit, self, self.cause, value=message.content)

    def hear_signal(self, walk: Walk, visit: Visit, value: JSON) -> None:
        trigger(walk, visit, self, self.cause, value=value)

    def hear_condition(self, walk: Walk, visit: Visit) -> None:
        walk.post.forget(visit, self)
        trigger(walk, visit, self, self.cause)

    def becomes_true(self, walk: Walk, visit: Visit) -> bool:
        return self.occasion.true(walk, visit)


def content_of(event: Given) -> JSON:
    """What an answer brings to a step: its value, null for a silence."""
    return None if isinstance(event.answer, Silence) else event.answer.value
