"""Frames: where a seat stands in the flow. A node of the flow makes a frame when it is entered.

`next` says what comes: a node to enter, None where the frame is over, HOLD where the seat now waits for an answer or
for others, or has ended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from hawthorne.core.machine import Due, Failed, Given, Note
from hawthorne.core.values import JSON
from hawthorne.protocols.compile.expressions import Expression
from hawthorne.protocols.compile.piping import tidy
from hawthorne.protocols.compile.screens import Stage
from hawthorne.protocols.machine.answers import take
from hawthorne.protocols.machine.ends import departed, end
from hawthorne.protocols.machine.serve import serve, tell, wait

if TYPE_CHECKING:
    from hawthorne.protocols.machine.nodes import Loop, Node
    from hawthorne.protocols.machine.play import Play
    from hawthorne.protocols.machine.seat import Passes, Seat


class Place(Protocol):
    """What a seat can come to: a node of the flow, or an end that a frame decides on."""

    def enter(self, play: Play, seat: Seat) -> Frame:
        """The frame of a seat that comes here."""
        ...


class Hold:
    """What a frame says that has nothing to enter now."""


HOLD = Hold()


class Frame:
    """A frame that is over at once; the ground of all others."""

    __slots__ = ()

    def next(self, play: Play, seat: Seat) -> Place | Hold | None:
        """What comes next."""
        return None

    def hear(self, play: Play, seat: Seat, event: Given | Failed | Due) -> None:
        """Take what came of the ask that the frame has put."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def again(self) -> None:
        """Do once more what the frame waited for."""

    def copy(self) -> Frame:
        """The frame as it stands now, for those who come back."""
        return self


OVER = Frame()


class InTurn(Frame):
    """Nodes one after the other."""

    __slots__ = ("at", "nodes")

    def __init__(self, nodes: Sequence[Node], at: int = 0) -> None:
        self.nodes = nodes
        self.at = at

    def next(self, play: Play, seat: Seat) -> Node | None:
        at = self.at
        if at == len(self.nodes):
            return None
        self.at = at + 1
        return self.nodes[at]

    def copy(self) -> InTurn:
        return InTurn(self.nodes, self.at)


class InStage(Frame):
    """The pages of a stage. `visit` tells one time here from another."""

    __slots__ = ("at", "stage", "visit")

    def __init__(self, stage: Stage, visit: int, at: int = 0) -> None:
        self.stage = stage
        self.visit = visit
        self.at = at

    def next(self, play: Play, seat: Seat) -> Hold | None:
        stage, pages = self.stage, self.stage.pages
        while self.at < len(pages):
            page = pages[self.at]
            self.at += 1
            if serve(play, seat, stage, page, self.visit):
                return HOLD
        return None

    def hear(self, play: Play, seat: Seat, event: Given | Failed | Due) -> None:
        take(play, seat, event)

    def again(self) -> None:
        self.at -= 1

    def copy(self) -> InStage:
        return InStage(self.stage, self.visit, self.at)


