"""The nodes of a compiled flow: what each does when a seat comes to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from hawthorne.core.draws import Draws
from hawthorne.core.machine import Note
from hawthorne.core.values import JSON
from hawthorne.protocols import orders
from hawthorne.protocols.compile.expressions import Expression
from hawthorne.protocols.compile.piping import Unserved
from hawthorne.protocols.compile.screens import Stage
from hawthorne.protocols.machine.frames import OVER, AtEnd, AtSync, Frame, InCheck, InLoop, InStage, InTurn, said_of
from hawthorne.protocols.machine.task import InTask

if TYPE_CHECKING:
    from hawthorne.protocols.machine.play import Play
    from hawthorne.protocols.machine.seat import Seat

Say = Callable[["Seat"], str]
Rule = Callable[[Sequence["Node"]], bool]
TRIES = 10_000
"""How often an order is drawn anew before its rules count as unsatisfiable."""


class Node:
    """A place in the flow. `index` is its number in the document's order; `id` and `tags` are what rules know it by."""

    __slots__ = ("id", "index", "tags")

    def __init__(self, index: int, id: str = "", tags: Sequence[str] = ()) -> None:
        self.index = index
        self.id = id
        self.tags = frozenset(tags)

    def enter(self, play: Play, seat: Seat) -> Frame:
        """The frame of a seat that comes here."""
        raise NotImplementedError


class InSequence(Node):
    """Nodes one after the other."""

    __slots__ = ("nodes",)

    def __init__(self, index: int, nodes: Sequence[Node], id: str = "", tags: Sequence[str] = ()) -> None:
        super().__init__(index, id, tags)
        self.nodes = tuple(nodes)

    def enter(self, play: Play, seat: Seat) -> Frame:
        return InTurn(self.nodes)


class AtStage(Node):
    """A stage; those who do not see it pass by."""

    __slots__ = ("stage",)

    def __init__(self, index: int, stage: Stage, id: str = "", tags: Sequence[str] = ()) -> None:
        super().__init__(index, id or stage.id, tags)
        self.stage = stage

    def enter(self, play: Play, seat: Seat) -> Frame:
        stage = self.stage
        if stage.role is not None and stage.role != seat.role:
            return OVER
        play.put(Note("reached", seat.label + stage.id + seat.suffix))
        if stage.lobby:
            seat.lobby = (stage, stage.pages[0]) if stage.pages else None
            return OVER
        play.visits += 1
        frame = InStage(stage, play.visits)
        return frame if stage.task is None else InTask(stage, frame)


