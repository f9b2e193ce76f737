"""What of a study is drawn, in what form, and under which name."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import is_a

SCOPES = ("bpmn:SubProcess", "bpmn:SubChoreography")


def form_of(element: Element) -> str | None:
    """The form of a flow element or artifact; None for what is no shape (a flow, a data object that only references
    stand for)."""
    type = element.type
    if is_a(type, "bpmn:Event"):
        return "event"
    if is_a(type, "bpmn:Gateway"):
        return "gateway"
    if is_a(type, *SCOPES):
        return "scope"
    if is_a(type, "bpmn:FlowNode"):
        return "activity"
    if type == "bpmn:DataStoreReference":
        return "store"
    if type in ("bpmn:DataObjectReference", "bpmn:DataObject"):
        return "data"
    if type == "bpmn:TextAnnotation":
        return "note"
    return "group" if type == "bpmn:Group" else None


def name_of(element: Element) -> str:
    """The text that a picture shows for an element: its name, a note's text, else (of steps and data) its id, since
    an empty box says nothing."""
    if element.type == "bpmn:TextAnnotation":
        return str(element.get("text") or "")
    name = element.attributes.get("name")
    if name:
        return str(name)
    if is_a(element.type, *SCOPES) and drawn_inside(element):
        return ""
    told = is_a(element.type, "bpmn:Activity", "bpmn:ChoreographyActivity", "bpmn:Participant", "bpmn:ItemAwareElement")
    return str(element.id or "") if told else ""


def is_repeated(element: Element) -> bool:
    return element.one("loopCharacteristics") is not None


def drawn_inside(scope: Element) -> list[Element]:
    """The flow nodes, data elements and artifacts of a scope that are shapes, in document order; a data object that
    a reference stands for is not drawn itself."""
    inside = (*scope.all("flowElements"), *scope.all("artifacts"))
    referred = {element.attributes.get("dataObjectRef") for element in inside}
    return [
        element
        for element in inside
        if element.id is not None and form_of(element) is not None
        and not (element.type == "bpmn:DataObject" and element.id in referred)
    ]  # fmt: skip


def drawn_roots(study: Study) -> tuple[Element | None, list[Element]]:
    """The collaboration that is drawn with its pools (None where no pool has a process), and the processes and
    choreographies that are drawn without a pool."""
    collaboration = next(
        (root for root in study.of_type("Collaboration")
         if any(part.attributes.get("processRef") for part in root.all("participants"))),
        None,
    )  # fmt: skip
    pooled: set[object] = set()
    if collaboration is not None:
        pooled = {part.attributes.get("processRef") for part in collaboration.all("participants")}
    bare = [root for root in study.of_type("Process", "Choreography") if root.id not in pooled]
    return collaboration, bare


def edges_of(study: Study) -> Iterator[tuple[Element, str, str, str]]:
    """Every flow and association as (element, form, source id, target id), in document order."""
    for root in study.roots:
        for element in root.walk():
            if element.type == "bpmn:SequenceFlow":
                yield element, "sequence", *_ends(element)
            elif element.type == "bpmn:MessageFlow":
                yield element, "message", *_ends(element)
            elif element.type == "bpmn:Association":
                yield element, "association", *_ends(element)
            else:
                yield from _data_edges(element)


def _data_edges(activity: Element) -> Iterator[tuple[Element, str, str, str]]:
    for edge in activity.all("dataInputAssociations"):
        for source in edge.attributes.get("sourceRef", ()):
            yield edge, "data", str(source), str(activity.id)
    for edge in activity.all("dataOutputAssociations"):
        yield edge, "data", str(activity.id), str(edge.attributes.get("targetRef"))


def _ends(element: Element) -> tuple[str, str]:
    return str(element.attributes.get("sourceRef")), str(element.attributes.get("targetRef"))


def edge_label(element: Element) -> str:
    """What stands beside a flow: its name, else its condition."""
    name = element.attributes.get("name")
    if name:
        return str(name)
    condition = element.attributes.get("conditionExpression")
    return str(condition) if isinstance(condition, (str, int, float)) and not isinstance(condition, bool) else ""
