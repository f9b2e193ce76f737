"""Elements: their bodies, their keys, the entries of their extensions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hawthorne.core.errors import did_you_mean
from hawthorne.core.place import Place
from hawthorne.flows.model import Element
from hawthorne.flows.spelling.attributes import keep_unknown, read_attribute, read_documentation
from hawthorne.flows.spelling.reading import LAYOUT, Part, Reading, shape
from hawthorne.flows.spelling.types import fitting, implied, may_carry, stands, type_of, unknown_type
from hawthorne.flows.vocabulary.load import Property, Type
from hawthorne.lang.nodes import Node

ARROW = re.compile(r"\s*(\S+?)\s*->\s*(\S+)\s*\Z")
"""A flow with nothing but its two ends."""

NOWHERE = Node("map", [], 0, 0)

Items = list[tuple[str, Node, Node]]


def read_element(
    reading: Reading, node: Node, declared: str, id: str | None, path: str, key: Node = NOWHERE
) -> Element | None:
    """An element from its body: a mapping, nothing, or an arrow. `declared` is the type that its place declares, `key`
    where its id stands. None, with a finding, where no element can be made of it."""
    place = reading.place(key if key.line else node, path)
    items = _items(reading, node, declared, id, path, place)
    if items is None:
        reading.lost.update([id] if id else [])
        return None
    written = {name: value for name, _, value in items}
    id = _id(reading, written, id, path)
    label = _label(written) or id or declared.partition(":")[2]
    name, known = type_of(reading, written, declared, label, path, place)
    if known is None:
        return _unread(reading, name, id, items, label, path, place)
    host = known if known.host == known.name else reading.vocabulary.type(known.host or "")
    if host is None or not stands(host, declared):
        message = f'"{label}" is a {known.name.removeprefix("bpmn:")}, which cannot stand here'
        due = f"due here: {fitting(reading.vocabulary, declared)}"
        reading.find("error", "misplaced", message, due, reading.place(written.get("type"), path, place))
        reading.lost.update([id] if id else [])
        return None
    part = Part(host, label, host.properties)
    folded = [Part(known, label, known.own)] if known is not host else []
    others = _extensions(reading, written.get("extensionElements"), host, label, path, place)
    owners = [part, *folded, *(entry for entry, _, _ in others)]
    for key_text, key_node, value in items:
        if key_text not in ("type", "id", "extensionElements"):
            _read_key(reading, owners, key_text, key_node, value, id, path, place)
    extensions = [entry.element(known.name, None, place) for entry in folded]
    extensions += [entry.element(entry_name, None, where) for entry, entry_name, where in others]
    return part.element(host.name, id, place, tuple(extensions))


def read_children(reading: Reading, node: Node, declared: Property, path: str, place: Place) -> tuple[Element, ...]:
    """The elements under a property: a mapping by id, a list, or the one body of a single child."""
    if node.is_null:
        return ()
    if node.kind == "scalar":
        message = f'"{declared.name}" is {shape(node)} where elements are due'
        fix = "write a mapping from id to element, or a list" if declared.many else "write its keys below it"
        reading.find("error", "body", message, fix, place)
        return ()
    if not declared.many and node.kind == "map":
        found = [read_element(reading, node, declared.type, None, path)]
    elif node.kind == "map":
        if _is_body(node):
            message = f'"{declared.name}" holds one body where several elements by id are due'
            reading.find("error", "body", message, "write a list, `- type: …`, or the element's id above it", place)
            return ()
        found = [
            read_element(reading, body, declared.type, name, f"{path}.{name}", key) for name, key, body in node.value
        ]
    else:
        found = [read_element(reading, body, declared.type, None, f"{path}.{at}") for at, body in enumerate(node.value)]
    return tuple(element for element in found if element is not None)


def _is_body(node: Node) -> bool:
    types = [value for name, _, value in node.value if name == "type"]
    return bool(types) and types[0].kind == "scalar" and not ARROW.match(types[0].value) and not types[0].is_null


def _items(reading: Reading, node: Node, declared: str, id: str | None, path: str, place: Place) -> Items | None:
    if node.kind == "map":
        return node.value
    if node.is_null:
        return []
    if node.kind == "scalar" and (match := ARROW.match(node.value)):
        known = reading.vocabulary.type(implied(declared, ("sourceRef", "targetRef")))
        if known is not None and "sourceRef" in known.properties:
            ends = ((1, "sourceRef"), (2, "targetRef"))
            return [
                (name, NOWHERE, Node("scalar", match[group], node.line, node.column + match.start(group), "'"))
                for group, name in ends
            ]
    message = f'"{id or declared.partition(":")[2]}" is {shape(node)} where a mapping is due'
    fix = "write its keys below it; only a flow may be an arrow, `A -> B`"
    reading.find("error", "body", message, fix, reading.place(node, path, place))
    return None


def _id(reading: Reading, written: dict[str, Node], id: str | None, path: str) -> str | None:
    node = written.get("id")
    if node is None or node.is_null:
        return id or None
    place = reading.place(node, f"{path}.id")
    if node.kind != "scalar":
        reading.find("error", "id", f'"{id or path}" has {shape(node)} as its id', "write one word", place)
        return id
    if id is not None and node.value != id:
        message = f'"{id}" says that its id is "{node.value}"'
        reading.find(
            "warning", "id", message, f'the key decides: remove `id`, or rename the key to "{node.value}"', place
        )
        return id
    return str(node.value)


def _label(written: dict[str, Node]) -> str | None:
    node = written.get("name")
    return str(node.value) if node is not None and node.kind == "scalar" and node.value else None


def _unread(reading: Reading, name: str, id: str | None, items: Items, label: str, path: str, place: Place) -> Element:
    """An element of a type that no vocabulary has, kept as written."""
    part = Part(None, label)
    for key, key_node, value in items:
        if key in LAYOUT:
            reading.draw(id, key, value)
        elif key not in ("type", "id"):
            keep_unknown(reading, part, key, value, reading.place(value if value.line else key_node, f"{path}.{key}"))
    return part.element(name, id, place)


# --- keys ---------------------------------------------------------------------------------------------------------


def _read_key(
    reading: Reading,
    owners: Sequence[Part],
    key: str,
    key_node: Node,
    node: Node,
    id: str | None,
    path: str,
    place: Place,
) -> None:
    """Read a key into whichever of `owners` declares it: the element first, then its entries."""
    path = f"{path}.{key}"
    place = reading.place(node if node.line else key_node, path, place)
    name = key.removeprefix("bpmn:")
    for owner in owners:
        declared = _declared(owner, name)
        if declared is None:
            continue
        if declared.role == "child":
            owner.places[declared.name] = reading.place(key_node, path, place)
            children = read_children(reading, node, declared, path, place)
            if children:
                owner.children[declared.name] = children
        else:
            read_attribute(reading, owner, declared, node, path, place)
        return
    if name == "documentation":
        read_documentation(reading, owners[0], node, place)
    elif name in LAYOUT:
        reading.draw(id, name, node)
    else:
        keep_unknown(reading, owners[0], key, node, place)
        _say_unknown(reading, owners, key, place)


def _declared(owner: Part, name: str) -> Property | None:
    declared = owner.names.get(name)
    if declared is None and ":" in name:
        prefix, _, local = name.rpartition(":")
        declared = owner.names.get(local)
        if declared is not None and declared.owner.partition(":")[0] != prefix:
            return None
    return declared


def _say_unknown(reading: Reading, owners: Sequence[Part], key: str, place: Place) -> None:
    label = owners[0].label
    prefix, colon, local = key.rpartition(":")
    if (colon and prefix in reading.foreign) or key[:1] in "@$":
        return
    renames = reading.vocabulary.renames["keys"]
    carried = [f"{owner.type.name}#{key}" for owner in owners if owner.type is not None]
    renamed = next((renames[name] for name in (*carried, key) if name in renames), None)
    names = ["name", "documentation", *(name for owner in owners for name in owner.names)]
    if renamed is not None:
        message = f'"{label}" has the key "{key}" of an older version, which says nothing now'
        reading.find("warning", "renamed", message, f"now: {renamed}", place)
    elif colon and prefix in reading.vocabulary.prefixes:
        message = f'"{label}" has the unknown attribute "{key}"'
        reading.find("warning", "unknown-key", message, did_you_mean(local, names), place)
    else:
        fix = did_you_mean(key, names)
        fix = fix if fix.startswith("did") else "a slip, or a key of a vocabulary that is not loaded"
        reading.find("warning", "unknown-key", f'"{label}" has the unknown key "{key}"', fix, place)


# --- extensions ---------------------------------------------------------------------------------------------------


def _extensions(
    reading: Reading, node: Node | None, host: Type, label: str, path: str, place: Place
) -> list[tuple[Part, str, Place]]:
    """The entries of `extensionElements`: a list of mappings with a type, or BPMN's holder of such a list."""
    if node is None or node.is_null:
        return []
    path = f"{path}.extensionElements"
    if node.kind == "map":
        written = {key: value for key, _, value in node.value}
        if "values" in written and set(written) <= {"type", "values"}:
            node = written["values"]
    if node.kind == "map":
        items = [node] if _is_body(node) else [value for _, _, value in node.value]
    else:
        items = node.value if node.kind == "seq" else [node]
    place = reading.place(node, path, place)
    entries = (_entry(reading, item, host, label, f"{path}.{index}", place) for index, item in enumerate(items))
    return [entry for entry in entries if entry is not None]


