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
from hawthorne.flows.graph import Node, Scope
from hawthorne.flows.machine.containers import AdHoc, EventSubProcess, each
from hawthorne.flows.machine.events import Boundary, End
from hawthorne.flows.machine.gateways import Inclusive

MAIL, PATHS, DEPTH = 8, 12, 6
"""How many messages may wait along one flow, how many paths stay in one scope, how many scopes lie within another."""

Mail = tuple[int, ...]
Next = tuple[Items, tuple[int, ...], str]
"""What a node makes of a token: items in its place, what is sent meanwhile, the choice in words."""


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
        self.taken: set[int] = set()
        self.cut: set[str] = set()

    def start(self, scope: Scope) -> list[Items]:
        """A scope as it begins; and, for each of its event sub-processes that may come by itself, as that begins."""
        head = scope.start
        return self.opened(scope, ((TOKEN, head.index, -1),) if head is not None else ())

    def opened(self, scope: Scope, items: Items) -> list[Items]:
        return [items, *(self._risen(scope, items, one) for one in scope.listeners if self._free(one))]

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
            if self._free(one):
                yield Move(self._risen(scope, items, one), said=f'"{one.label}" begins')
            yield from (Move(self._risen(scope, items, one), take=flow) for flow in taken_by(self.net, one) if mail[flow])

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
            for added, sends, said in self._begun(stop, 0, depth):
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
        ins = [(ARRIVED, item[1], flow.index) for flow in stop.node.ins]
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

    def _begun(self, stop: Stop, passes: int, depth: int) -> Iterator[Next]:
        """A pass of an activity begins."""
        index = stop.node.index
        if stop.skips and passes == 0:
            yield from ((added, (), f'"{stop.node.label}" is not begun') for added, _ in stop.ways)
        if stop.inner is not None:
            if depth >= DEPTH:
                self.cut.add(f"{DEPTH} scopes within one another")
                return
            frames = stop.begins
            yield ((INSIDE, index, (passes, frames)),), (), ""
            for risen in self.opened(stop.inner, frames[0])[1:]:
                yield ((INSIDE, index, (passes, (risen, *frames[1:]))),), (), ""
            yield from self._around(stop, ((INSIDE, index, (passes, frames)),))
        elif stop.awaits:
            yield ((WAITS, index, passes),), stop.sends, ""
            yield from ((added, stop.sends, said) for added, _, said in self._around(stop, ((WAITS, index, passes),)))
        else:
            for added, sends, said in self._finished(stop, passes + 1, depth):
                yield added, (*stop.sends, *sends), said
                for boundary in stop.free:
                    if not boundary.interrupts:
                        yield (*added, _at(boundary)), (*stop.sends, *sends), f'"{boundary.label}" comes'
            yield from ((added, stop.sends, said) for added, _, said in self._around(stop, None))

    def _around(self, stop: Stop, staying: Items | None) -> Iterator[Next]:
        """What may come around an activity at once: it is left, or a path begins beside it."""
        for boundary in stop.free:
            if boundary.interrupts:
                yield (_at(boundary),), (), f'"{boundary.label}" comes'
            elif staying is not None:
                yield (*staying, _at(boundary)), (), f'"{boundary.label}" comes'

    def _finished(self, stop: Stop, passes: int, depth: int) -> Iterator[Next]:
        """A pass has ended: another one, or the way on."""
        if stop.loops and (stop.fixed is None or passes < stop.fixed):
            kept = passes if stop.fixed is not None else 1
            if stop.awaits or stop.inner is not None or stop.sends:
                for added, sends, said in self._again(stop, kept, depth):
                    yield added, sends, said or f'"{stop.node.label}" passes again'
        if not stop.loops or stop.fixed is None or passes >= stop.fixed:
            yield from ((added, (), said) for added, said in stop.ways)
            for boundary in stop.after:
                yield (_at(boundary),), (), f'"{boundary.label}" comes'

    def _again(self, stop: Stop, passes: int, depth: int) -> Iterator[Next]:
        if stop.awaits or stop.inner is not None:
            yield from self._begun(stop, passes, depth)
        elif stop.fixed is not None:
            yield from self._begun(stop, passes, depth)
        else:
            # A step that only sends: the token comes back to it, so that its passes are states of their own.
            yield ((TOKEN, stop.node.index, -1),), (), ""

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
        for added, sends, said in self._finished(stop, item[2] + 1, depth):
            yield from self._made(rest, added, sends, said, take)

    def _left(self, rest: Items, item: Item, mail: Mail) -> Iterator[Move]:
        """What can come around an activity that goes on."""
        stop = self.net.stops[item[1]]
        for boundary in stop.free:
            if boundary.interrupts:
                yield from self._made(rest, (_at(boundary),), said=f'"{boundary.label}" comes')
        for boundary in stop.called:
            kept = () if boundary.interrupts else (item,)
            for flow in taken_by(self.net, boundary):
                if mail[flow]:
                    yield from self._made(rest, (*kept, _at(boundary)), said=f'"{boundary.label}" comes', take=flow)

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
                items = tuple(sorted((*rest, *kept, _at(boundary))))
                yield move._replace(items=items, thrown=None, said=move.said or f'"{boundary.label}" comes')
                return
        if move.broken is not None:
            yield move
            return
        if not done(move.items):
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
        for added, sends, said in self._finished(stop, passes + 1, depth):
            items = tuple(sorted(rest + added))
            yield move._replace(items=items, sends=move.sends + sends, said=said or move.said)

    def incomplete(self, items: Items) -> Broken | None:
        """The join that keeps a scope from its end: some of its paths have come, and no other can."""
        for item in items:
            stop = self.net.stops[item[1]]
            if item[0] == ARRIVED and stop.kind == "join":
                come = {other[2] for other in items if other[0] == ARRIVED and other[1] == item[1]}
                return Broken(item[1], tuple(flow.index for flow in stop.node.ins if flow.index not in come))
        return None

    # --- events around and from afar ---------------------------------------------------------------------------------

    def _caught(self, scope: Scope, moves: Iterable[Move]) -> list[Move]:
        """Moves of a scope, what they throw caught by its event sub-processes."""
        found = []
        for move in moves:
            if move.thrown is not None:
                catcher = next((one for one in scope.listeners if one.catches(*move.thrown)), None)
                if catcher is not None and (MARK, catcher.index, 0) not in move.items:
                    move = move._replace(items=self._risen(scope, move.items, catcher), thrown=None)
            found.append(move)
        return found

    def _risen(self, scope: Scope, items: Items, one: Node) -> Items:
        """A scope in which an event sub-process has begun; it begins once, whatever its timer says."""
        assert isinstance(one, EventSubProcess)
        token: Item = (TOKEN, one.index, -1)
        if not one.interrupts:
            marked = () if one.occasion.flows else ((MARK, one.index, 0),)
            return tuple(sorted((*items, token, *marked)))
        return tuple(sorted((token, *((MARK, other.index, 0) for other in scope.listeners))))

    def _free(self, one: Node) -> bool:
        assert isinstance(one, EventSubProcess)
        if one.cause == "signal":
            return one.occasion.signal not in self.net.thrown
        return one.cause in ("timer", "conditional", "error")

    def heard(self, scope: Scope, items: Items, signal: str) -> Items:
        """A scope after a signal that was thrown anywhere in the case."""
        kept: list[Item] = []
        for item in items:
            kept.extend(self._heard(item, signal))
        now = tuple(sorted(kept))
        for one in scope.listeners:
            assert isinstance(one, EventSubProcess)
            if one.occasion.signal == signal and (MARK, one.index, 0) not in items:
                now = self._risen(scope, now, one)
        return now

    def _heard(self, item: Item, signal: str) -> Items:
        stop = self.net.stops[item[1]]
        if item[0] == WAITS and stop.kind == "event" and stop.signal == signal:
            return ((PASSED, item[1], 0),)
        if item[0] == WAITS and stop.kind == "race":
            targets = [target for added, _ in stop.ways for _, target, _ in added]
            chosen = next((target for target in targets if self.net.stops[target].signal == signal), None)
            return ((PASSED, chosen, 0),) if chosen is not None else (item,)
        if item[0] not in (WAITS, INSIDE):
            return (item,)
        beside: list[Item] = []
        for boundary in stop.called:
            if boundary.occasion.signal == signal:
                if boundary.interrupts:
                    return (_at(boundary),)
                beside.append(_at(boundary))
        if item[0] == INSIDE:
            assert stop.inner is not None
            assert not isinstance(item[2], int)
            passes, frames = item[2]
            item = (INSIDE, item[1], (passes, tuple(self.heard(stop.inner, frame, signal) for frame in frames)))
        return (item, *beside)


def _at(boundary: Boundary | Node) -> Item:
    return (TOKEN, boundary.index, -1)


def _put(frames: tuple[Items, ...], place: int, items: Items) -> tuple[Items, ...]:
    return frames[:place] + (items,) + frames[place + 1 :]


def done(items: Items) -> bool:
    """Whether every path of a scope has ended."""
    return all(item[0] > INSIDE for item in items)


def _fewer(before: Items, after: Items) -> bool:
    return sum(item[0] <= INSIDE for item in after) < sum(item[0] <= INSIDE for item in before)