class InLoop(Frame):
    """The passes of a loop: `items` in the order of play, `at` how many have begun."""

    __slots__ = ("at", "collected", "items", "node", "outer", "round")

    def __init__(self, node: Loop, items: Sequence[JSON], seat: Seat) -> None:
        self.node = node
        self.items = items
        self.at = 0
        self.outer: Passes = seat.passes
        self.round: JSON = seat.scope["round"]
        self.collected: dict[str, list[JSON]] = {id: [] for id in node.responses}
        for id in node.responses:
            seat.resp.pop(id, None)
        seat.within = (*seat.within, node.id)

    def next(self, play: Play, seat: Seat) -> Node | None:
        over = False
        if self.at:
            until = self.node.until
            over = until is not None and until(seat) is True
            self._end(seat)
        if over or self.at == len(self.items):
            self._close(seat)
            return None
        item = self.items[self.at]
        self.at += 1
        node = self.node
        seat.move((*self.outer, self.at))
        values = dict(item) if item.__class__ is dict else {}
        values[node.as_] = item
        values["index"] = self.at
        seat.loops[node.id] = values
        scope = seat.scope
        scope["round"] = self.at
        if node.factor is not None:
            scope["factor"][node.factor] = item
            scope["level_text"][node.factor] = node.level_text.get(item)
        return node.do

    def _end(self, seat: Seat) -> None:
        resp, node = seat.resp, self.node
        if node.kept:
            answers = {id: resp.get(id) for id in node.responses}
            seat.records.setdefault(node.id, []).append((seat.passes, answers, seat.loops[node.id]))
        for id, values in self.collected.items():
            values.append(resp.pop(id, None))

    def _close(self, seat: Seat) -> None:
        seat.resp.update(self.collected)
        seat.loops.pop(self.node.id, None)
        seat.within = seat.within[:-1]
        seat.scope["round"] = self.round
        if self.node.factor is not None:
            seat.scope["factor"].pop(self.node.factor, None)
            seat.scope["level_text"].pop(self.node.factor, None)
        seat.move(self.outer)

    def copy(self) -> InLoop:
        other = object.__new__(InLoop)
        other.node, other.items, other.at = self.node, self.items, self.at
        other.outer, other.round = self.outer, self.round
        other.collected = {id: list(values) for id, values in self.collected.items()}
        return other


class InCheck(Frame):
    """A check: how often it may still be repeated. Who has no repeat left is not told to try again."""

    __slots__ = ("end", "feedback", "left", "passed", "repeat")

    def __init__(self, passed: Expression, feedback: Any, repeat: Node | None, left: int, end: bool) -> None:
        self.passed = passed
        self.feedback = feedback
        self.repeat = repeat
        self.left = left
        self.end = end

    def next(self, play: Play, seat: Seat) -> Place | Hold | None:
        if self.passed(seat) is True:
            return None
        if self.repeat is not None and not self.left:
            return FAILED
        if self.feedback is not None:
            seat.events.append({"type": "feedback", "text": self.feedback(seat)})
        if self.repeat is not None:
            self.left -= 1
            return self.repeat
        return FAILED if self.end else None

    def copy(self) -> InCheck:
        return InCheck(self.passed, self.feedback, self.repeat, self.left, self.end)


class AtEnd(Frame):
    """The session's end, behind its closing screens. What was still to be told comes on a screen of its own."""

    __slots__ = ("closing", "code")

    def __init__(self, code: str, closing: Node | None = None) -> None:
        self.code = code
        self.closing = closing

    def next(self, play: Play, seat: Seat) -> Place | Hold | None:
        closing, self.closing = self.closing, None
        if closing is not None:
            return closing
        if not (seat.events and seat.scripted is None and tell(play, seat)):
            end(play, seat, self.code)
        return HOLD

    def hear(self, play: Play, seat: Seat, event: Given | Failed | Due) -> None:
        departed(play, seat, event)

    def copy(self) -> AtEnd:
        return AtEnd(self.code, self.closing)


class AtSync(Frame):
    """A point at which a seat waits for others."""

    __slots__ = ("id", "needs")

    def __init__(self, id: str, needs: tuple[tuple[str | None, str], ...]) -> None:
        self.id = id
        self.needs = needs

    def next(self, play: Play, seat: Seat) -> Hold | None:
        seat.trail.clear()
        if not play.others.met(seat, self.needs):
            wait(play, seat, self)
            return HOLD
        seat.lobby = None
        play.put(Note("reached", seat.label + self.id + seat.suffix))
        return None


class Failing:
    """The node of an end after a check that was not passed."""

    def enter(self, play: Play, seat: Seat) -> Frame:
        """The end's frame."""
        return AtEnd("failed_check")


FAILED = Failing()


def said_of(values: Mapping[str, Expression], seat: Seat) -> dict[str, JSON]:
    """Values that a text shows, as values."""
    return {name: tidy(read(seat)) for name, read in values.items()}