def _entry(
    reading: Reading, node: Node, host: Type, label: str, path: str, place: Place
) -> tuple[Part, str, Place] | None:
    place = reading.place(node, path, place)
    written = {key: value for key, _, value in node.value} if node.kind == "map" else {}
    type_node = written.get("type")
    if type_node is None or type_node.kind != "scalar" or not type_node.value:
        reading.find(
            "error", "no-type", f'"{label}" has an extension without a type', "write a mapping with `type:`", place
        )
        return None
    qualified = reading.vocabulary.qualify(type_node.value)
    known = reading.vocabulary.type(qualified)
    where = reading.place(type_node, f"{path}.type")
    if known is None:
        unknown_type(reading, qualified, type_node.value, label, where)
    elif not may_carry(host, known):
        message = f'"{label}" is a {host.name.removeprefix("bpmn:")} that carries a {known.name}'
        fix = f"{known.name} belongs on: {str(known.host).removeprefix('bpmn:')}"
        reading.find("warning", "misplaced", message, fix, where)
    part = Part(known, label, {} if known is None else known.own or known.properties)
    for key, key_node, value in node.value:
        if key in ("type", "id") and known is not None:
            if key == "id":
                keep_unknown(reading, part, key, value, reading.place(value, f"{path}.{key}", place))
        elif key != "type":
            known_or_renamed = known is not None or key in reading.vocabulary.renames["keys"]
            if known_or_renamed:
                _read_key(reading, [part], key, key_node, value, None, path, place)
            else:
                keep_unknown(reading, part, key, value, reading.place(value, f"{path}.{key}", place))
    return part, qualified, place
