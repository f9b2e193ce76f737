"""Activities: boundary events around them, loops over them, data into and out of them.

The order for one activity: arm its boundary events; then passes, each with its outputs; then read its conditional
boundary events once; then go on from the activity, or from the boundary event that ended it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from hawthorne.core.ask import Ask
from hawthorne.core.machine import Due, Failed, Given
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Flow, Node, Reading, Scope, Spot
from hawthorne.flows.machine.events import Boundary, content_of
from hawthorne.flows.machine.leaving import StepFailed, leave
from hawthorne.flows.machine.post import Message
from hawthorne.flows.machine.state import Token, Visit
from hawthorne.flows.machine.talk import Talk, answers_to, exchanged, send
from hawthorne.flows.machine.walk import IDLE_PASSES, Walk


@dataclass(eq=False)
class Loop:
    """A loop marker. A standard loop has `condition`, `maximum` and `test_before`; a multi-instance one runs
    `cardinality` passes, or one for each item that `items` reads."""

    condition: Reading | None = None
    maximum: int | None = None
    test_before: bool = False
    multiple: bool = False
    cardinality: Reading | None = None
    items: Reading | None = None
    item_name: str | None = None
    output_name: str | None = None
    collect: Output | None = None
    completion: Reading | None = None
    """Of instances that run at once: whether enough have ended."""


@dataclass(eq=False)
class Output:
    """A data output edge, or the place where a loop collects: a property of a scope, of an element (`scope` is None),
    or a data element (`name` is None). `read` evaluates its transformation (None: the step's result as it is)."""

    target: str
    name: str | None
    scope: Scope | None = None
    read: Reading | None = None

    def write(self, walk: Walk, visit: Visit, value: JSON) -> None:
        """Write the value where the edge points, and note it."""
        if self.name is None:
            walk.values[self.target] = value
        elif self.scope is None:
            walk.lasting[self.target][self.name] = value
        else:
            frame = next(frame for frame in visit.frame.outward() if frame.scope is self.scope)
            frame.props[self.name] = value
        walk.write(visit.frame, self.target if self.name is None else f"{self.target}.{self.name}", value)


@dataclass(eq=False)
class Inputs:
    """What a step sends: one reading for each data input, by the id of its source, in document order."""

    parts: dict[str, Reading] = field(default_factory=dict)

    def content(self, walk: Walk, visit: Visit) -> JSON:
        """The mapping of source id to value, or None for a step without data inputs."""
        if not self.parts:
            return None
        return {source: read(walk, visit.frame, visit, None) for source, read in self.parts.items()}


class Activity(Node):
    """A step. Subclasses say what one pass does: `perform` returns True when the pass is over at once."""

    __slots__ = ("boundaries", "conditionals", "inputs", "loop", "outputs", "plain", "undo", "watch", "yields")

    def __init__(self, spot: Spot) -> None:
        super().__init__(spot)
        self.boundaries: list[Boundary] = []
        self.undo: Node | None = None
        self.yields: str | None = None
        """Of one instance of many: the name under which its frame takes what it leaves."""
        self.loop: Loop | None = None
        self.inputs = Inputs()
        self.outputs: list[Output] = []
        self.plain = False
        self.watch: list[Boundary] = []
        self.conditionals: list[Boundary] = []

    def ready(self) -> None:
        read_once = [b for b in self.boundaries if b.cause == "conditional" and b.interrupts]
        self.watch = [b for b in self.boundaries if b.occasion.waits and b not in read_once]
        self.conditionals = read_once
        self.undo = next((b.handler for b in self.boundaries if b.cause == "compensation"), None)
        self.plain = type(self) is Activity and not (self.boundaries or self.loop or self.outputs)

    def catcher(self, cause: str, code: str | None) -> Node | None:
        fitting = [b for b in self.boundaries if b.cause == cause]
        exact = [b for b in fitting if b.code is not None and b.code == code]
        return next(iter(exact), next((b for b in fitting if b.code is None), None))

    def compensator(self) -> Node | None:
        return self.undo

    # --- the life of a visit -------------------------------------------------------------------------------------

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        if self.plain:
            return self.only or walk.onward(token, self)
        visit = walk.open_visit(self, token)
        for boundary in self.watch:
            boundary.arm(walk, visit)
        for boundary in self.watch:
            message = walk.post.take([flow.id for flow in boundary.occasion.flows])
            if message is not None:
                boundary.hear_message(walk, visit, message)
                if visit.closed:
                    return None
        self._begin(walk, visit)
        return self._proceed(walk, visit)

    def perform(self, walk: Walk, visit: Visit) -> bool:
        """Do one pass; False when it goes on later and comes back through `resume`."""
        return True

    def result_is_silent(self, visit: Visit) -> bool:
        """Whether the pass received null: its targets then become null without evaluation."""
        return False

    def resume(self, walk: Walk, visit: Visit) -> None:
        """A pass that waited is over."""
        self._settle(walk, visit)
        walk.follow(visit.token, self._proceed(walk, visit))

    def _begin(self, walk: Walk, visit: Visit) -> None:
        loop = self.loop
        if loop is None or not loop.multiple:
            return
        if loop.items is not None:
            items = loop.items(walk, visit.frame, visit, None)
            if not isinstance(items, list):
                raise StepFailed(self, f'"{self.label}" repeats over a list, and got {items!r}', visit)
            visit.items = items
        else:
            count = 1 if loop.cardinality is None else loop.cardinality(walk, visit.frame, visit, None)
            if isinstance(count, bool) or not isinstance(count, (int, float)):
                raise StepFailed(self, f'"{self.label}" repeats a number of times, and got {count!r}', visit)
            visit.items = [None] * max(0, math.trunc(count))

    def _proceed(self, walk: Walk, visit: Visit) -> Flow | None:
        while self._again(walk, visit):
            visit.passes += 1
            visit.quiet += 1
            self._check_budget(walk, visit)
            visit.result = None
            if visit.items is not None:
                visit.item = visit.items[visit.passes - 1]
                if self.loop is not None and self.loop.item_name:
                    visit.own = {**(visit.token.own or {}), self.loop.item_name: visit.item}
            if not self.perform(walk, visit):
                return None
            self._settle(walk, visit)
        return self._finish(walk, visit)

    def _again(self, walk: Walk, visit: Visit) -> bool:
        loop = self.loop
        if loop is None:
            return visit.passes == 0
        if visit.items is not None:
            return visit.passes < len(visit.items)
        if loop.maximum is not None and visit.passes >= loop.maximum:
            return False
        if visit.passes == 0 and not loop.test_before:
            return True
        return loop.condition is None or loop.condition(walk, visit.frame, visit, None) is True

    def _check_budget(self, walk: Walk, visit: Visit) -> None:
        if visit.passes > walk.limits.passes:
            why = f'"{self.label}" may pass {walk.limits.passes:,} times, and did (--max-passes raises it)'
            raise StepFailed(self, why, visit)
        if visit.quiet > IDLE_PASSES and visit.items is None:
            why = f"a loop passed {IDLE_PASSES:,} times with nothing asked and nothing waited for"
            raise StepFailed(self, why, visit, "stuck")

    def _settle(self, walk: Walk, visit: Visit) -> None:
        """A pass is over: its result goes out along the data edges; a loop collects."""
        walk.values[self.id] = visit.result
        silent = self.result_is_silent(visit)
        extra = {"result": visit.result}
        for output in self.outputs:
            if output.read is None:
                if visit.result is not None or silent:
                    output.write(walk, visit, visit.result)
            else:
                value = None if silent else output.read(walk, visit.frame, visit, extra)
                output.write(walk, visit, value)
        if self.loop is not None and self.loop.collect is not None:
            visit.outputs.append(self._left(visit, self.loop.output_name))
        if self.yields is not None:
            visit.frame.props[self.yields] = self._left(visit, self.yields)

    def _left(self, visit: Visit, name: str | None) -> JSON:
        """What a pass leaves under the output item's name: a property of its own, else its result."""
        inner = visit.frames[-1].props if visit.frames else visit.own or {}
        return inner.get(name) if name in inner else visit.result

    def _finish(self, walk: Walk, visit: Visit) -> Flow | None:
        if self.loop is not None and self.loop.collect is not None:
            self.loop.collect.write(walk, visit, visit.outputs)
        for boundary in self.conditionals:
            if boundary.occasion.true(walk, visit):
                leave(walk, visit, boundary, "conditional")
                return None
        token = visit.token
        if self.undo is not None:
            visit.frame.completed.append(self)
        if self.watch:
            walk.post.forget(visit)
        walk.close_visit(visit)
        return walk.onward(token, self, visit)


class Exchange(Activity):
    """A step that talks: sends its data inputs along each outgoing flow, then, if flows come in, waits for the next
    message; its content is the result."""

    __slots__ = ("talk",)

    def __init__(self, spot: Spot, talk: Talk) -> None:
        super().__init__(spot)
        self.talk = talk

    def perform(self, walk: Walk, visit: Visit) -> bool:
        content = self.inputs.content(walk, visit)
        visit.box = {}
        for flow in self.talk.outs:
            ask = send(walk, self, visit.frame, visit, flow, content, self.talk)
            if ask is not None and flow.id in self.talk.back:
                visit.box[ask] = flow
        if not self.talk.ins:
            return True
        message = walk.post.take([flow.id for flow in self.talk.ins])
        if message is not None:
            self._drop_asks(walk, visit)
            visit.result = message.content
            return True
        walk.post.listen(visit, self, self._heard_along())
        return False

    def _heard_along(self) -> list[str]:
        """The flows along which other pools speak to this step."""
        return [flow.id for flow in self.talk.ins if flow.source_box is None]

    def has_mail(self, walk: Walk) -> bool:
        return any(walk.post.waiting(flow) for flow in self._heard_along())

    def offer(self, walk: Walk, visit: Visit) -> None:
        walk.post.listen(visit, self, self._heard_along())

    def result_is_silent(self, visit: Visit) -> bool:
        return bool(self.talk.ins) and visit.result is None

    def hear_message(self, walk: Walk, visit: Visit, message: Message) -> None:
        if visit.node is not self:  # offered by a gateway before it: the message is taken when the step is reached
            walk.post.keep(message)
            visit.node.chosen(walk, visit, self)
            return
        self._drop_asks(walk, visit)
        self._received(walk, visit, message.content)

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        visit.box.pop(key, None)
        content = None
        if isinstance(event, Given):
            exchanged(visit.seat, event.ask)
            content = content_of(event)
        self._drop_asks(walk, visit)
        self._received(walk, visit, content)

    def _drop_asks(self, walk: Walk, visit: Visit) -> None:
        """The next message is in: whoever was asked beside it is asked no more."""
        for ask in visit.box:
            walk.withdraw(visit, ask)
        visit.box = {}

    def _received(self, walk: Walk, visit: Visit, content: JSON) -> None:
        walk.post.forget(visit, self)
        visit.result = content
        self.resume(walk, visit)

    def waits_for(self, visit: Visit) -> str:
        asked = [f"an answer to {ask} from {flow.target}" for ask, flow in (visit.box or {}).items()]
        others = [f"a message along {flow.id}" for flow in self.talk.ins if flow.source_box is None]
        return " or ".join(asked + others) or "a message that nobody sends"


class Question(Activity):
    """A questionnaire or an instruction without message flows: it asks the pool's own participant."""

    __slots__ = ("role", "shown")

    def __init__(self, spot: Spot, role: str, shown: dict[str, Reading]) -> None:
        super().__init__(spot)
        self.role = role
        self.shown = shown

    def perform(self, walk: Walk, visit: Visit) -> bool:
        view = {name: read(walk, visit.frame, visit, None) for name, read in self.shown.items()}
        view = {name: value for name, value in view.items() if value is not None}
        view |= self.inputs.content(walk, visit) or {}
        ask_id = visit.seat.key(self)
        visit.box = ask_id
        walk.ask(visit, Ask(ask_id, self.role, self.id, view, answers_to(view)))
        return False

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        visit.result = content_of(event) if isinstance(event, Given) else None
        self.resume(walk, visit)

    def waits_for(self, visit: Visit) -> str:
        return f"an answer to {visit.box} from {self.role}"
