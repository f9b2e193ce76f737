"""Paths: every container begins and ends, every node lies on the way, every loop can end, the walk can play it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import is_a
from hawthorne.flows.wiring import Wiring, wirings


def check_connected(study: Study) -> Iterator[Finding]:
    """A container with flows has a start and an end event, and each of its nodes lies on a path between them."""
    for wiring in wirings(study):
        if not wiring.flows or wiring.broken or wiring.container.type == "bpmn:AdHocSubProcess":
            continue
        container = wiring.container
        for word, found in (("start", wiring.starts), ("end", wiring.ends)):
            if not found:
                fix = f"add `{word.capitalize()}: {{type: {word.capitalize()}Event}}` and a flow to join it"
                yield Finding("error", f"no-{word}", f'"{container.label}" has no {word} event', fix, container.place)
        if wiring.starts and wiring.ends:
            yield from _off_the_way(wiring)


def _off_the_way(wiring: Wiring) -> Iterator[Finding]:
    """Where paths begin to go wrong: what lies before or behind such a node has nothing said of it."""
    reached = wiring.reached(str(node.id) for node in wiring.starts)
    lost = {id: None for id in wiring.nodes if id not in reached and not _is_called(wiring.nodes[id])}
    for id in _heads(lost, wiring.backward, wiring.reaching, wiring.reached):
        node = wiring.nodes[id]
        fix = "let a flow lead into it from what a start event leads to, or remove it"
        yield Finding("error", "unreachable", f'"{node.label}" is reached from no start event', fix, node.place)
    leaving = wiring.reaching(str(node.id) for node in wiring.ends)
    stuck = {
        id: None for id in wiring.nodes if id in reached and id not in leaving and not _compensates(wiring.nodes[id])
    }
    for id in _heads(stuck, wiring.onward, wiring.reached, wiring.reaching):
        node = wiring.nodes[id]
        if any(True for _ in wiring.onward(id)):
            message = f'"{node.label}" stands in a circle that nothing leaves to an end event'
            fix = "let a gateway or a boundary event lead out of it"
            yield Finding("error", "endless-circle", message, fix, node.place)
        else:
            message, fix = f'"{node.label}" leads to no end event', "let a flow lead on from it to an end event"
            yield Finding("error", "dead-end", message, fix, node.place)


def _is_called(node: Element) -> bool:
    """Whether a node begins by itself, and no flow leads to it: an event sub-process, a compensation handler."""
    return node.attributes.get("triggeredByEvent") is True or node.attributes.get("isForCompensation") is True


def _compensates(node: Element) -> bool:
    """Whether a boundary event leads to a compensation handler, along an association and no flow."""
    return any(definition.type == "bpmn:CompensateEventDefinition" for definition in node.all("eventDefinitions"))


Closure = Callable[[Iterable[str]], set[str]]


def _heads(
    among: dict[str, None], before: Callable[[str], Iterable[str]], all_before: Closure, all_behind: Closure
) -> Iterator[str]:
    """Those of the nodes that have none of them before them; of a circle with none before it, its first."""
    heads = [id for id in among if not any(other in among for other in before(id))]
    yield from heads
    covered = all_behind(heads)
    for id in among:
        if id in covered:
            continue
        first = id
        while outside := among.keys() & (all_before([first]) - all_behind([first])):
            first = next(other for other in reversed(among) if other in outside)
        circle = all_before([first])
        first = next(other for other in among if other in circle)
        yield first
        covered |= all_behind([first])


def check_process(study: Study) -> Iterator[Finding]:
    """There is something to run."""
    if not study.processes and not any(finding.severity == "error" for finding in study.findings):
        first = study.roots[0]
        message = f'"{first.label}" and the other roots hold no process, so there is nothing to run'
        yield Finding(
            "error", "no-process", message, "add a root `type: studyflow:Study` with its `flowElements`", first.place
        )


def check_starts(study: Study) -> Iterator[Finding]:
    """Only the first of several start events is used."""
    for wiring in wirings(study):
        for node in wiring.starts[1:]:
            first = wiring.starts[0].label
            message = f'"{node.label}" is a second start event, where no path begins'
            yield Finding("warning", "several-starts", message, f'paths begin at "{first}" alone', node.place)


def check_loops(study: Study) -> Iterator[Finding]:
    """A repeated activity can end: it has a condition, a maximum, a count, a list, or a boundary event that ends it."""
    for wiring in wirings(study):
        for id, node in wiring.nodes.items():
            marker = node.one("loopCharacteristics")
            if marker is None or wiring.boundaries.get(id):
                continue
            if marker.type == "bpmn:StandardLoopCharacteristics":
                maximum = marker.attributes.get("loopMaximum")
                if "loopCondition" not in marker.attributes and maximum is None and not _ends_inside(node):
                    fix = "write `loopCondition:` or `loopMaximum:`, or attach a boundary event"
                    yield Finding("error", "endless-loop", f'"{node.label}" repeats and cannot end', fix, marker.place)
                elif isinstance(maximum, int) and maximum < 1:
                    message = f'"{node.label}" repeats at most {maximum} times'
                    yield Finding("error", "loop-maximum", message, "write 1 or more", marker.where("loopMaximum"))


def _ends_inside(node: Element) -> bool:
    """Whether an event inside a sub-process ends what is around it."""
    return any(element.type == "bpmn:TerminateEventDefinition" for element in node.walk())


def check_joins(study: Study) -> Iterator[Finding]:
    """A parallel join whose flows come from one exclusive split waits for ever."""
    for wiring in wirings(study):
        for id, node in wiring.nodes.items():
            ins = wiring.ins.get(id, ())
            if node.type != "bpmn:ParallelGateway" or len(ins) < 2:
                continue
            sources = {_split_before(wiring, str(flow.attributes["sourceRef"])) for flow in ins}
            split = wiring.nodes.get(next(iter(sources)) or "") if len(sources) == 1 else None
            if split is not None and split.type in ("bpmn:ExclusiveGateway", "bpmn:EventBasedGateway"):
                message = f'"{node.label}" waits for {len(ins)} paths, and "{split.label}" sends one alone'
                fix = "join them with an exclusive gateway, or split them with a parallel one"
                yield Finding("error", "stuck-join", message, fix, node.place)


def _split_before(wiring: Wiring, id: str) -> str | None:
    """The first node backward from here at which paths part, along nodes with one way in and one way out."""
    seen: set[str] = set()
    while id not in seen:
        seen.add(id)
        if len(wiring.outs.get(id, ())) > 1:
            return id
        if wiring.boundaries.get(id) or wiring.nodes[id].type == "bpmn:BoundaryEvent":
            return None
        before = wiring.ins.get(id, ())
        if len(before) != 1:
            return None
        id = str(before[0].attributes["sourceRef"])
    return None


def check_sub_processes(study: Study) -> Iterator[Finding]:
    """A sub-process with nodes and no flows, or without a start event, is stepped past."""
    for wiring in wirings(study):
        inside = is_a(wiring.container.type, "bpmn:SubProcess")
        if inside and not wiring.flows and len(wiring.nodes) > 1 and not wiring.starts:
            message = f'"{wiring.container.label}" holds nodes that no flow joins, so it is stepped past'
            fix = "give it a start event, an end event and the flows between"
            yield Finding("warning", "no-start", message, fix, wiring.container.place)
