"""What exploration needs to know of a compiled study: its nodes as ways in, ways on, sends and waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from hawthorne.flows.graph import Flow, Graph, MessageFlow, Node, Scope
from hawthorne.flows.machine.activities import Activity, Exchange, Loop
from hawthorne.flows.machine.containers import AdHoc, EventSubProcess, Many, SubProcess, each
from hawthorne.flows.machine.events import Boundary, End, Event, Occasion
from hawthorne.flows.machine.gateways import Complex, EventBased, Exclusive, Inclusive, Parallel, Random
from hawthorne.flows.model import Element

PASSES = 3
"""How many passes of a loop with a fixed number of passes are explored."""
SUBSETS = 4
"""Up to how many conditional flows every combination is tried; beyond, each alone and all together."""

TOKEN, PASSED, WAITS, INSIDE, ARRIVED, MARK = range(6)
"""What an item of a scope's state is: a token at a node, one at an event that has come, one that waits, a stay with
scopes inside it, an arrival at a join, a mark (an event sub-process has begun; a complex join has let a path on)."""

Item = tuple[int, int, "int | tuple[int, tuple[Items, ...]]"]
Items = tuple[Item, ...]
Way = tuple[Items, str]
"""A way on: the tokens that it makes, and the choice in words ("" where there is none)."""


@dataclass(slots=True)
class Stop:
    """A node as exploration sees it. `ways` are the ways on; `sends` and `takes` are internal message flows by number;
    `awaits` says whether it stays until something comes, `comes` whether that comes by itself (a timer, an answer)."""

    node: Node
    kind: str
    ways: tuple[Way, ...] = ()
    sends: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    awaits: bool = False
    comes: bool = False
    signal: str | None = None
    throws: str | None = None
    escalates: bool = False
    code: str | None = None
    local: bool = True
    inner: Scope | None = None
    begins: tuple[Items, ...] = ()
    fixed: int | None = None
    loops: bool = False
    skips: bool = False
    free: tuple[Boundary, ...] = ()
    called: tuple[Boundary, ...] = ()
    after: tuple[Boundary, ...] = ()


@dataclass(slots=True)
class Net:
    """A study as exploration sees it: `stops` by node index, `mail` the internal message flows by number."""

    graph: Graph
    stops: list[Stop] = field(default_factory=list)
    mail: list[MessageFlow] = field(default_factory=list)
    at_end: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """What each pool sends when it has ended."""
    thrown: frozenset[str] = frozenset()
    """The signals that the study itself throws; every other one may come from outside."""
    mortal: frozenset[str] = frozenset()
    """The scopes that something can end before their paths have ended."""


def net_of(graph: Graph, elements: Mapping[str, Element]) -> Net:
    """The net of a compiled study without errors."""
    net = Net(graph)
    net.mail = [flow for flow in graph.messages.values() if flow.source_box is None and flow.target_box is None]
    number = {flow.id: place for place, flow in enumerate(net.mail)}
    for flow in graph.once:
        if flow.id in number and flow.source_pool is not None:
            net.at_end[flow.source_pool] = (*net.at_end.get(flow.source_pool, ()), number[flow.id])
    thrown = [node.throw.signal for node in graph.nodes if isinstance(node, (Event, End)) and node.throw is not None]
    net.thrown = frozenset(name for name in thrown if name is not None)
    net.mortal = _mortal(graph)
    net.stops = [_stop(net, node, elements, number) for node in graph.nodes]
    return net


# --- ways on ---------------------------------------------------------------------------------------------------------


def _stop(net: Net, node: Node, elements: Mapping[str, Element], number: Mapping[str, int]) -> Stop:
    stop = Stop(node, _kind(node), tuple(_ways(node)))
    if isinstance(node, Event):
        stop.awaits = node.occasion.waits and node.type != "IntermediateThrowEvent"
        _wait(net, stop, node.occasion, number)
        if node.link is not None:
            stop.ways = ((((TOKEN, node.link.index, -1),), ""),)
    if isinstance(node, (Event, End)):
        if node.talk is not None:
            stop.sends = _numbers(node.talk.outs, number)
        if node.throw is not None:
            stop.throws, stop.escalates, stop.code = node.throw.signal, node.throw.escalates, node.throw.escalation
    if isinstance(node, Activity):
        _activity(net, stop, node, elements[node.id], number)
    mortal = node.scope.id in net.mortal
    kills = isinstance(node, End) and (node.terminates or node.cancels or node.fails)
    stop.local = not (kills or stop.throws is not None or stop.escalates or (stop.sends and mortal))
    return stop


def _kind(node: Node) -> str:
    """The word for how a token moves here."""
    if isinstance(node, (Exclusive, Random)):
        return "choice"
    if isinstance(node, Parallel):
        return "join" if len(node.ins) > 1 else "pass"
    if isinstance(node, Complex):
        return "complex" if len(node.ins) > 1 and node.condition is not None else "pass"
    if isinstance(node, Inclusive):
        return "gather" if len(node.ins) > 1 else "pass"
    if isinstance(node, EventBased):
        return "race"
    if isinstance(node, End):
        return "end"
    if isinstance(node, Event):
        return "event"
    return "activity" if isinstance(node, Activity) else "pass"


def _ways(node: Node) -> Iterator[Way]:
    if not node.outs:
        yield (), ""
    elif isinstance(node, (Exclusive, Random)):
        for flow in node.outs:
            yield _way(node, [flow])
    elif isinstance(node, Parallel) or node.only is not None:
        yield tuple((TOKEN, flow.target.index, flow.index) for flow in node.outs), ""
    else:
        for flows in _choices(node):
            yield _way(node, flows)


def _choices(node: Node) -> Iterator[list[Flow]]:
    """The sets of flows that a node which is no exclusive gateway may take."""
    always = [flow for flow in node.outs if flow.holds is None and flow is not node.default]
    maybe = [flow for flow in node.outs if flow.holds is not None and flow is not node.default]
    sizes = range(len(maybe) + 1) if len(maybe) <= SUBSETS else (0, 1, len(maybe))
    for size in sizes:
        for some in combinations(maybe, size):
            if always or some:
                yield [flow for flow in node.outs if flow in always or flow in some]
            elif node.default is not None:
                yield [node.default]


def _way(node: Node, flows: list[Flow]) -> Way:
    tokens = tuple((TOKEN, flow.target.index, flow.index) for flow in flows)
    names = " and ".join(flow.label if flow.label != flow.id else flow.target.label for flow in flows)
    return tokens, f'"{node.label}" goes on to {names}' if len(node.outs) > 1 else ""


# --- activities ------------------------------------------------------------------------------------------------------


def _activity(net: Net, stop: Stop, node: Activity, element: Element, number: Mapping[str, int]) -> None:
    one = each(node)
    boundaries = [b for b in node.boundaries if b.cause != "compensation"]
    stop.after = tuple(b for b in boundaries if b.cause == "conditional" and b.interrupts)
    stop.free = tuple(b for b in boundaries if b not in stop.after and _comes(net, b.cause, b.occasion))
    stop.called = tuple(b for b in boundaries if b not in stop.after and b not in stop.free)
    if isinstance(one, Exchange):
        stop.sends = _numbers(one.talk.outs, number)
        stop.takes = _numbers(one.talk.ins, number)
        stop.awaits = bool(one.talk.ins)
        stop.comes = bool(one.talk.back)
    if isinstance(one, SubProcess) and not isinstance(one, EventSubProcess):
        _inside(stop, one, 2 if isinstance(node, Many) else 1)
    elif isinstance(one, EventSubProcess):
        _inside(stop, one, 1)
    loop = node.loop
    stop.loops = loop is not None and not isinstance(node, Many)
    if loop is not None:
        stop.fixed = _fixed(loop, element)
        stop.skips = loop.test_before
    heard = any(b.occasion.flows or b.occasion.signal is not None for b in stop.called)
    stop.awaits = stop.awaits or (heard and stop.inner is None)
    stop.comes = stop.comes or not (isinstance(one, Exchange) and one.talk.ins)


def _comes(net: Net, cause: str, occasion: Occasion) -> bool:
    """Whether an event around an activity may come by itself: a timer, a condition, an error, a signal from outside."""
    if cause == "signal":
        return occasion.signal not in net.thrown
    return cause in ("timer", "conditional", "error")


def _inside(stop: Stop, node: SubProcess, instances: int) -> None:
    heads = node.inner.starts if isinstance(node, AdHoc) else [node.inner.start] if node.inner.start else []
    if heads:
        stop.inner = node.inner
        stop.begins = (tuple(sorted((TOKEN, head.index, -1) for head in heads)),) * instances


def _fixed(loop: Loop, element: Element) -> int | None:
    """How many passes a loop makes whatever the data, at most `PASSES`; None where data decide."""
    marker = element.one("loopCharacteristics")
    text = marker.attributes.get("loopCardinality") if marker is not None and loop.multiple else None
    if text is not None and str(text).strip().isdigit():
        return min(PASSES, int(str(text)))
    return min(PASSES, loop.maximum) if loop.maximum is not None and loop.condition is None else None


# --- what is waited for ----------------------------------------------------------------------------------------------


def _wait(net: Net, stop: Stop, occasion: Occasion, number: Mapping[str, int]) -> None:
    stop.takes = _numbers(occasion.flows, number)
    stop.signal = occasion.signal
    stop.comes = occasion.timer is not None or occasion.condition is not None


def _numbers(flows: list[MessageFlow], number: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(number[flow.id] for flow in flows if flow.id in number)


def taken_by(net: Net, boundary: Node) -> tuple[int, ...]:
    """The internal message flows that an event around an activity or a scope listens to."""
    assert isinstance(boundary, (Boundary, EventSubProcess))
    return tuple(place for place, flow in enumerate(net.mail) if flow in boundary.occasion.flows)


def _mortal(graph: Graph) -> frozenset[str]:
    found: set[str] = set()
    for node in graph.nodes:
        ends = isinstance(node, End) and (node.terminates or node.cancels or node.fails)
        if ends or (isinstance(node, EventSubProcess) and node.interrupts):
            found.add(node.scope.id)
        one = each(node)
        if isinstance(one, SubProcess) and isinstance(node, Activity) and any(b.interrupts for b in node.boundaries):
            found.add(one.inner.id)
    grew = True
    while grew:
        grew = False
        for node in graph.nodes:
            one = each(node)
            if isinstance(one, SubProcess) and node.scope.id in found and one.inner.id not in found:
                found.add(one.inner.id)
                grew = True
    return frozenset(found)
