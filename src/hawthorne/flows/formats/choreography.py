"""Choreographies as processes: a choreography says who exchanges what with whom, and is walked as one process of
exchanges whose participants answer.

A process of choreography tasks, events, gateways and flows beside a collaboration that holds participants alone says
the same as a `Choreography` root; `as_process` goes from the one to the other and `as_choreography` back.
"""

from __future__ import annotations

from dataclasses import replace

from hawthorne.flows.model import Element, Study
from hawthorne.flows.read import index
from hawthorne.flows.vocabulary.load import is_a

OF_COLLABORATIONS = (
    *("participants", "messageFlows", "conversations", "conversationAssociations", "participantAssociations"),
    *("messageFlowAssociations", "correlationKeys", "conversationLinks"),
)
"""What a choreography holds as a collaboration does."""
OWN = ("isClosed", "choreographyRef")
"""What a choreography says as a collaboration does."""
STEPS = ("bpmn:ChoreographyActivity", "bpmn:Event", "bpmn:Gateway", "bpmn:SequenceFlow")


def walkable(study: Study) -> Study:
    """The study as it is walked: one that holds a choreography and no process has its choreography as a process."""
    if study.processes or not study.of_type("Choreography"):
        return study
    return as_process(study)


def as_process(study: Study) -> Study:
    """Each choreography as a process and a collaboration of its participants (`<id>_participants`)."""
    if not study.of_type("Choreography"):
        return study
    roots: list[Element] = []
    for root in study.roots:
        roots += _split(root) if root.type == "bpmn:Choreography" else [root]
    return _with(study, tuple(roots))


def as_choreography(study: Study) -> Study:
    """A process of exchanges and the collaboration of its participants as one choreography; any other study stays."""
    process = next((root for root in study.processes if _is_exchange(root)), None)
    actors = next((root for root in study.of_type("Collaboration") if root.id == _actors(process)), None)
    if process is None or actors is None or not _is_of_actors(actors):
        return study
    one = replace(
        process,
        type="bpmn:Choreography",
        children={**process.children, **actors.children},
        attributes={**actors.attributes, **process.attributes},
    )
    return _with(study, tuple(one if root is process else root for root in study.roots if root is not actors))


def _split(root: Element) -> list[Element]:
    theirs = {key: held for key, held in root.children.items() if key in OF_COLLABORATIONS}
    ours = {key: held for key, held in root.children.items() if key not in OF_COLLABORATIONS}
    said = {key: value for key, value in root.attributes.items() if key not in OWN}
    process = replace(root, type="bpmn:Process", children=ours, attributes=said)
    attributes = {key: root.attributes[key] for key in OWN if key in root.attributes}
    actors = Element("bpmn:Collaboration", _actors(root), attributes, theirs, (), root.place)
    return [actors, process]


def _actors(root: Element | None) -> str | None:
    return f"{root.id}_participants" if root is not None and root.id is not None else None


def _is_of_actors(collaboration: Element) -> bool:
    """Whether a collaboration says nothing beside participants without processes, and what joins them."""
    says = {*collaboration.children, *collaboration.attributes}
    pools = any("processRef" in participant.attributes for participant in collaboration.all("participants"))
    return says <= {*OF_COLLABORATIONS, *OWN} and not collaboration.extensions and not pools


def _is_exchange(process: Element) -> bool:
    elements = process.all("flowElements")
    return any(is_a(element.type, STEPS[0]) for element in elements) and all(
        is_a(element.type, *STEPS) for element in elements
    )


def _with(study: Study, roots: tuple[Element, ...]) -> Study:
    elements, parents = index(roots)
    return replace(study, roots=roots, elements=elements, parents=parents)
