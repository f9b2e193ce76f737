"""Writing a study: from the model to YAML text, by the spelling rules that `read` undoes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from hawthorne.flows.canonical import is_default
from hawthorne.flows.emit import emit
from hawthorne.flows.model import Element, Study
from hawthorne.flows.read import RESERVED
from hawthorne.flows.spelling.types import implied, is_unread
from hawthorne.flows.vocabulary.load import Property, Type, load

KEPT = frozenset({"isExecutable"})
"""Defaults that are written out where a file says them: other programs have another default."""
_END = re.compile(r"\S+\Z")


def write(study: Study) -> str:
    """The study's YAML text: reading it gives the same canonical form, and the same drawing and state.

    >>> from hawthorne.core.document import Source
    >>> from hawthorne.flows.read import read
    >>> text = "definitions: {}\\nP: {type: bpmn:Process, flowElements: [{id: A, type: bpmn:Task}]}"
    >>> print(write(read(Source("x", text.encode()))), end="")
    definitions: {}
    P:
      type: Process
      flowElements:
        A:
          type: Task
    """
    document: dict[str, Any] = {} if study.id is None else {"id": study.id}
    document["definitions"] = dict(study.definitions)
    rest: list[Any] = []
    for root in study.roots:
        # Once one root stands in the list, so do all behind it: their order counts.
        if rest or root.id is None or root.id in RESERVED or root.id in document:
            rest.append(_with_id(root, "bpmn:RootElement"))
        else:
            document[root.id] = _body(root, "bpmn:RootElement")
    optional = {"elements": rest, "layout": dict(study.layout), "state": dict(study.state)}
    document |= {key: value for key, value in optional.items() if value}
    if study.diagram is not None:
        document["diagram"] = study.diagram
    return emit(document)


def _with_id(element: Element, declared: str) -> Any:
    body = _body(element, declared)
    if element.id is None:
        return body if body is not None else {}
    return ({} if isinstance(body, str) or body is None else {"id": element.id} | body) or _with_ends(element)


def _with_ends(element: Element) -> dict[str, Any]:
    return {"id": element.id} | {name: _value(value) for name, value in element.attributes.items()}


def _body(element: Element, declared: str) -> Any:
    """An element's body under its id: a mapping, an arrow, or None when there is nothing to say."""
    arrow = _arrow(element, declared)
    if arrow is not None:
        return arrow
    known = load().type(element.type)
    if known is None or is_unread(element):
        return {"type": element.type} | dict(element.attributes)
    entry = _folded(element, known)
    body: dict[str, Any] = {}
    written = _attributes(element, known)
    if entry is not None:
        body["type"] = entry.type
    elif implied(declared, written) != element.type:
        body["type"] = element.type.removeprefix("bpmn:")
    documented = _documentation(element)
    if "name" in written:
        body["name"] = written.pop("name")
    if documented is not None:
        body["documentation"] = documented
    others = [other for other in element.extensions if other is not entry]
    if entry is not None:
        entry_type = load().type(entry.type)
        body |= _attributes(entry, entry_type)
    if others:
        body["extensionElements"] = [_entry(other) for other in others]
    return body | written or None


def _arrow(element: Element, declared: str) -> str | None:
    ends = element.attributes.get("sourceRef"), element.attributes.get("targetRef")
    source = ends[0][0] if isinstance(ends[0], tuple) and len(ends[0]) == 1 else ends[0]
    if set(element.attributes) != {"sourceRef", "targetRef"} or element.children or element.extensions:
        return None
    if implied(declared, ("sourceRef", "targetRef")) != element.type:
        return None
    if not all(isinstance(end, str) and _END.match(end) and "->" not in end for end in (source, ends[1])):
        return None
    return f"{source} -> {ends[1]}"


def _folded(element: Element, host: Type) -> Element | None:
    """The entry that can be folded into its element: the first and only one whose type belongs on this one."""
    carried = [
        entry
        for entry in element.extensions
        if (known := load().type(entry.type)) and known.host not in (None, entry.type)
    ]
    fitting = [entry for entry in carried if load().type(entry.type).host == host.name]  # type: ignore[union-attr]
    if len(fitting) != 1 or element.extensions[0] is not fitting[0]:
        return None
    entry = fitting[0]
    own = load().type(entry.type).own  # type: ignore[union-attr]
    keys = {*entry.attributes, *entry.children}
    if keys - set(own) or keys & set(host.properties) or any(name in own for name in element.attributes):
        return None
    return entry


def _attributes(element: Element, known: Type | None) -> dict[str, Any]:
    """Attributes and children in the vocabulary's order, what no vocabulary declares at the end."""
    declared = known.properties if known is not None else {}
    body: dict[str, Any] = {}
    for name, property in declared.items():
        if name in element.children:
            body |= _children(name, property, element.children[name])
        elif name in element.attributes and (name in KEPT or not is_default(property, element.attributes[name])):
            body[name] = (
                _expression(element, name) if property.role == "expression" else _value(element.attributes[name])
            )
        elif property.role == "expression" and any(key.startswith(f"{name}.") for key in element.attributes):
            body[name] = _expression(element, name)
    for name, value in element.attributes.items():
        if (
            name not in declared
            and (name != "documentation" or known is None)
            and not _inside_expression(declared, name)
        ):
            body[name] = _value(value)
    return body


def _inside_expression(declared: Mapping[str, Property], name: str) -> bool:
    property = declared.get(name.partition(".")[0])
    return "." in name and property is not None and property.role == "expression"


def _expression(element: Element, name: str) -> Any:
    before = f"{name}."
    written = {
        key.removeprefix(before): value
        for key, value in element.attributes.items()
        if key.startswith(before) and value is not None
    }
    body = element.attributes.get(name)
    if not written:
        return body
    return ({} if body is None else {"body": body}) | written


def _value(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _children(name: str, declared: Property, children: tuple[Element, ...]) -> dict[str, Any]:
    if not children:
        return {}
    if not declared.many and len(children) == 1:
        return {name: _with_id(children[0], declared.type) or {}}
    ids = [child.id for child in children]
    if declared.many and all(ids) and len(set(ids)) == len(ids) and "type" not in ids:
        return {name: {child.id: _body(child, declared.type) for child in children}}
    return {name: [_with_id(child, declared.type) for child in children]}


def _entry(entry: Element) -> dict[str, Any]:
    known = load().type(entry.type)
    documented = _documentation(entry) if known is not None else None
    body = {} if documented is None else {"documentation": documented}
    return {"type": entry.type} | body | _attributes(entry, known)


def _documentation(element: Element) -> Any:
    bodies = element.all("documentation")
    if bodies:
        return [_document(body) for body in bodies]
    texts: Iterable[str] = element.attributes.get("documentation", ())
    found = list(texts)
    return found[0] if len(found) == 1 else found or None


def _document(body: Element) -> Any:
    if body.id is None and set(body.attributes) == {"text"}:
        return body.attributes["text"]
    return ({} if body.id is None else {"id": body.id}) | dict(body.attributes)
