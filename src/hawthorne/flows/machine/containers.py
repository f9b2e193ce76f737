"""Containers: sub-processes of every kind, and activities that run many times at once."""

from __future__ import annotations

from collections.abc import Mapping

from hawthorne.core.machine import Due, Failed, Given
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Flow, Node, Reading, Scope, Spot
from hawthorne.flows.machine.activities import Activity, Loop
from hawthorne.flows.machine.events import Boundary, Occasion
from hawthorne.flows.machine.leaving import cancel, cancel_frame
from hawthorne.flows.machine.post import Message
from hawthorne.flows.machine.state import Frame, Token, Visit
from hawthorne.flows.machine.walk import Walk


class SubProcess(Activity):
    """A container: each pass is a frame of its own, with its properties taken anew. A transaction is one too."""

    __slots__ = ("inner",)

    def __init__(self, spot: Spot, inner: Scope) -> None:
        super().__init__(spot)
        self.inner = inner

    def perform(self, walk: Walk, visit: Visit) -> bool:
        if self.inner.start is None:
            return True
        self.open(walk, visit, visit.frame)
        return False

    def open(self, walk: Walk, visit: Visit, parent: Frame | None, start: bool = True) -> Frame:
        """A new frame inside a visit."""
        frame = Frame(self.inner, visit.seat, parent, visit)
        frame.instance = visit.passes if self.loop is not None else None
        visit.frames = [frame]
        walk.open_frame(frame, start)
        if visit.own:
            frame.props.update(visit.own)
        return frame

    def inside_done(self, walk: Walk, visit: Visit, frame: Frame) -> None:
        self.resume(walk, visit)

    def waits_for(self, visit: Visit) -> str:
        return "the steps inside it"


class CallActivity(SubProcess):
    """A call of another process of the file. Its data inputs set the called process's properties of the same names;
    its result has the properties that the called process ends with."""

    __slots__ = ()

    def perform(self, walk: Walk, visit: Visit) -> bool:
        given = self.inputs.content(walk, visit)
        frame = self.open(walk, visit, None)
        if isinstance(given, Mapping):
            names = walk.graph.property_names
            named = {names.get(source, source): value for source, value in given.items()}
            frame.props.update({name: value for name, value in named.items() if name in frame.props})
        return False

    def inside_done(self, walk: Walk, visit: Visit, frame: Frame) -> None:
        visit.result = dict(frame.props)
        self.resume(walk, visit)


class AdHoc(SubProcess):
    """An ad-hoc sub-process: its activities are not in order. In parallel all of them begin at once; sequentially each
    begins when the one before has ended. It ends when all have, or when its completion condition is true."""

    __slots__ = ("cancels_rest", "condition", "sequential")

    def __init__(self, spot: Spot, inner: Scope, condition: Reading | None, sequential: bool, cancels: bool) -> None:
        super().__init__(spot, inner)
        self.condition = condition
        self.sequential = sequential
        self.cancels_rest = cancels

    def perform(self, walk: Walk, visit: Visit) -> bool:
        ahead = list(self.inner.starts)
        if not ahead:
            return True
        frame = self.open(walk, visit, visit.frame, start=False)
        visit.box = ahead[1:] if self.sequential else []
        for node in ahead[:1] if self.sequential else ahead:
            walk.start(frame, node)
        return False

    def path_ended(self, walk: Walk, visit: Visit, frame: Frame) -> bool:
        if self.condition is not None and self.condition(walk, visit.frame, visit, None) is True:
            visit.box = []
            if self.cancels_rest:
                cancel_frame(walk, frame)
        if not frame.tokens and visit.box:
            walk.start(frame, visit.box.pop(0))
            return True
        return False


