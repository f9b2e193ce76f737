"""Endpoints: every flow and every data edge begins and ends where it may."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.flows.model import Element, Study
from hawthorne.flows.names import Names, names_of
from hawthorne.flows.spelling.types import is_unread
from hawthorne.flows.vocabulary.load import is_a, load
from hawthorne.flows.wiring import Wiring, tour, wirings

LOOSE = frozenset({"incoming", "outgoing", "flowNodeRef"})


def check_flows(study: Study) -> Iterator[Finding]:
    """Sequence flows have two ends that are nodes of their own container; a default flow leaves its node."""
    for wiring in wirings(study):
        for flow in wiring.flows:
            for name, word in (("sourceRef", "source"), ("targetRef", "target")):
                yield from _end(study, wiring, flow, name, word)
        for node in wiring.nodes.values():
            yield from _default(wiring, node)


def _end(study: Study, wiring: Wiring, flow: Element, name: str, word: str) -> Iterator[Finding]:
    id = flow.attributes.get(name)
    if id is None:
        if name not in flow.places:
            fix = f"write `{name}:` with the id of a node"
            yield Finding("error", "no-end", f'"{flow.label}" has no {word}', fix, flow.place)
        return
    if id in wiring.nodes:
        return
    element = study.elements[id]
    if is_unread(element):
        return
    if not is_a(element.type, "bpmn:FlowNode"):
        message = f'"{flow.label}" has as its {word} "{element.label}", a {element.local}'
        nodes = [node for node in wiring.nodes if node != id]
        fix = "a sequence flow joins nodes; a data edge belongs to its activity"
        near = did_you_mean(str(id), nodes)
        fix = f"{fix}; {near}" if near.startswith("did") else fix
        yield Finding("error", "flow-end", message, fix, flow.where(name))
    else:
        message = f'"{flow.label}" leaves its container: its {word} is "{element.label}"'
        inside = wiring.container.label
        fix = f'a sequence flow stays inside "{inside}"; between pools a message flow goes'
        yield Finding("error", "flow-leaves", message, fix, flow.where(name))


def _default(wiring: Wiring, node: Element) -> Iterator[Finding]:
    default = node.attributes.get("default")
    outs = [str(flow.id) for flow in wiring.outs.get(str(node.id), ())]
    if default is not None and default not in outs:
        message = f'"{node.label}" has the default "{default}", which does not leave it'
        yield Finding("error", "default", message, did_you_mean(str(default), outs), node.where("default"))


def check_references(study: Study) -> Iterator[Finding]:
    """A reference names an element of the type that it may name."""
    vocabulary = load()
    for element, _ in tour(study):
        for part in (element, *element.extensions):
            known = vocabulary.type(part.type)
            for name, value in part.attributes.items():
                declared = known.properties.get(name) if known is not None else None
                if declared is None or declared.role != "ref" or name in LOOSE or element.type == "bpmn:SequenceFlow":
                    continue
                for id in value if isinstance(value, tuple) else (value,):
                    found = study.elements.get(id)
                    if found is not None and not is_unread(found) and not _fits(found, declared.type, name):
                        message = f'"{element.label}" names as its "{name}" "{found.label}", a {found.local}'
                        due = declared.type.partition(":")[2]
                        fix = (
                            f"due is: {'an id of a node, a pool or a sub-process' if due == 'InteractionNode' else due}"
                        )
                        yield Finding("error", "reference-type", message, fix, part.where(name))


def _fits(found: Element, type: str, name: str) -> bool:
    if type == "bpmn:InteractionNode":
        return is_a(found.type, "bpmn:Participant", "bpmn:FlowNode", "bpmn:Process")
    if name == "attachedToRef":
        return is_a(found.type, "bpmn:Activity", "bpmn:ChoreographyActivity")
    if type == "bpmn:ItemAwareElement":
        return is_a(found.type, type)
    return is_a(found.type, type) or any(is_a(entry.type, type) for entry in found.extensions)


def check_attachments(study: Study) -> Iterator[Finding]:
    """A boundary event is attached to an activity of its own container."""
    for wiring in wirings(study):
        for node in wiring.nodes.values():
            if node.type != "bpmn:BoundaryEvent":
                continue
            host = node.attributes.get("attachedToRef")
            if host is None and "attachedToRef" not in node.places:
                fix = "write `attachedToRef:` with the id of an activity"
                yield Finding("error", "no-host", f'"{node.label}" is attached to nothing', fix, node.place)
            elif host is not None and host not in wiring.nodes:
                message = f'"{node.label}" is attached to "{study.elements[host].label}", which stands elsewhere'
                fix = f'attach it to an activity of "{wiring.container.label}"'
                yield Finding("error", "no-host", message, fix, node.where("attachedToRef"))
            if wiring.ins.get(str(node.id)):
                message = f'"{node.label}" is a boundary event that a flow goes into'
                fix = "let the flow go into an activity or a gateway"
                yield Finding("error", "flow-end", message, fix, wiring.ins[str(node.id)][0].where("targetRef"))


def check_data(study: Study) -> Iterator[Finding]:
    """A data edge has its data end, and reads and writes a property only where that is in scope."""
    names = names_of(study)
    for element, around in tour(study):
        if not is_a(element.type, "bpmn:DataAssociation") or not around:
            continue
        reads = element.type == "bpmn:DataInputAssociation"
        name = "sourceRef" if reads else "targetRef"
        written = element.attributes.get(name)
        if written is None and name not in element.places:
            message = f'"{around[0].label}" has a data edge "{element.label}" without `{name}`'
            fix = f"write `{name}:` with the id of a data element or a property"
            yield Finding("error", "no-end", message, fix, element.place)
        for id in written if isinstance(written, tuple) else (written,) if written else ():
            yield from _scope(study, names, around[0], element, str(id), reads)


def _scope(study: Study, names: Names, activity: Element, edge: Element, id: str, reads: bool) -> Iterator[Finding]:
    if activity.id is None or names.in_scope(id, activity.id):
        return
    owner = study.elements[str(names.owner(id))]
    what = f'"{study.elements[id].label}", a property of "{owner.label}"'
    message = f'"{activity.label}" {"reads" if reads else "writes"} {what}'
    fix = f'only what stands inside "{owner.label}" may: declare the property further out'
    yield Finding("error", "out-of-scope", message, fix, edge.where("sourceRef" if reads else "targetRef"))
