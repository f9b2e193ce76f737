"""How the nodes of a study hang together: containers, their nodes, what flows out and in, what is attached to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from hawthorne.flows.model import Element, Study
from hawthorne.flows.spelling.types import is_unread
from hawthorne.flows.vocabulary.load import is_a


@dataclass(frozen=True, slots=True)
class Wiring:
    """A container with its nodes by id, its sequence flows, those that leave and enter each node (in the document's
    order), and the boundary events by the id of their activity."""

    container: Element
    nodes: dict[str, Element] = field(default_factory=dict)
    flows: list[Element] = field(default_factory=list)
    outs: dict[str, list[Element]] = field(default_factory=dict)
    ins: dict[str, list[Element]] = field(default_factory=dict)
    boundaries: dict[str, list[Element]] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    """Where the path of a throwing link event goes on: the catching one's id."""

    @property
    def broken(self) -> bool:
        """Whether a flow lacks an end or a part could not be read, so that nothing is to be said of paths."""
        if any("sourceRef" not in flow.attributes or "targetRef" not in flow.attributes for flow in self.flows):
            return True
        return any(is_unread(element) for element in self.container.all("flowElements"))

    @property
    def starts(self) -> list[Element]:
        """The start events."""
        return [node for node in self.nodes.values() if node.type == "bpmn:StartEvent"]

    @property
    def ends(self) -> list[Element]:
        """The end events."""
        return [node for node in self.nodes.values() if node.type == "bpmn:EndEvent"]

    def onward(self, node: str) -> Iterator[str]:
        """The ids of the nodes that a path can be at after this one: along flows, or by a boundary event."""
        for flow in self.outs.get(node, ()):
            yield str(flow.attributes["targetRef"])
        for event in self.boundaries.get(node, ()):
            assert event.id is not None
            yield event.id
        if node in self.links:
            yield self.links[node]

    def backward(self, node: str) -> Iterator[str]:
        """The ids of the nodes from which a path can come to this one."""
        for flow in self.ins.get(node, ()):
            yield str(flow.attributes["sourceRef"])
        host = self.nodes[node].attributes.get("attachedToRef") if node in self.nodes else None
        if host is not None:
            yield str(host)
        yield from (throwing for throwing, catching in self.links.items() if catching == node)

    def reached(self, start: Iterable[str]) -> set[str]:
        """The nodes that paths from these come to, the nodes themselves included."""
        return _closure(start, self.onward)

    def reaching(self, ends: Iterable[str]) -> set[str]:
        """The nodes whose paths can come to one of these, the nodes themselves included."""
        return _closure(ends, self.backward)


def _closure(start: Iterable[str], onward: Callable[[str], Iterable[str]]) -> set[str]:
    found = set(start)
    stack = list(found)
    while stack:
        for other in onward(stack.pop()):
            if other not in found:
                found.add(other)
                stack.append(other)
    return found


@lru_cache(maxsize=4)
def wirings(study: Study) -> tuple[Wiring, ...]:
    """The wiring of every container of the study, outer ones first."""
    return tuple(
        _wire(element)
        for root in study.roots
        for element in root.walk()
        if is_a(element.type, "bpmn:FlowElementsContainer")
    )


def _wire(container: Element) -> Wiring:
    wiring = Wiring(container)
    for element in container.all("flowElements"):
        if element.id is None:
            continue
        if element.type == "bpmn:SequenceFlow":
            wiring.flows.append(element)
        elif is_a(element.type, "bpmn:FlowNode"):
            wiring.nodes.setdefault(element.id, element)
    for flow in wiring.flows:
        source, target = flow.attributes.get("sourceRef"), flow.attributes.get("targetRef")
        if source in wiring.nodes and target in wiring.nodes:
            wiring.outs.setdefault(str(source), []).append(flow)
            wiring.ins.setdefault(str(target), []).append(flow)
    for node in wiring.nodes.values():
        host = node.attributes.get("attachedToRef")
        if node.type == "bpmn:BoundaryEvent" and host in wiring.nodes:
            wiring.boundaries.setdefault(str(host), []).append(node)
    _join_links(wiring)
    return wiring


def _join_links(wiring: Wiring) -> None:
    catching = {link(node): id for id, node in wiring.nodes.items() if node.type == "bpmn:IntermediateCatchEvent"}
    for id, node in wiring.nodes.items():
        name = link(node)
        if node.type == "bpmn:IntermediateThrowEvent" and name is not None and name in catching:
            wiring.links[id] = catching[name]


def link(node: Element) -> str | None:
    """The name of a link event, None for any other node."""
    definitions = [found for found in node.all("eventDefinitions") if found.type == "bpmn:LinkEventDefinition"]
    return str(definitions[0].attributes.get("name") or "") if definitions else None


def tour(study: Study) -> Iterator[tuple[Element, tuple[Element, ...]]]:
    """Every element with the elements around it, innermost first; in document order."""
    stack: list[tuple[Element, tuple[Element, ...]]] = [(root, ()) for root in reversed(study.roots)]
    while stack:
        element, around = stack.pop()
        yield element, around
        inner = (element, *around)
        for children in reversed(tuple(element.children.values())):
            stack += [(child, inner) for child in reversed(children)]
