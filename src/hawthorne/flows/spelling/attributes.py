"""Attributes of elements: plain values, references, expressions, documentation, YAML-typed ones; each with a place."""

from __future__ import annotations

from typing import Any

from hawthorne.core.place import Place
from hawthorne.flows.model import Element
from hawthorne.flows.spelling.reading import Part, Reading, Reference, shape
from hawthorne.flows.spelling.values import Unfit, decode, inside, text_of
from hawthorne.flows.vocabulary.load import Property
from hawthorne.lang.nodes import Node, parse_text, placeholder, plain

EXPRESSION_KEYS = ("language", "id", "evaluatesToTypeRef")
"""What an expression may say beside its text; other programs' own keys are kept too."""


def read_attribute(reading: Reading, owner: Part, declared: Property, node: Node, path: str, place: Place) -> None:
    """Read what a key says into the element (or entry) that declares it."""
    owner.places[declared.name] = place
    if declared.role == "expression":
        _expression(reading, owner, declared, node, path)
        return
    try:
        value = _ids(reading, owner, declared, node, path) if declared.role == "ref" else decode(declared, node)
    except Unfit:
        message = f'"{owner.label}" has {shape(node)} as its "{declared.name}"'
        fix = "write one id" if declared.role == "ref" else "write one text"
        reading.find("error", "wrong-value", message, f"{fix}, or a list of them" if declared.many else fix, place)
        return
    if value is None:
        return
    owner.attributes[declared.name] = value
    if declared.type == "YAMLString":
        _structure(reading, owner, declared.name, node, path)


def _ids(reading: Reading, owner: Part, declared: Property, node: Node, path: str) -> Any:
    items = node.value if node.kind == "seq" else [node]
    found = tuple((text, reading.place(item, path)) for item in items if (text := text_of(item)) is not None)
    if not found:
        return None
    if not declared.many and len(found) > 1:
        raise Unfit
    reading.references.append(Reference(owner, declared, found))
    ids = tuple(text for text, _ in found)
    return ids if declared.many else ids[0]


def _expression(reading: Reading, owner: Part, declared: Property, node: Node, path: str) -> None:
    """An expression: its text, or a mapping with `body` and `language`."""
    body: Node | None = node
    if node.kind == "map" and placeholder(node) is None:
        written = {key: value for key, _, value in node.value}
        body = written.pop("body", None)
        for key, value in written.items():
            name = f"{declared.name}.{key}"
            if (key in EXPRESSION_KEYS or key[:1] in "@$" or key.partition(":")[0] in reading.foreign) and (
                value.kind == "scalar" or key == "$children"
            ):
                owner.attributes[name] = value.value if value.kind == "scalar" else plain(value)
                owner.places[name] = reading.place(value, f"{path}.{key}")
            elif key != "type":
                message = f'"{owner.label}" has the unknown key "{key}" in its "{declared.name}"'
                fix = "write the expression as one text in quotes, or as `body` and `language`"
                reading.find(
                    "error", "wrong-value", message, fix, reading.place(value, path, reading.place(node, path))
                )
    if body is None:
        return
    try:
        text = body.value if body.kind == "scalar" and body.value == "null" else text_of(body)
    except Unfit:
        message = f'"{owner.label}" has {shape(body)} as its "{declared.name}"'
        fix = "write one text, in quotes where it holds `: ` or begins with a bracket or a quote"
        reading.find("error", "wrong-value", message, fix, reading.place(body, path))
        return
    if text is not None:
        owner.attributes[declared.name] = text
        owner.places[declared.name] = reading.place(body, path)


def read_documentation(reading: Reading, part: Part, node: Node, place: Place) -> None:
    """Documentation: a text, several, or bodies with `text` and `textFormat`."""
    part.places["documentation"] = place
    found: list[str | Element] = []
    for item in node.value if node.kind == "seq" else [node]:
        if item.kind == "scalar":
            found += [] if item.is_null else [item.value]
            continue
        written = (
            {key: value.value for key, _, value in item.value if value.kind == "scalar"} if item.kind == "map" else {}
        )
        text = written.get("text")
        if text is None:
            message = f'"{part.label}" has {shape(item)} without `text` as documentation'
            reading.find("error", "wrong-value", message, "write a text", reading.place(item, "", place))
        elif "checklist" in written:
            # An older spelling of the checklist.
            part.attributes.setdefault("checklist", text)
        elif set(written) <= {"text", "type"}:
            found.append(text)
        else:
            attributes = {key: value for key, value in written.items() if key not in ("type", "id")}
            found.append(Element("bpmn:Documentation", written.get("id"), attributes, place=place))
    if any(isinstance(body, Element) for body in found):
        part.children["documentation"] = tuple(
            Element("bpmn:Documentation", None, {"text": body}, place=place) if isinstance(body, str) else body
            for body in found
        )
    elif found:
        part.attributes["documentation"] = tuple(found)


def _structure(reading: Reading, owner: Part, name: str, node: Node, path: str) -> None:
    """The places of a YAML-typed attribute's parts, and what is wrong with the YAML of a text."""
    if node.kind == "scalar":
        if inside(node) is None and ":" not in node.value:
            return
        parsed = parse_text(node.value, reading.file, node.line, node.column)
        reading.findings += parsed.findings
        if parsed.root is None:
            return
        node = parsed.root
    _place_parts(reading, owner.places, name, node, path)


def _place_parts(reading: Reading, places: dict[str, Place], name: str, node: Node, path: str) -> None:
    if node.kind == "scalar" or node.size > 100_000:
        return
    items = node.value if node.kind == "map" else [(str(index), item, item) for index, item in enumerate(node.value)]
    for key, key_node, value in items:
        places[f"{name}.{key}"] = reading.place(key_node, f"{path}.{key}")
        _place_parts(reading, places, f"{name}.{key}", value, f"{path}.{key}")


def keep_unknown(reading: Reading, part: Part, key: str, node: Node, place: Place) -> None:
    """Keep the value of a key that no vocabulary declares, as written."""
    part.attributes[key] = plain(node)
    part.places[key] = place
