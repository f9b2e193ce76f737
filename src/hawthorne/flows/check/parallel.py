"""Parallel bodies: instances that run at once leave what they have to say in their own output, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import is_a
from hawthorne.flows.wiring import tour


def check_parallel(study: Study) -> Iterator[Finding]:
    """A body that runs many times at once writes no property and no data object of the scopes around it: which of its
    instances' values stayed would depend on who was last. Rows of a data set are kept in order by the record."""
    for element, _ in tour(study):
        marker = element.one("loopCharacteristics")
        if marker is None or marker.type != "bpmn:MultiInstanceLoopCharacteristics":
            continue
        if marker.attributes.get("isSequential") is False:
            for step, edge, data in _outward(study, element):
                inside = "" if step is element else f' (in "{element.label}")'
                message = f'"{step.label}"{inside} runs many times at once, and each writes "{data.label}" around it'
                fix = "let it leave its value as `outputDataItem`, which `loopDataOutputRef` collects in order"
                yield Finding("error", "parallel-write", message, fix, edge.where("targetRef"))


def _outward(study: Study, body: Element) -> Iterator[tuple[Element, Element, Element]]:
    """The edges of a body that write what is not its own: the step, the edge, what it writes."""
    own = {element.id for element in body.walk() if element.id is not None} if body.all("flowElements") else set()
    marker = body.one("loopCharacteristics")
    collected = marker.attributes.get("loopDataOutputRef") if marker is not None else None
    for step in body.walk():
        for edge in step.all("dataOutputAssociations"):
            data = study.elements.get(str(edge.attributes.get("targetRef")))
            if data is None or data.id in own or is_a(data.type, "bpmn:DataStoreReference"):
                continue
            if data.id != collected or step is not body:
                yield step, edge, data
