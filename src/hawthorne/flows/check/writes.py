"""Writes: two steps on concurrent paths do not write one thing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import is_a
from hawthorne.flows.wiring import Wiring, wirings


def check_writes(study: Study) -> Iterator[Finding]:
    """A property or data object that two concurrent steps write has whichever value comes last. Rows of a dataset are
    kept in order by the record, so a dataset may be written from anywhere."""
    for wiring in wirings(study):
        writers = _writers(study, wiring)
        if not writers:
            continue
        said: set[tuple[str, str, str]] = set()
        for split in wiring.nodes.values():
            for one, two in combinations(_branches(wiring, split), 2):
                for target, nodes in writers.items():
                    first, second = _only(nodes, one, two), _only(nodes, two, one)
                    if first and second and (target, first[0], second[0]) not in said:
                        said.add((target, first[0], second[0]))
                        yield _finding(study, wiring, target, first[0], second[0])


def _only(nodes: dict[str, None], here: set[str], there: set[str]) -> list[str]:
    return [node for node in nodes if node in here and node not in there]


def _finding(study: Study, wiring: Wiring, target: str, first: str, second: str) -> Finding:
    one, two = wiring.nodes[first], wiring.nodes[second]
    message = f'"{study.elements[target].label}" is written by "{one.label}" and by "{two.label}" on concurrent paths'
    return Finding(
        "warning", "concurrent-writes", message, "let one path follow the other, or write two properties", two.place
    )


def _writers(study: Study, wiring: Wiring) -> dict[str, dict[str, None]]:
    """The nodes of a container by the id of what they, or the steps inside them, write."""
    found: dict[str, dict[str, None]] = {}
    for id, node in wiring.nodes.items():
        for element in node.walk():
            target = element.attributes.get("targetRef")
            if element.type == "bpmn:DataOutputAssociation" and isinstance(target, str) and _races(study, node, target):
                found.setdefault(target, {})[id] = None
    return {target: nodes for target, nodes in found.items() if len(nodes) > 1}


def _races(study: Study, node: Element, target: str) -> bool:
    element = study.elements.get(target)
    return element is not None and not is_a(element.type, "bpmn:DataStoreReference")


def _branches(wiring: Wiring, split: Element) -> list[set[str]]:
    """The nodes reached along each branch of a node that can send several paths on."""
    flows = wiring.outs.get(str(split.id), ())
    if len(flows) < 2 or is_a(split.type, "bpmn:ExclusiveGateway", "bpmn:EventBasedGateway"):
        return []
    return [wiring.reached([str(flow.attributes["targetRef"])]) for flow in flows]
