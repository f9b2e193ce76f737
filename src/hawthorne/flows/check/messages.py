"""Messages: their flows join pools, their structures are known, and whoever waits for one can get it."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.errors import Finding, did_you_mean, nearest
from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import is_a, load
from hawthorne.flows.wiring import tour, wirings

STRUCTURES = "studyflow:MessageStructureEnum"


def message_flows(study: Study) -> Iterator[Element]:
    """Every message flow."""
    for root in study.roots:
        yield from root.all("messageFlows")


def check_ends(study: Study) -> Iterator[Finding]:
    """A message flow has two ends, in two pools."""
    pools = dict(_pools(study))
    spoken = set(_spoken(study))
    for flow in message_flows(study):
        ends = []
        for name, word in (("sourceRef", "source"), ("targetRef", "target")):
            if name in flow.attributes:
                ends.append(study.elements[flow.attributes[name]])
            elif name not in flow.places:
                fix = f"write `{name}:` with the id of a pool or a node"
                yield Finding("error", "no-end", f'"{flow.label}" has no {word}', fix, flow.place)
        if len(ends) != 2:
            continue
        one, two = (pools.get(str(end.id)) for end in ends)
        if one is not None and one == two:
            message = f'"{flow.label}" joins "{ends[0].label}" and "{ends[1].label}" of one pool'
            fix = "a message flow goes from one pool to another; inside a pool a sequence flow or data goes"
            yield Finding("error", "one-pool", message, fix, flow.where("targetRef"))
        boxes = [end for end in ends if end.type == "bpmn:Participant" and "processRef" not in end.attributes]
        if len(boxes) == 2 and flow.id not in spoken:
            message = f'"{flow.label}" joins two pools without steps, so nothing is ever sent along it'
            yield Finding("warning", "unsent", message, "let it begin at a pool with a process", flow.place)


def _spoken(study: Study) -> Iterator[str]:
    """The message flows that choreography tasks name: what passes between bands."""
    for element in study.elements.values():
        named = element.attributes.get("messageFlowRef", ())
        yield from (named,) if isinstance(named, str) else named


def _pools(study: Study) -> Iterator[tuple[str, str]]:
    """The pool of every element by id: its process, or itself for a participant without one."""
    for element, around in tour(study):
        if element.id is None:
            continue
        if element.type == "bpmn:Participant":
            yield element.id, str(element.attributes.get("processRef", element.id))
        elif around and around[-1].type == "bpmn:Process":
            yield element.id, str(around[-1].id)
        elif element.type == "bpmn:Process":
            yield element.id, element.id


def structure_of(study: Study, flow: Element) -> tuple[str, Element] | None:
    """The structure that a message flow names, and the item that says so."""
    message = study.elements.get(str(flow.attributes.get("messageRef")))
    item = study.elements.get(str(message.attributes.get("itemRef"))) if message is not None else None
    structure = item.attributes.get("structureRef") if item is not None else None
    return (str(structure), item) if structure is not None and item is not None else None


def check_structures(study: Study) -> Iterator[Finding]:
    """The structure of a message is one that a vocabulary has, or one of a foreign vocabulary."""
    vocabulary = load()
    known = vocabulary.enumerations[STRUCTURES]
    said: set[str] = set()
    for flow in message_flows(study):
        found = structure_of(study, flow)
        if found is None or found[0] in known or found[0] in said or found[0] in vocabulary.renames["values"]:
            continue
        structure, item = found
        said.add(structure)
        prefix, colon, _ = structure.partition(":")
        near = nearest(structure, known)
        if near or (colon and prefix in vocabulary.prefixes):
            message = f'"{item.label}" names the message structure "{structure}", which no vocabulary has'
            yield Finding(
                "error", "unknown-structure", message, did_you_mean(structure, known), item.where("structureRef")
            )
        elif not colon:
            message = f'"{flow.label}" carries the structure "{structure}", which no task and no actor knows'
            fix = "known: " + ", ".join(known)
            yield Finding("warning", "unknown-structure", message, fix, item.where("structureRef"))


def check_waits(study: Study) -> Iterator[Finding]:
    """A message event, and every branch of an event-based gateway, has something to wait for."""
    targets = {flow.attributes.get("targetRef") for flow in message_flows(study)}
    for wiring in wirings(study):
        for id, node in wiring.nodes.items():
            kinds = {definition.type for definition in node.all("eventDefinitions")}
            waits = node.type in ("bpmn:IntermediateCatchEvent", "bpmn:BoundaryEvent")
            if waits and "bpmn:MessageEventDefinition" in kinds and id not in targets:
                message = f'"{node.label}" waits for a message, and no message flow comes in'
                yield Finding("error", "no-message", message, "draw a message flow to it", node.place)
            if node.type != "bpmn:EventBasedGateway":
                continue
            for flow in wiring.outs.get(id, ()):
                branch = wiring.nodes[flow.attributes["targetRef"]]
                if not _can_begin(branch, targets):
                    message = f'"{node.label}" leads to "{branch.label}", which waits for no event'
                    fix = "begin each branch with a catch event (message, signal, timer, condition) or a receive task"
                    yield Finding("error", "event-branch", message, fix, flow.place)


def _can_begin(branch: Element, targets: set[object]) -> bool:
    if not is_a(branch.type, "bpmn:IntermediateCatchEvent", "bpmn:ReceiveTask"):
        return False
    alone = ("bpmn:TimerEventDefinition", "bpmn:SignalEventDefinition", "bpmn:ConditionalEventDefinition")
    comes = any(definition.type in alone for definition in branch.all("eventDefinitions"))
    return comes or branch.id in targets
