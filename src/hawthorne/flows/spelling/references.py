"""References: an id that names no element is taken out, with a finding. `incoming`, `outgoing`: the flows decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hawthorne.core.errors import Finding, Severity, nearest
from hawthorne.core.place import Place
from hawthorne.flows.model import Element
from hawthorne.flows.spelling.reading import Reading, Reference
from hawthorne.flows.vocabulary.load import is_a, load

INCIDENTAL = frozenset(
    {
        *("incoming", "outgoing", "categoryValueRef", "flowNodeRef", "dataObjectRef", "dataStoreRef"),
        *("itemSubjectRef", "definitionalCollaborationRef", "choreographyRef", "catalog", "messageFlowRef", "lanes"),
        *(
            "boundaryEventRefs",
            "supports",
            "supportedInterfaceRef",
            "interfaceRef",
            "endPointRefs",
            "partitionElementRef",
        ),
    }
)
"""References that decide nothing of a study's course."""


def resolve(
    reading: Reading, elements: Mapping[str, Element], roots: Iterable[Element], keep: bool = False
) -> Iterator[Finding]:
    """Take out what names no element, or leave it in with `keep`; a name with a foreign prefix is of another file."""
    for reference in reading.references:
        missing = [
            (id, place)
            for id, place in reference.ids
            if id not in elements and id.partition(":")[0] not in reading.foreign
        ]
        if missing:
            yield from _missing(reference, missing, elements, reading.lost)
        if missing and not keep:
            _take_out(reference, {id for id, _ in missing})
    for root in roots:
        yield from _implied(root)


def _missing(
    reference: Reference, missing: list[tuple[str, Place]], elements: Mapping[str, Element], lost: set[str]
) -> Iterator[Finding]:
    name, part = reference.declared.name, reference.part
    for id, place in missing:
        if id in lost:
            continue
        near = nearest(id, _fitting(reference.declared.type, elements)) or nearest(id, elements)
        fix = f'did you mean "{near[0]}"?' if near else "name an element of this file by its id"
        severity: Severity = "warning" if name in INCIDENTAL else "error"
        yield Finding(
            severity, "unknown-id", f'"{part.label}" names "{id}" as its "{name}", which no element is', fix, place
        )


def _take_out(reference: Reference, missing: set[str]) -> None:
    name, part = reference.declared.name, reference.part
    kept = tuple(id for id, _ in reference.ids if id not in missing)
    if reference.declared.many and kept:
        part.attributes[name] = kept
    else:
        part.attributes.pop(name, None)


def _fitting(type: str, elements: Mapping[str, Element]) -> list[str]:
    vocabulary = load()
    return [id for id, element in elements.items() if (known := vocabulary.type(element.type)) and known.is_a(type)]


def _implied(container: Element) -> Iterator[Finding]:
    """Drop `incoming` and `outgoing` where they say what the sequence flows say."""
    for element in container.walk():
        flows = element.all("flowElements")
        nodes = (element for element in flows if is_a(element.type, "bpmn:FlowNode"))
        written = [node for node in nodes if "incoming" in node.attributes or "outgoing" in node.attributes]
        if not written:
            continue
        ends: dict[str, dict[str, set[str]]] = {"incoming": {}, "outgoing": {}}
        for flow in flows:
            if flow.type == "bpmn:SequenceFlow" and flow.id is not None:
                ends["incoming"].setdefault(str(flow.attributes.get("targetRef")), set()).add(flow.id)
                ends["outgoing"].setdefault(str(flow.attributes.get("sourceRef")), set()).add(flow.id)
        for node in written:
            for name, found in ends.items():
                ids = node.attributes.get(name)
                if ids is None:
                    continue
                if set(ids) != found.get(str(node.id), set()):
                    message = f'"{node.label}" lists as "{name}" what its sequence flows do not say'
                    yield Finding("warning", "ends", message, f"the flows decide: remove `{name}`", node.where(name))
                assert isinstance(node.attributes, dict)
                node.attributes.pop(name)
