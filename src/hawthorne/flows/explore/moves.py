"""The moves of a state: what its paths can do next, in every way that data and time allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hawthorne.flows.explore.net import (
    ARRIVED,
    INSIDE,
    MARK,
    PASSED,
    TOKEN,
    WAITS,
    Item,
    Items,
    Net,
    Stop,
    taken_by,
)
from hawthorne.flows.explore.passes import Passes, at
from hawthorne.flows.graph import Scope
from hawthorne.flows.machine.containers import AdHoc, each
from hawthorne.flows.machine.events import End
from hawthorne.flows.machine.gateways import Inclusive, reaching

MAIL, PATHS = 8, 12
"""How many messages may wait along one flow, how many paths stay in one scope."""

Mail = tuple[int, ...]


class Broken(NamedTuple):
    """A join that waits for ever, and the flows that nothing can come along any more."""

    join: int
    missing: tuple[int, ...]


class Move(NamedTuple):
    """One move: the items of the scope afterwards, and what else comes of it."""

    items: Items
    sends: tuple[int, ...] = ()
    take: int = -1
    signal: str | None = None
    thrown: tuple[str, str | None] | None = None
    said: str = ""
    broken: Broken | None = None


class Moves:
    """The moves of a net. `reached` collects the nodes that some move has come to, `cut` the bounds that were met."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.reached: set[int] = set()
        self.cut: set[str] = set()
        self.passes = Passes(net, self.cut)

    def of(self, scope: Scope, items: Items, mail: Mail, depth: int = 0) -> tuple[bool, list[Move]]:
        """The moves of a scope's paths. True where they are all of one path that no other can hinder, so that the
        other paths may wait: what they can do, they can do afterwards."""
        for place, item in enumerate(items):
            if item[0] == PASSED or (item[0] == TOKEN and self.net.stops[item[1]].local):
                rest = items[:place] + items[place + 1 :]
                return True, self._caught(scope, self._moved(rest, item, depth))
        for place, item in enumerate(items):
            if item[0] == INSIDE:
                local, moves = self._inner(items[:place] + items[place + 1 :], item, mail, depth)
                if local:
                    return True, self._caught(scope, moves)
        gathered = self._gathered(items)
        if gathered is not None:
            return True, gathered
        found = list(self._open(scope, items, mail, depth))
        return False, self._caught(scope, found)

    def _open(self, scope: Scope, items: Items, mail: Mail, depth: int) -> Iterator[Move]:
        """What can come in any order: messages, events around activities, ends that end others."""
        for place, item in enumerate(items):
            rest = items[:place] + items[place + 1 :]
            if item[0] == TOKEN:
                yield from self._moved(rest, item, depth)
            elif item[0] == WAITS:
                yield from self._awaited(rest, item, mail, depth)
            elif item[0] == INSIDE:
                yield from self._inner(rest, item, mail, depth)[1]
                yield from self._left(rest, item, mail)
        for one in scope.listeners:
            if (MARK, one.index, 0) in items:
                continue
            if self.passes.free(one):
                yield Move(self.passes.risen(scope, items, one), said=f'"{one.label}" begins')
            yield from (
                Move(self.passes.risen(scope, items, one), take=flow) for flow in taken_by(self.net, one) if mail[flow]
            )

    # --- one token ---------------------------------------------------------------------------------------------------

    def _moved(self, rest: Items, item: Item, depth: int) -> Iterator[Move]:
        """A token's moves from the node at which it has arrived."""
        stop = self.net.stops[item[1]]
        self.reached.add(item[1])
        if item[0] == PASSED:
            yield from self._passed(rest, stop)
        elif stop.kind in ("join", "gather", "complex"):
            yield from self._arrived(rest, item, stop)
        elif stop.kind == "activity":
            for added, sends, said in self.passes.begun(stop, 0, depth):
                yield from self._made(rest, added, sends, said)
        elif stop.kind == "race" or (stop.kind == "event" and stop.awaits and (stop.takes or not stop.comes)):
            yield from self._made(rest, ((WAITS, item[1], 0),))
        elif stop.kind == "end":
            yield from self._ended(rest, stop)
        else:
            yield from self._passed(rest, stop)

    def _made(self, rest: Items, added: Items, sends: tuple[int, ...] = (), said: str = "", take: int = -1,
              signal: str | None = None, thrown: tuple[str, str | None] | None = None) -> Iterator[Move]:  # fmt: skip
        if len(rest) + len(added) > PATHS:
            self.cut.add(f"{PATHS} paths in one scope")
        else:
            yield Move(tuple(sorted(rest + added)), sends, take, signal, thrown, said)

    def _passed(self, rest: Items, stop: Stop, take: int = -1) -> Iterator[Move]:
        """A token goes on from an event or a gateway that keeps it no longer."""
        thrown = ("escalation", stop.code) if stop.escalates else None
        for added, said in stop.ways:
            yield from self._made(rest, added, stop.sends, said, take, stop.throws, thrown)

    def _ended(self, rest: Items, stop: Stop) -> Iterator[Move]:
        end = stop.node
        assert isinstance(end, End)
        thrown = ("escalation", stop.code) if stop.escalates else None
        if end.fails:
            thrown = ("error", end.error)
        if end.cancels:
            thrown, rest = ("cancel", None), ()
        yield Move(() if end.terminates else rest, stop.sends, -1, stop.throws, thrown)

    def _arrived(self, rest: Items, item: Item, stop: Stop) -> Iterator[Move]:
        here = (ARRIVED, item[1], item[2])
        with_it = (*rest, here)
        ins: list[Item] = [(ARRIVED, item[1], flow.index) for flow in stop.node.ins]
        if stop.kind == "gather":
            yield from self._made(rest, (here,))
        elif stop.kind == "join":
            if all(one in with_it for one in ins):
                left = list(with_it)
                for one in ins:
                    left.remove(one)
                yield from self._passed(tuple(left), stop)
            else:
                yield from self._made(rest, (here,))
        else:
            yield from self._activated(with_it, ins, stop)

    def _activated(self, items: Items, ins: list[Item], stop: Stop) -> Iterator[Move]:
        """A complex join: its condition becomes true with this arrival or with a later one, once a round."""
        fired: Item = (MARK, stop.node.index, 0)
        full = all(one in items for one in ins)
        without = tuple(one for one in items if one not in ins and one != fired)
        if fired in items:
            yield from self._made(without if full else items, ())
            return
        yield from self._passed(without if full else (*items, fired), stop)
        if not full:
            yield from self._made(items, ())

    def _gathered(self, items: Items) -> list[Move] | None:
        """An inclusive join goes on once no path of its scope can come to it any more."""
        for item in items:
            stop = self.net.stops[item[1]]
            if item[0] != ARRIVED or stop.kind != "gather":
                continue
            assert isinstance(stop.node, Inclusive)
            if not any(other[0] <= INSIDE and other[1] in stop.node.before for other in items):
                rest = tuple(other for other in items if other[0] != ARRIVED or other[1] != item[1])
                return list(self._passed(rest, stop))
        return None

    # --- activities --------------------------------------------------------------------------------------------------

    def _awaited(self, rest: Items, item: Item, mail: Mail, depth: int) -> Iterator[Move]:
        """What can come to a token that waits."""
        stop = self.net.stops[item[1]]
        if stop.kind == "race":
            for added, _ in stop.ways or ():
                for _, target, _ in added:
                    yield from self._offered(rest, self.net.stops[target], mail)
            return
        for flow in stop.takes:
            if mail[flow]:
                yield from self._over(rest, item, stop, depth, flow)
        if stop.comes:
            yield from self._over(rest, item, stop, depth)
        if stop.kind == "activity":
            yield from self._left(rest, item, mail)

    def _offered(self, rest: Items, stop: Stop, mail: Mail) -> Iterator[Move]:
        said = f'"{stop.node.label}" comes first'
        for flow in stop.takes:
            if mail[flow]:
                yield from self._made(rest, ((PASSED, stop.node.index, 0),), take=flow, said=said)
        if stop.comes:
            yield from self._made(rest, ((PASSED, stop.node.index, 0),), said=said)

    def _over(self, rest: Items, item: Item, stop: Stop, depth: int, take: int = -1) -> Iterator[Move]:
        if stop.kind == "event":
            yield from self._passed(rest, stop, take)
            return
        assert isinstance(item[2], int)
        for added, sends, said in self.passes.finished(stop, item[2] + 1, depth):
            yield from self._made(rest, added, sends, said, take)

    def _left(self, rest: Items, item: Item, mail: Mail) -> Iterator[Move]:
        """What can come around an activity that goes on."""
        stop = self.net.stops[item[1]]
        for boundary in stop.free:
            if boundary.interrupts:
                yield from self._made(rest, (at(boundary),), said=f'"{boundary.label}" comes')
        for boundary in stop.called:
            kept = () if boundary.interrupts else (item,)
            for flow in taken_by(self.net, boundary):
                if mail[flow]:
                    yield from self._made(rest, (*kept, at(boundary)), said=f'"{boundary.label}" comes', take=flow)

    # --- scopes within a scope ---------------------------------------------------------------------------------------

    def _inner(self, rest: Items, item: Item, mail: Mail, depth: int) -> tuple[bool, list[Move]]:
        stop = self.net.stops[item[1]]
        assert stop.inner is not None
        assert not isinstance(item[2], int)
        _, frames = item[2]
        found: list[Move] = []
        for place, frame in enumerate(frames):
            local, moves = self.of(stop.inner, frame, mail, depth + 1)
            wrapped = [out for move in moves for out in self._wrapped(rest, item, place, move, depth)]
            if local:
                return True, wrapped
            found += wrapped
        return False, found

    def _wrapped(self, rest: Items, item: Item, place: int, move: Move, depth: int) -> Iterator[Move]:
        """A move inside an activity as a move of the scope around it."""
        stop = self.net.stops[item[1]]
        assert not isinstance(item[2], int)
        passes, frames = item[2]
        if move.thrown is not None:
            boundary = stop.node.catcher(*move.thrown)
            if boundary is not None:
                kept = () if boundary.interrupts else ((INSIDE, item[1], (passes, _put(frames, place, move.items))),)
                items = tuple(sorted((*rest, *kept, at(boundary))))
                yield move._replace(items=items, thrown=None, said=move.said or f'"{boundary.label}" comes')
                return
        if move.broken is not None:
            yield move
            return
        if not self.done(move.items):
            yield from self._staying(rest, item, _put(frames, place, move.items), move)
            if isinstance(each(stop.node), AdHoc) and _fewer(frames[place], move.items):
                yield from self._closed(rest, stop, passes, (), move, depth)
            return
        broken = self.incomplete(move.items)
        if broken is not None:
            yield move._replace(broken=broken)
            return
        left = frames[:place] + frames[place + 1 :]
        yield from self._closed(rest, stop, passes, left, move, depth)

    def _staying(self, rest: Items, item: Item, frames: tuple[Items, ...], move: Move) -> Iterator[Move]:
        assert not isinstance(item[2], int)
        inside: Item = (INSIDE, item[1], (item[2][0], tuple(sorted(frames))))
        yield move._replace(items=tuple(sorted((*rest, inside))))

    def _closed(self, rest: Items, stop: Stop, passes: int, left: tuple[Items, ...], move: Move,
                depth: int) -> Iterator[Move]:  # fmt: skip
        if left:
            inside: Item = (INSIDE, stop.node.index, (passes, left))
            yield move._replace(items=tuple(sorted((*rest, inside))))
            return
        for added, sends, said in self.passes.finished(stop, passes + 1, depth):
            items = tuple(sorted(rest + added))
            yield move._replace(items=items, sends=move.sends + sends, said=said or move.said)

    def done(self, items: Items) -> bool:
        """Whether every path of a scope has ended; what has come to an inclusive join still goes on."""
        return not any(item[0] <= INSIDE or (item[0] == ARRIVED and self._gathers(item)) for item in items)

    def _gathers(self, item: Item) -> bool:
        return self.net.stops[item[1]].kind == "gather"

    def incomplete(self, items: Items) -> Broken | None:
        """The join that keeps a scope from its end: some of its paths have come, and no other can. Where one join waits
        for what another does not let on, it is the other."""
        arrived: dict[int, set[int]] = {}
        for item in items:
            if item[0] == ARRIVED and self.net.stops[item[1]].kind == "join" and isinstance(item[2], int):
                arrived.setdefault(item[1], set()).add(item[2])
        for index, come in arrived.items():
            node = self.net.stops[index].node
            others = arrived.keys() - {index}
            if not others or not others & reaching(node) or index == max(arrived):
                return Broken(index, tuple(flow.index for flow in node.ins if flow.index not in come))
        return None

    def _caught(self, scope: Scope, moves: Iterable[Move]) -> list[Move]:
        """Moves of a scope, what they throw caught by its event sub-processes."""
        found = []
        for move in moves:
            if move.thrown is not None:
                catcher = next((one for one in scope.listeners if one.catches(*move.thrown)), None)
                if catcher is not None and (MARK, catcher.index, 0) not in move.items:
                    move = move._replace(items=self.passes.risen(scope, move.items, catcher), thrown=None)
            found.append(move)
        return found


def _put(frames: tuple[Items, ...], place: int, items: Items) -> tuple[Items, ...]:
    return (*frames[:place], items, *frames[place + 1 :])


def _fewer(before: Items, after: Items) -> bool:
    return sum(item[0] <= INSIDE for item in after) < sum(item[0] <= INSIDE for item in before)