class EventSubProcess(SubProcess):
    """A sub-process that an event of its scope begins. An interrupting one ends every other path of the scope."""

    __slots__ = ("cause", "code", "interrupts", "occasion")

    def __init__(
        self, spot: Spot, inner: Scope, cause: str, occasion: Occasion, interrupts: bool, code: str | None
    ) -> None:
        super().__init__(spot, inner)
        self.cause = cause
        self.occasion = occasion
        self.interrupts = interrupts
        self.code = code

    def stand_ready(self, walk: Walk, visit: Visit) -> None:
        self.occasion.listen(walk, visit, self)

    def catches(self, cause: str, code: str | None) -> bool:
        return self.cause == cause and self.code in (None, code)

    def rise(self, walk: Walk, visit: Visit, value: JSON) -> None:
        frame = visit.frame
        if value is not None:
            walk.values[self.id] = value
        if self.interrupts:
            for ready in list(frame.ready):
                cancel(walk, ready)
            cancel_frame(walk, frame)
        token = Token(frame)
        frame.tokens[token] = None
        walk.queue.append((token, None, self))

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        self.rise(walk, visit, None)
        self.occasion.listen_again(walk, visit, self)

    def hear_message(self, walk: Walk, visit: Visit, message: Message) -> None:
        self.rise(walk, visit, message.content)

    def hear_signal(self, walk: Walk, visit: Visit, value: JSON) -> None:
        self.rise(walk, visit, value)

    def hear_condition(self, walk: Walk, visit: Visit) -> None:
        walk.post.forget(visit, self)
        self.rise(walk, visit, None)

    def becomes_true(self, walk: Walk, visit: Visit) -> bool:
        return self.occasion.true(walk, visit)


class Many(Activity):
    """A multi-instance activity whose instances run at once: each is the activity `one` in a frame of its own that
    holds its item. It ends when all have ended, or when its completion condition (which reads
    `numberOfCompletedInstances`) is true."""

    __slots__ = ("inner", "one")

    def __init__(self, spot: Spot, one: Activity, loop: Loop) -> None:
        super().__init__(spot)
        self.one = one
        self.loop = loop
        self.inner = Scope(spot.id, spot.scope)

    def ready(self) -> None:
        super().ready()
        self.one.ready()

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        visit = walk.open_visit(self, token)
        for boundary in self.watch:
            boundary.arm(walk, visit)
        self._begin(walk, visit)
        items = visit.items or []
        visit.box = 0
        visit.outputs = [None] * len(items)
        frames = [self._instance(walk, visit, place, item) for place, item in enumerate(items)]
        visit.frames = list(frames)
        for frame in frames:
            self._start(walk, frame)
        return None if frames else self._finish(walk, visit)

    def _instance(self, walk: Walk, visit: Visit, place: int, item: JSON) -> Frame:
        frame = Frame(self.inner, visit.seat, visit.frame, visit)
        frame.instance = place + 1
        if self.loop is not None and self.loop.item_name:
            frame.props = {self.loop.item_name: item}
        return frame

    def _start(self, walk: Walk, frame: Frame) -> None:
        """An instance begins without a note of its own: the activity was reached once."""
        token = Token(frame)
        token.own = dict(frame.props)
        frame.tokens[token] = None
        walk.follow(token, self.one.enter(walk, token))

    def inside_done(self, walk: Walk, visit: Visit, frame: Frame) -> None:
        visit.box += 1
        assert frame.instance is not None
        if self.loop is not None and self.loop.collect is not None:
            visit.outputs[frame.instance - 1] = frame.props.get(self.loop.output_name or "")
        visit.frames.remove(frame)
        if visit.frames and self._complete(walk, visit):
            for other in visit.frames:
                cancel_frame(walk, other)
            visit.frames = []
        if not visit.frames:
            walk.follow(visit.token, self._finish(walk, visit))

    def _complete(self, walk: Walk, visit: Visit) -> bool:
        condition = self.loop.completion if self.loop is not None else None
        known = {"numberOfCompletedInstances": visit.box, "numberOfInstances": len(visit.outputs)}
        return condition is not None and condition(walk, visit.frame, visit, known) is True

    def waits_for(self, visit: Visit) -> str:
        return "its instances"


def each(node: Node) -> Node:
    """What one pass of a node does: the instance of a node that runs many at once, else the node itself."""
    return node.one if isinstance(node, Many) else node


def attach(boundary: Boundary, host: Activity) -> None:
    """Put a boundary event on its activity."""
    boundary.host = host
    host.boundaries.append(boundary)
