"""What an exploration has found, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hawthorne.core.errors import Finding, Severity
from hawthorne.core.place import NOWHERE, Place
from hawthorne.flows.explore.moves import Broken
from hawthorne.flows.explore.net import Net, Stop, net_of
from hawthorne.flows.explore.search import MOST, Found, State, search, waiting
from hawthorne.flows.explore.surplus import surplus
from hawthorne.flows.graph import Graph, Node
from hawthorne.flows.machine.events import Boundary
from hawthorne.flows.model import Element

CHOICES = 4
"""How many choices a message tells, the last ones."""


def soundness(graph: Graph, elements: Mapping[str, Element], most: int = MOST) -> list[Finding]:
    """Warnings for what can go wrong in a compiled study without errors whatever its data, and a note that says how
    much was explored."""
    if not graph.pools:
        return []
    net = net_of(graph, elements)
    found = search(net, most)
    teller = _Teller(net, found, elements)
    warnings = [*teller.joins(), *teller.waits(), *teller.surplus(), *teller.dead(), *teller.untaken()]
    return [*warnings, teller.note(sound=not any(one.severity == "warning" for one in warnings))]


class _Teller:
    def __init__(self, net: Net, found: Found, elements: Mapping[str, Element]) -> None:
        self.net, self.found, self.elements = net, found, elements
        self.pools = net.graph.pools
        self.owners = {id(stop.inner): stop.node for stop in net.stops if stop.inner is not None}

    def _finding(self, code: str, node: Node, message: str, fix: str, severity: Severity = "warning") -> Finding:
        return Finding(severity, code, message, fix, self._place(node.id))

    def _place(self, id: str) -> Place:
        element = self.elements.get(id)
        return element.place if element is not None else NOWHERE

    def _after(self, state: int, last: str = "") -> str:
        """The choices that lead to a state, in words to put after a sentence."""
        choices = self.found.choices(state, last)
        more = "..., " if len(choices) > CHOICES else ""
        return f" (when {more}{', then '.join(choices[-CHOICES:])})" if choices else ""

    # --- deadlocks ---------------------------------------------------------------------------------------------------

    def joins(self) -> Iterator[Finding]:
        """Joins some of whose paths cannot come; each once."""
        first: dict[int, tuple[Broken, int, str]] = {}
        for broken, (state, said) in self.found.broken.items():
            first.setdefault(broken.join, (broken, state, said))
        for join, (broken, state, said) in first.items():
            node = self.net.graph.nodes[join]
            flows = " and ".join(f'"{self.net.graph.flows[flow].id}"' for flow in broken.missing)
            message = f'"{node.label}" can wait for ever for a path along {flows}{self._after(state, said)}'
            fix = "join with a gateway of the kind that splits: parallel with parallel, exclusive with exclusive"
            yield self._finding("deadlock", node, message, fix)

    def waits(self) -> Iterator[Finding]:
        """Nodes that can wait for ever; each once, in the first state in which it does."""
        said: set[int] = set()
        for number in self.found.stuck:
            state = self.found.states[number]
            where = [list(waiting(items)) if items is not None else [] for _, items in state.pools]
            circle = self._circle(state, where)
            for node in (node for nodes in where for node in nodes):
                if node not in said:
                    said.add(node)
                    yield self._wait(self.net.stops[node], number, circle)

    def _wait(self, stop: Stop, number: int, circle: set[int]) -> Finding:
        node, after = stop.node, self._after(number)
        if stop.signal is not None and stop.kind == "event":
            thrown = stop.signal in self.net.thrown
            why = "which can have been thrown before" if thrown else "which nothing in the study throws"
            message = f'"{node.label}" can wait for ever for the signal "{stop.signal}", {why}{after}'
            return self._finding("deadlock", node, message, "use a message, which waits until it is taken")
        flows = self._awaited(stop)
        names = " or ".join(f'"{flow}"' for flow in flows) or "nothing that can come"
        if node.index in circle:
            message = f'"{node.label}" waits for a message along {names}, whose sender waits for this pool{after}'
            fix = "let one of the pools send before it waits"
            return self._finding("pools-wait", node, message, fix)
        message = f'"{node.label}" can wait for ever for a message along {names}{after}'
        fix = "let every way of the sender send it, or give the wait another end: a timer"
        return self._finding("deadlock", node, message, fix)

    def _awaited(self, stop: Stop) -> list[str]:
        takes = list(stop.takes)
        if stop.kind == "race":
            takes += [flow for tokens, _ in stop.ways for token in tokens for flow in self.net.stops[token[1]].takes]
        return [self.net.mail[flow].id for flow in takes]

    def _circle(self, state: State, where: list[list[int]]) -> set[int]:
        """The nodes whose message would have to come from a pool that itself waits, round to their own pool."""
        place = {pool.id: number for number, pool in enumerate(self.pools)}
        needs: dict[int, dict[int, set[int]]] = {}
        for pool, nodes in enumerate(where):
            for node in nodes:
                for id in self._awaited(self.net.stops[node]):
                    sender = place.get(self.net.graph.messages[id].source_pool or "", -1)
                    if sender >= 0 and state.pools[sender][1] is not None:
                        needs.setdefault(pool, {}).setdefault(sender, set()).add(node)
        found: set[int] = set()
        for pool, senders in needs.items():
            for sender, waits in senders.items():
                if pool in _closure(sender, needs):
                    found |= waits
        return found

    # --- the rest ----------------------------------------------------------------------------------------------------

    def surplus(self) -> Iterator[Finding]:
        for one in surplus(self.net):
            if one.node.index in self.found.reached:
                flows = " and ".join(f'"{flow}"' for flow in one.flows)
                message = f'"{one.node.label}" can be reached along {flows} at once, so what follows is done twice'
                fix = "join the paths with a parallel or an inclusive gateway before it"
                yield self._finding("surplus", one.node, message, fix)

    def dead(self) -> Iterator[Finding]:
        """What no choice leads to: the first nodes of each dead part."""
        if self.found.cut:
            return
        for stop in self.net.stops:
            node, reached = stop.node, self.found.reached
            if node.index in reached or self._apart(node):
                continue
            before = [flow.source for flow in node.ins] + ([node.host] if isinstance(node, Boundary) else [])
            owner = self._owner(node)
            heads = [one for one in before if one is not None and one.index in reached]
            if heads or (not before and owner is not None and owner.index in reached):
                message = f'"{node.label}" is never reached, whatever is chosen'
                fix = "see what keeps the paths before it from coming here, or remove it"
                yield self._finding("dead", node, message, fix)

    def _owner(self, node: Node) -> Node | None:
        return self.owners.get(id(node.scope))

    def _apart(self, node: Node) -> bool:
        """Compensation and its handlers are not explored."""
        if isinstance(node, Boundary) and node.cause == "compensation":
            return True
        around: Node | None = node
        while around is not None:
            element = self.elements.get(around.id)
            if element is not None and element.attributes.get("isForCompensation") is True:
                return True
            around = self._owner(around) if around.scope.parent is not None else None
        return False

    def untaken(self) -> Iterator[Finding]:
        """Messages that nobody takes: never, at every end, or (a note) at some ends."""
        for place, flow in enumerate(self.net.mail):
            sender = self.elements.get(flow.id)
            label = sender.label if sender is not None else flow.id
            where = self._place(flow.id)
            ends = self.found.left.get(place, 0)
            if place in self.found.sent and place not in self.found.taken and not self.found.cut:
                message = f'what is sent along "{label}" is never taken'
                fix = "let a step or an event of the receiving pool wait for it, or remove the message flow"
                yield Finding("warning", "untaken", message, fix, where)
            elif ends and ends == self.found.ends and not self.found.cut:
                message = f'a message along "{label}" is left untaken however the study ends'
                yield Finding("warning", "untaken", message, "let as many be taken as are sent", where)
            elif ends:
                message = f'a message along "{label}" can be left untaken when the study ends'
                yield Finding("note", "untaken", message, "nothing is wrong with that where it came too late", where)

    def note(self, sound: bool) -> Finding:
        """How much was explored."""
        states = len(self.found.states)
        count = f"{states:,} state" + ("" if states == 1 else "s")
        place = self._place(self.pools[0].scope.id)
        if self.found.cut:
            so_far = "sound as far as it was explored" if sound else "explored in part"
            message = f"{so_far}: cut off after {count} (the bound: {', '.join(self.found.cut)})"
        else:
            message = f"sound over {count}" if sound else f"not sound: all {count} were explored"
        return Finding("note", "soundness", message, "", place)


def _closure(start: int, needs: Mapping[int, Mapping[int, set[int]]]) -> set[int]:
    found, ahead = {start}, [start]
    while ahead:
        for other in needs.get(ahead.pop(), {}):
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found
