"""Elements of other programs, which no vocabulary knows: kept whole, as mappings.

A mapping holds the tag as `type` (with prefix), the attributes by name, and the content: `$body` for text,
`$children` for a list of elements and, where text stands between them, texts. An attribute that is called as a key of
the house is written with an `@` before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.flows.formats.markup import Tag, is_name, is_text
from hawthorne.flows.formats.namespaces import KEYS, NONE, Names
from hawthorne.flows.formats.xml_text import Spot
from hawthorne.flows.spelling.reading import LAYOUT
from hawthorne.lang.nodes import Node

ESCAPED = LAYOUT | {"type", "id", "documentation", "extensionElements"}
"""Names that mean something else as a key."""
BODY, CHILDREN = "$body", "$children"
IN = "hawthorne:in"
"""The attribute that names the property to which an element of an unknown type belongs."""
MERGED = f"{{{KEYS}}}keys"


class Placing:
    """Makes nodes at the places of one file. `target` is the file's own namespace."""

    def __init__(self, spots: dict[Any, Spot], names: Names, target: str | None = None) -> None:
        self.spots = spots
        self.names = names
        self.target = target

    def own(self, element: Any, id: str) -> str:
        """An id without the prefix of the file's own namespace, which ids may carry."""
        prefix, colon, local = id.partition(":")
        return local if colon and self.target and element.nsmap.get(prefix) == self.target else id

    def tag(self, element: Any, value: Any, kind: str = "scalar") -> Node:
        """A node where an element's tag stands."""
        spot = self.spots[element]
        return Node(kind, value, spot.line, spot.column, "'" if kind == "scalar" else "")

    def text(self, element: Any, value: str) -> Node:
        """A scalar where an element's content begins."""
        line, column = self.spots[element].content
        return Node("scalar", value, line, column if "\n" not in value else 1, "'")

    def attribute(self, element: Any, name: str, value: str) -> Node:
        """A scalar where an attribute's value begins."""
        spot = self.spots[element]
        line, column = spot.attributes.get(name.rpartition("}")[2]) or (spot.line, spot.column)
        return Node("scalar", value, line, column, "'")

    def value(self, element: Any, value: Any) -> Node:
        """A JSON value as nodes at an element's content."""
        line, column = self.spots[element].content
        return node_of(value, line, column)

    def qualified(self, element: Any, name: str | None = None) -> str:
        """The tag of an element, or the name of one of its attributes, with the prefix of this house."""
        uri, _, local = (name or element.tag).rpartition("}")
        if name is not None and not uri:
            return local
        hint = element.prefix if name is None else next(
            (prefix for prefix, known in element.nsmap.items() if known == uri[1:]), None)  # fmt: skip
        return f"{self.names.prefix(uri[1:], hint)}:{local}"


def node_of(value: Any, line: int, column: int) -> Node:
    """A JSON value as nodes that all stand at one place."""
    if isinstance(value, Mapping):
        items = [(str(key), Node("scalar", str(key), line, column, "'"), node_of(item, line, column))
                 for key, item in value.items()]  # fmt: skip
        return Node("map", items, line, column, size=1 + sum(item.size for _, _, item in items))
    if isinstance(value, (list, tuple)):
        nodes = [node_of(item, line, column) for item in value]
        return Node("seq", nodes, line, column, size=1 + sum(node.size for node in nodes))
    if isinstance(value, str):
        return Node("scalar", value, line, column, "'")
    text = {None: "null", True: "true", False: "false"}.get(value) if not isinstance(value, (int, float)) or isinstance(
        value, bool) else repr(value)  # fmt: skip
    return Node("scalar", text, line, column)


def children(element: Any) -> list[Any]:
    """The elements below, without comments, processing instructions, and the keys that `xml_read` merges."""
    return [child for child in element if isinstance(child.tag, str) and child.tag != MERGED]


def text_in(element: Any) -> str:
    """The text of an element itself, comments taken out."""
    return "".join([element.text or "", *(child.tail or "" for child in element)])


def read_generic(at: Placing, element: Any) -> Node:
    """An element of another program as a mapping."""
    items = [("type", at.tag(element, at.qualified(element)))]
    items += attributes(at, element)
    inside = content(at, element)
    if inside is not None:
        items.append(inside)
    return mapping(at.tag(element, None), items)


def mapping(place: Node, items: list[tuple[str, Node]]) -> Node:
    """A mapping at the place of another node."""
    triples = [(key, node, node) for key, node in items]
    return Node("map", triples, place.line, place.column, size=1 + sum(node.size for _, node in items))


def attributes(at: Placing, element: Any, bare: frozenset[str] = ESCAPED - {"id"}) -> list[tuple[str, Node]]:
    """The attributes of an element by their names; those in `bare` with an `@`."""
    found = []
    for name, value in element.attrib.items():
        key = at.qualified(element, name)
        if key == IN:
            continue
        found.append((f"@{key}" if key in bare else key, at.attribute(element, name, value)))
    return found


def content(at: Placing, element: Any) -> tuple[str, Node] | None:
    """What stands in an element: a text, or elements and the texts between them."""
    below = children(element)
    if not below:
        text = text_in(element)
        empty = not text.strip() if len(element) else not text
        return None if empty else (BODY, at.text(element, text))
    mixed = bool(text_in(element).strip())
    nodes = [at.text(element, element.text)] if mixed and element.text else []
    for child in element:
        if isinstance(child.tag, str) and child.tag != MERGED:
            nodes.append(read_generic(at, child))
        if mixed and child.tail:
            nodes.append(at.text(element, child.tail))
    first = at.spots[below[0]]
    return CHILDREN, Node("seq", nodes, first.line, first.column, size=1 + sum(node.size for node in nodes))


# --- writing ------------------------------------------------------------------------------------------------------


def write_generic(value: Any) -> Tag | None:
    """The element of a mapping, or None where the mapping is not that of an element."""
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        return None
    name = value["type"].removeprefix(f"{NONE}:")
    if not is_name(name):
        return None
    # Where a file declares a default namespace, an element of none has to say so.
    tag = Tag(name, {"xmlns": ""} if name != value["type"] else {})
    for key, item in value.items():
        if key in ("type", BODY, CHILDREN):
            continue
        name = key.removeprefix("@")
        if not isinstance(item, str) or not is_text(item) or not is_name(name) or name.startswith("xmlns"):
            return None
        if (key[:1] == "@") != (name in ESCAPED - {"id"}):
            return None
        tag.attributes[name] = item
    body, below = value.get(BODY), value.get(CHILDREN)
    if BODY in value:
        if not isinstance(body, str) or not body or not is_text(body) or CHILDREN in value:
            return None
        tag.content.append(body)
    if CHILDREN in value:
        if not isinstance(below, (list, tuple)) or not below:
            return None
        texts = [item for item in below if isinstance(item, str)]
        if texts and not "".join(texts).strip():
            return None
        for before, item in zip([None, *below], below, strict=False):
            inner = item if isinstance(item, str) else write_generic(item)
            if inner is None or inner == "" or (isinstance(inner, str) and (
                    not is_text(inner) or isinstance(before, str))):  # fmt: skip
                return None
            tag.content.append(inner)
        if len(texts) == len(below):
            return None
    return tag
