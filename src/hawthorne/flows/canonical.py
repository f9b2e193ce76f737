"""The canonical form of a study: what its digests cover, whichever way the file is spelled.

Every element is as BPMN holds it: `$type`, its id, its attributes, its children, its typed entries under
`extensionElements`. Expressions and documentation are elements, references are ids, YAML values are mappings. Left out
is what decides nothing of the protocol: the drawing, icons, lanes, progress, the state, records of earlier runs, values
that equal their defaults, empty lists, a `studyflow:Study` that says nothing; and `incoming` and `outgoing`, which the
sequence flows say. A checklist counts without its ticks. The order of elements counts, the order of keys does not.
"""

from __future__ import annotations

import re
from typing import Any

from hawthorne.core.values import JSON, plain
from hawthorne.flows.model import Element, Study
from hawthorne.flows.spelling.types import is_unread
from hawthorne.flows.vocabulary.load import Property, load

LEFT_OUT = frozenset({"icon", "progress", "laneSets", "lanes", "incoming", "outgoing", "boundaryEventRefs"})
"""Keys that are no part of the protocol."""

_TICK = re.compile(r"^(\s*[-*+]\s+)\[[xX]\]", re.MULTILINE)


def canonical_form(study: Study, any_actor: bool = False) -> JSON:
    """The study's root elements in canonical form. With `any_actor`, who answers is left out: every participant that is
    a `studyflow:Actor`, or of a type derived from it, keeps its id, process, multiplicity and memory alone."""
    return [_element(root, any_actor) for root in study.roots]


def is_default(declared: Property | None, value: Any) -> bool:
    """Whether a value says no more than leaving it out would."""
    if declared is None or declared.default is None:
        return False
    same_kind = isinstance(value, bool) == isinstance(declared.default, bool)
    return same_kind and bool(value == declared.default)


def is_actor(element: Element) -> bool:
    """Whether a participant is a typed actor."""
    return any(
        known is not None and known.is_a("studyflow:Actor")
        for known in (load().type(entry.type) for entry in element.extensions)
    )


def _element(element: Element, any_actor: bool) -> dict[str, JSON]:
    if any_actor and element.type == "bpmn:Participant" and is_actor(element):
        return _plain_actor(element)
    form = _body(element, any_actor)
    if element.id is not None:
        form["id"] = element.id
    entries = [
        _body(entry, any_actor)
        for entry in element.extensions
        if entry.type != "prov:Activity" and not _says_nothing(entry)
    ]
    if entries:
        form["extensionElements"] = entries
    return form


def _plain_actor(element: Element) -> dict[str, JSON]:
    form: dict[str, JSON] = {"$type": element.type}
    if element.id is not None:
        form["id"] = element.id
    if "processRef" in element.attributes:
        form["processRef"] = element.attributes["processRef"]
    many = element.all("participantMultiplicity")
    if many:
        form["participantMultiplicity"] = [_element(child, True) for child in many]
    memory = element.get("memory")
    actor = {"$type": "studyflow:Actor"} | ({} if memory is None else {"memory": memory})
    return form | {"extensionElements": [actor]}


def _says_nothing(entry: Element) -> bool:
    return entry.type == "studyflow:Study" and set(_body(entry, False)) == {"$type"}


def _body(element: Element, any_actor: bool) -> dict[str, JSON]:
    known = load().type(element.type)
    properties = known.properties if known is not None else {}
    form: dict[str, JSON] = {"$type": element.type}
    if is_unread(element):
        return form | {str(name): plain(value) for name, value in element.attributes.items()}
    for name, value in element.attributes.items():
        declared = properties.get(name)
        if name in LEFT_OUT or is_default(declared, value) or (name == "state" and element.type == "studyflow:Study"):
            continue
        if name in ("documentation", "checklist") and known is not None:
            continue
        if declared is not None and declared.role == "expression":
            form[name] = _expression(element, name, value)
        elif not _of_expression(properties, name):
            form[name] = plain(value)
    for name, children in element.children.items():
        if name not in LEFT_OUT and name != "documentation" and children:
            form[name] = [_element(child, any_actor) for child in children]
    documentation = _documentation(element) if known is not None else []
    if documentation:
        form["documentation"] = documentation
    return form


def _expression(element: Element, name: str, body: JSON) -> JSON:
    language = element.attributes.get(f"{name}.language")
    return {"$type": "bpmn:FormalExpression", "body": body} | ({} if language is None else {"language": language})


def _of_expression(properties: dict[str, Property], name: str) -> bool:
    """Whether this is the language or the id of an expression."""
    declared = properties.get(name.partition(".")[0])
    return "." in name and declared is not None and declared.role == "expression"


def _documentation(element: Element) -> list[JSON]:
    texts = [{"$type": "bpmn:Documentation", "text": text} for text in element.attributes.get("documentation", ())]
    bodies = [_element(child, False) for child in element.all("documentation")]
    checklist = element.attributes.get("checklist")
    ticks = [] if checklist is None else [{"$type": "bpmn:Documentation", "text": _TICK.sub(r"\1[ ]", str(checklist))}]
    return [*texts, *bodies, *ticks]