class Shuffled(Node):
    """Nodes in an order of the session's own: drawn, or as a draw has it; of these the first `take`."""

    __slots__ = ("by", "nodes", "rules", "take")

    def __init__(
        self, index: int, nodes: Sequence[Node], take: int | None, by: Expression | None, rules: Sequence[Rule],
        id: str = "", tags: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(index, id, tags)
        self.nodes = tuple(nodes)
        self.take = len(nodes) if take is None else take
        self.by = by
        self.rules = tuple(rules)

    def enter(self, play: Play, seat: Seat) -> Frame:
        nodes = self._ordered(seat)[: self.take]
        order = [self.nodes.index(node) + 1 for node in nodes]
        play.put(Note("drew", f"{seat.label}order.{self.id or self.index}{seat.suffix}", order))
        return InTurn(nodes)

    def _ordered(self, seat: Seat) -> Sequence[Node]:
        if self.by is not None:
            return self._said(self.by(seat))
        draws = seat.draws.at("shuffle", self.index, *seat.passes)
        for attempt in range(TRIES if self.rules else 1):
            nodes = draws.at(attempt).shuffled(self.nodes)
            if all(rule(nodes[: self.take]) for rule in self.rules):
                return nodes
        raise Unserved(f"none of {TRIES} random orders meets the rules of the shuffle")

    def _said(self, order: JSON) -> Sequence[Node]:
        """The nodes as a draw names them: by position from 1, or by id."""
        known: dict[JSON, Node] = dict(enumerate(self.nodes, 1))
        known |= {node.id: node for node in self.nodes if node.id}
        nodes = [known.get(name) for name in order] if isinstance(order, list) else [None]
        if None in nodes or len(set(nodes)) < len(nodes):
            raise Unserved(f"the draw that orders the shuffle does not name its nodes, each once: {order!r}")
        return [node for node in nodes if node is not None]


def satisfiable(node: Shuffled, draws: Draws) -> bool:
    """Whether some order of a shuffle meets its rules, as far as random orders tell."""
    orders_tried = (draws.at(attempt).shuffled(node.nodes) for attempt in range(TRIES))
    return any(all(rule(order[: node.take]) for rule in node.rules) for order in orders_tried)


class Branch(Node):
    """The first way whose condition is true."""

    __slots__ = ("otherwise", "ways")

    def __init__(self, index: int, ways: Sequence[tuple[Expression, Node]], otherwise: Node | None, id: str = "",
                 tags: Sequence[str] = ()) -> None:  # fmt: skip
        super().__init__(index, id, tags)
        self.ways = tuple(ways)
        self.otherwise = otherwise

    def enter(self, play: Play, seat: Seat) -> Frame:
        for when, node in self.ways:
            if when(seat) is True:
                return node.enter(play, seat)
        return OVER if self.otherwise is None else self.otherwise.enter(play, seat)


class Loop(Node):
    """A node for each of several values. `responses` are those asked inside; `kept` says that its passes are rows of a
    unit; `factor` is the factor within participants that it realises, if any."""

    __slots__ = ("as_", "do", "draw", "factor", "items", "kept", "level_text", "order", "responses", "until")

    def __init__(self, index: int, id: str, as_: str, do: Node, tags: Sequence[str] = ()) -> None:
        super().__init__(index, id, tags)
        self.as_ = as_
        self.do = do
        self.items: Sequence[JSON] = ()
        self.draw: str | None = None
        self.order = "fixed"
        self.until: Expression | None = None
        self.responses: tuple[str, ...] = ()
        self.kept = False
        self.factor: str | None = None
        self.level_text: Mapping[JSON, str] = {}

    def enter(self, play: Play, seat: Seat) -> Frame:
        items = self.items
        if self.draw is not None:
            items = seat.scope["draw"].get(self.draw)
            if not isinstance(items, list):
                raise Unserved(f'the loop "{self.id}" goes over draw.{self.draw}, which is no list: {items!r}')
        if self.order != "fixed" and items:
            order = self._order(play, seat, len(items))
            play.put(Note("drew", f"{seat.label}order.{self.id}{seat.suffix}", [place + 1 for place in order]))
            items = [items[place] for place in order]
        return InLoop(self, items, seat)

    def _order(self, play: Play, seat: Seat, count: int) -> list[int]:
        if self.order == "shuffle":
            return seat.draws.at("loop", self.index, *seat.passes).shuffled(range(count))
        row = play.design.latin(self.index, count, seat.drawn.rank)
        return orders.row(range(count), row, "williams")


class AtParallel(Node):
    """A node for each role."""

    __slots__ = ("roles",)

    def __init__(self, index: int, roles: Mapping[str, Node], id: str = "", tags: Sequence[str] = ()) -> None:
        super().__init__(index, id, tags)
        self.roles = dict(roles)

    def enter(self, play: Play, seat: Seat) -> Frame:
        node = self.roles.get(seat.role)
        return OVER if node is None else node.enter(play, seat)


class Sync(Node):
    """A point where a seat waits until every need (role or None, response) is answered."""

    __slots__ = ("needs",)

    def __init__(self, index: int, id: str, needs: Sequence[tuple[str | None, str]], tags: Sequence[str] = ()) -> None:
        super().__init__(index, id, tags)
        self.needs = tuple(needs)

    def enter(self, play: Play, seat: Seat) -> Frame:
        return AtSync(self.id, self.needs)


class Reveal(Node):
    """Something that seats are told with their next screen. `own` says that each seat it is for comes here itself."""

    __slots__ = ("data", "event", "own", "say", "to", "when")

    def __init__(
        self, index: int, to: str | None, event: str, say: Say, data: Mapping[str, Expression],
        when: Expression | None, own: bool, id: str = "", tags: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(index, id, tags)
        self.to = to
        self.event = event
        self.say = say
        self.data = dict(data)
        self.when = when
        self.own = own

    def enter(self, play: Play, seat: Seat) -> Frame:
        seat.trail.clear()
        for each in [seat] if self.own else play.seats:
            if each.over or self.to not in (None, each.role) or (self.when is not None and self.when(each) is not True):
                continue
            data = said_of(self.data, each)
            event = {"type": self.event, "text": self.say(each)}
            each.events.append(event | {"data": data} if data else event)
        return OVER


class Check(Node):
    """An answer is checked; `again` is what is repeated, `times` how often at most."""

    __slots__ = ("again", "end", "feedback", "passed", "times")

    def __init__(
        self, index: int, passed: Expression, feedback: Say | None, again: Node | None, times: int, end: bool,
        id: str = "", tags: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(index, id, tags)
        self.passed = passed
        self.feedback = feedback
        self.again = again
        self.times = times
        self.end = end

    def enter(self, play: Play, seat: Seat) -> Frame:
        seat.trail.clear()
        return InCheck(self.passed, self.feedback, self.again, self.times, self.end)


class End(Node):
    """The session ends here."""

    __slots__ = ("closing", "code")

    def __init__(self, index: int, code: str, closing: Node | None, id: str = "", tags: Sequence[str] = ()) -> None:
        super().__init__(index, id, tags)
        self.code = code
        self.closing = closing

    def enter(self, play: Play, seat: Seat) -> Frame:
        return AtEnd(self.code, self.closing)
