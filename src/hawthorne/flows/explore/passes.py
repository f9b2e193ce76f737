"""Passes: how an activity begins, goes round and ends, and what may begin beside it."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.flows.explore.net import INSIDE, MARK, TOKEN, WAITS, Item, Items, Net, Stop
from hawthorne.flows.graph import Node, Scope
from hawthorne.flows.machine.containers import EventSubProcess
from hawthorne.flows.machine.events import Boundary

DEPTH = 6
"""How many scopes may lie within one another."""

Next = tuple[Items, tuple[int, ...], str]
"""What a node makes of a token: items in its place, what is sent meanwhile, the choice in words."""


class Passes:
    """The passes of a net's activities; `cut` collects the bounds that were met."""

    def __init__(self, net: Net, cut: set[str]) -> None:
        self.net, self.cut = net, cut

    def begun(self, stop: Stop, passes: int, depth: int) -> Iterator[Next]:
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
            yield from self.around(stop, ((INSIDE, index, (passes, frames)),))
        elif stop.awaits:
            yield ((WAITS, index, passes),), stop.sends, ""
            yield from ((added, stop.sends, said) for added, _, said in self.around(stop, ((WAITS, index, passes),)))
        else:
            for added, sends, said in self.finished(stop, passes + 1, depth):
                yield added, (*stop.sends, *sends), said
                for boundary in stop.free:
                    if not boundary.interrupts:
                        yield (*added, at(boundary)), (*stop.sends, *sends), f'"{boundary.label}" comes'
            yield from ((added, stop.sends, said) for added, _, said in self.around(stop, None))

    def around(self, stop: Stop, staying: Items | None) -> Iterator[Next]:
        """What may come around an activity at once: it is left, or a path begins beside it."""
        for boundary in stop.free:
            if boundary.interrupts:
                yield (at(boundary),), (), f'"{boundary.label}" comes'
            elif staying is not None:
                yield (*staying, at(boundary)), (), f'"{boundary.label}" comes'

    def finished(self, stop: Stop, passes: int, depth: int) -> Iterator[Next]:
        """A pass has ended: another one, or the way on."""
        if stop.loops and (stop.fixed is None or passes < stop.fixed):
            kept = passes if stop.fixed is not None else 1
            if stop.awaits or stop.inner is not None or stop.sends:
                for added, sends, said in self._again(stop, kept, depth):
                    yield added, sends, said or f'"{stop.node.label}" passes again'
        if not stop.loops or stop.fixed is None or passes >= stop.fixed:
            yield from ((added, (), said) for added, said in stop.ways)
            for boundary in stop.after:
                yield (at(boundary),), (), f'"{boundary.label}" comes'

    def _again(self, stop: Stop, passes: int, depth: int) -> Iterator[Next]:
        if stop.awaits or stop.inner is not None or stop.fixed is not None:
            yield from self.begun(stop, passes, depth)
        else:
            # A step that only sends: the token comes back to it, so that its passes are states of their own.
            yield ((TOKEN, stop.node.index, -1),), (), ""

    def start(self, scope: Scope) -> list[Items]:
        """A scope as it begins; and, for each of its event sub-processes that may come by itself, as that begins."""
        head = scope.start
        return self.opened(scope, ((TOKEN, head.index, -1),) if head is not None else ())

    def opened(self, scope: Scope, items: Items) -> list[Items]:
        """The same for a scope whose first paths are given."""
        return [items, *(self.risen(scope, items, one) for one in scope.listeners if self.free(one))]

    def risen(self, scope: Scope, items: Items, one: Node) -> Items:
        """A scope in which an event sub-process has begun; it begins once, whatever its timer says."""
        assert isinstance(one, EventSubProcess)
        token: Item = (TOKEN, one.index, -1)
        if not one.interrupts:
            marked = () if one.occasion.flows else ((MARK, one.index, 0),)
            return tuple(sorted((*items, token, *marked)))
        return tuple(sorted((token, *((MARK, other.index, 0) for other in scope.listeners))))

    def free(self, one: Node) -> bool:
        """Whether an event sub-process may begin by itself."""
        assert isinstance(one, EventSubProcess)
        if one.cause == "signal":
            return one.occasion.signal not in self.net.thrown
        return one.cause in ("timer", "conditional", "error")


def at(boundary: Boundary | Node) -> Item:
    """A path that begins at an event around an activity."""
    return (TOKEN, boundary.index, -1)
