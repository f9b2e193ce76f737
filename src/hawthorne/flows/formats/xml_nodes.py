"""The nodes that XML elements become: put together, held by properties, told by their ids."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hawthorne.flows.formats.namespaces import TAGS
from hawthorne.flows.vocabulary.load import Property, Type, load
from hawthorne.lang.nodes import Node

Items = list[tuple[str, Node]]


@cache
def _by_tag() -> dict[str, str]:
    """The types by their name with prefix, letter case aside."""
    return {name.lower(): name for name in load().every()}


def known_type(qualified: str) -> Type | None:
    """The type of a tag (`cognitive:randomGateway`), letter case aside."""
    name = _by_tag().get(qualified.lower())
    return load().type(name) if name is not None else None


def declared_by(names: dict[str, Property], prefix: str, local: str) -> Property | None:
    """The property that a child's tag names."""
    if prefix == "bpmn" and local == "formalExpression":
        local = "expression"
    declared = names.get(local) or next(
        (names[key] for key, tag in TAGS.items() if tag == local and key in names), None
    )
    if declared is None or (declared.many and declared.role == "child" and local not in TAGS):
        return None
    own = declared.owner.partition(":")[0]
    return declared if own == prefix or (prefix == "bpmn" and own == "studyflow" and declared.role == "child") else None


def holding(names: dict[str, Property], known: Type | None) -> Property | None:
    """The property that holds elements of a type."""
    if known is None:
        return None
    host = load().type(known.host) if known.host is not None else known
    if host is None:
        return None
    fitting = [property for property in names.values() if property.role == "child" and host.is_a(property.type)]
    return next((property for property in fitting if property.many), fitting[0] if fitting else None)


def held(property: Property, nodes: list[Node]) -> Node:
    """What a property holds: one node, several by their ids, or a list."""
    if not property.many and len(nodes) == 1:
        return _without_type(nodes[0], property)
    first = nodes[0]
    if property.role == "child":
        nodes = [_without_type(node, property) for node in nodes]
        ids = [id_of(node) for node in nodes]
        if all(ids) and len(set(ids)) == len(ids) and "type" not in ids and property.many:
            triples = [(str(id), _key(node), without_id(node)) for id, node in zip(ids, nodes, strict=True)]
            return Node("map", triples, first.line, first.column, size=1 + sum(node.size for node in nodes))
    return Node("seq", nodes, first.line, first.column, size=1 + sum(node.size for node in nodes))


def _without_type(node: Node, property: Property) -> Node:
    if property.role != "child" or node.kind != "map":
        return node
    due = property.type.removeprefix("bpmn:")
    kept = [item for item in node.value if item[0] != "type" or item[2].value != due]
    return Node("map", kept, node.line, node.column, size=node.size)


def id_of(node: Node) -> str | None:
    return next((item.value for key, _, item in node.value if key == "id" and item.kind == "scalar"), None)


def _key(node: Node) -> Node:
    return Node("scalar", "", node.line, node.column, "'")


def without_id(node: Node) -> Node:
    return Node("map", [item for item in node.value if item[0] != "id"], node.line, node.column, size=node.size)


def type_name(qualified: str) -> str:
    """A tag as a type: the first letter is upper case in the vocabularies' own words."""
    prefix, _, local = qualified.partition(":")
    return f"{prefix}:{local[:1].upper()}{local[1:]}" if prefix in load().prefixes else qualified


def merged(items: Items) -> Items:
    """Items with each key once: mappings of one key are put together, else the last stands."""
    merged: dict[str, Node] = {}
    for key, node in items:
        held = merged.get(key)
        if held is not None and held.kind == node.kind == "map":
            node = Node("map", [*held.value, *node.value], held.line, held.column, size=held.size + node.size)
        merged[key] = node
    return list(merged.items())


def json_object(text: str | None) -> dict[str, Any] | None:
    try:
        value = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
