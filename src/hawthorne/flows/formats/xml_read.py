"""BPMN 2.0 XML to the nodes of a study as a YAML file would spell it out, each at its place in the XML."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hawthorne.core.errors import Finding, Severity
from hawthorne.core.place import Place as Where
from hawthorne.flows.formats import interchange, io_specification
from hawthorne.flows.formats.generic import BODY, CHILDREN, ESCAPED, MERGED, Place, attributes, children, content, mapping
from hawthorne.flows.formats.generic import node_of, read_generic, text_in
from hawthorne.flows.formats.namespaces import BPMN, BPMNDI, KEYS, SVG, TAGS, XSI, Names
from hawthorne.flows.formats.xml_text import Tree, markup_in, parse_tree
from hawthorne.flows.nodes import Node, Parsed
from hawthorne.flows.vocabulary.load import Property, Type, load

RESERVED = frozenset({"id", "definitions", "elements", "layout", "diagram", "state"})
EXCHANGE = "studyflow:exchange"
"""The mark of a choreography task that stands in a process, where BPMN's XML knows none: it is written as a task."""
EXCHANGED = {"studyflow:participants": "participantRef", "studyflow:initiator": "initiatingParticipantRef",
             "studyflow:loopType": "loopType", "studyflow:messageFlows": "messageFlowRef"}  # fmt: skip

Items = list[tuple[str, Node]]


def parse_xml(data: bytes, name: str | None = None) -> Parsed:
    """Read a study's XML bytes: the text, the root of its nodes, and what is wrong with them as findings."""
    tree = parse_tree(data, name)
    if tree.root is None:
        return Parsed(tree.text, None, tree.findings)
    root = definitions_in(tree.root)
    if root is None:
        place = Where(name, tree.spots[tree.root].line, tree.spots[tree.root].column)
        what = f"the root element is <{tree.root.tag.rpartition('}')[2]}>: not a study"
        fix = f'a study is <definitions xmlns="{BPMN}">, or a picture (SVG) that holds one in its <metadata>'
        return Parsed(tree.text, None, (*tree.findings, Finding("error", "not-a-study", what, fix, place)))
    reader = _Reader(tree, root, name)
    node = reader.definitions(root)
    return Parsed(tree.text, node, tuple(reader.findings))


def comments_in(data: bytes) -> int:
    """How many comments an XML file holds."""
    return parse_tree(data).comments


def definitions_in(root: Any) -> Any:
    """BPMN's definitions: the root element itself, or the first below the metadata of a picture."""
    wanted = f"{{{BPMN}}}definitions"
    if root.tag == wanted:
        return root
    if root.tag != f"{{{SVG}}}svg":
        return None
    return next((found for data in root.iter(f"{{{SVG}}}metadata") for found in data.iter(wanted)), None)


@cache
def _by_tag() -> dict[str, str]:
    """The types by their name with prefix, letter case aside."""
    return {name.lower(): name for name in load().every()}


def known_type(qualified: str) -> Type | None:
    """The type of a tag (`cognitive:randomGateway`), letter case aside."""
    name = _by_tag().get(qualified.lower())
    return load().type(name) if name is not None else None


class _Reader:
    """Reads the elements of one file."""

    def __init__(self, tree: Tree, root: Any, name: str | None) -> None:
        self.name = name
        self.findings = list(tree.findings)
        declared = dict(root.nsmap)
        for ancestor in root.iterancestors():
            declared = {**dict(ancestor.nsmap), **declared}
        self.at = Place(tree.spots, Names(declared.items()))
        self.default = declared.get(None)
        self.target = root.get("targetNamespace")

    def find(self, severity: Severity, code: str, message: str, fix: str, element: Any) -> None:
        spot = self.at.spots[element]
        self.findings.append(Finding(severity, code, message, fix, Where(self.name, spot.line, spot.column)))

    # --- the file -------------------------------------------------------------------------------------------------

    def definitions(self, root: Any) -> Node:
        """The mapping of the whole file."""
        written: Items = []
        top = self.merged(root)
        roots: list[tuple[Any, Node]] = []
        diagrams: list[Any] = []
        kept: dict[str, list[Node]] = {}
        for child in children(root):
            if child.tag == f"{{{BPMNDI}}}BPMNDiagram":
                diagrams.append(child)
            elif (word := _OF_DEFINITIONS.get(child.tag)) is not None:
                kept.setdefault(word, []).append(read_generic(self.at, child))
            else:
                roots.append((child, self.root(child)))
        own: Items = []
        for key, node in attributes(self.at, root, frozenset()):
            if key == "id":
                own.append(("id", node))
            elif not key.startswith("xsi:"):
                written.append((key, node))
        place = self.at.tag(root, None)
        written += [(word, Node("seq", nodes, nodes[0].line, nodes[0].column)) for word, nodes in kept.items()]
        body = [*self.roots(roots), *interchange.read(self.at, diagrams, root), *self.state(roots), *top]
        # Only now is every prefix known.
        foreign = {f"xmlns:{prefix}": uri for prefix, uri in self.at.names.foreign.items()}
        if self.default is not None and self.default not in (BPMN, SVG):
            foreign["xmlns"] = self.default
        written += [(key, node_of(uri, place.line, place.column)) for key, uri in foreign.items()]
        return mapping(place, _merged([*own, ("definitions", mapping(place, written)), *body]))

    def root(self, element: Any) -> Node:
        known = known_type(self.at.qualified(element))
        return self.typed(element, known) if known is not None else self.unknown(element)

    def roots(self, roots: list[tuple[Any, Node]]) -> Items:
        """The root elements by their ids; as a list where ids cannot be keys, so that the order stays."""
        ids = [_id_of(node) for _, node in roots]
        if all(ids) and len(set(ids)) == len(ids) and not set(ids) & RESERVED:
            return [(str(id), _without_id(node)) for id, (_, node) in zip(ids, roots, strict=True)]
        if not roots:
            return []
        first = roots[0][1]
        return [("elements", Node("seq", [node for _, node in roots], first.line, first.column))]

    def state(self, roots: list[tuple[Any, Node]]) -> Items:
        """The state that a study carries as JSON text, lifted out of it."""
        for element, _ in roots:
            for entry in element.iterfind(f"{{{BPMN}}}extensionElements/*"):
                if self.at.qualified(entry) == "studyflow:study" and (value := _json(entry.get("state"))) is not None:
                    return [("state", self.at.value(entry, value))]
        return []

    def keys(self, element: Any) -> Items:
        """What XML cannot say in BPMN's words: keys and their values as JSON."""
        value = _json(text_in(element))
        if value is None:
            message = "these keys are not a JSON object"
            self.find("error", "wrong-value", message, 'write {"key": value}', element)
            return []
        return [(key, self.at.value(element, item)) for key, item in value.items()]

    # --- elements -------------------------------------------------------------------------------------------------

    def typed(self, element: Any, known: Type, name: str | None = None) -> Node:
        """An element whose type a vocabulary has."""
        host = load().type(known.host) if known.host is not None else known
        exchange = known.name == "bpmn:Task" and any(
            self.at.qualified(element, key) == EXCHANGE and text == "true" for key, text in element.attrib.items()
        )
        if exchange:
            known = host = load().type("bpmn:ChoreographyTask")  # type: ignore[assignment]
        assert host is not None
        names = host.properties if known is host else {**host.properties, **known.own}
        items: Items = [("type", self.at.tag(element, known.name.removeprefix("bpmn:")))]
        items += self.attributes(element, names, exchange)
        found: dict[str, tuple[Property, list[Node]]] = {}
        items += self.merged(element)
        for child in children(element):
            self.child(element, child, host, names, items, found)
        for property, nodes in found.values():
            items.append((property.name, _held(property, nodes)))
        stray = text_in(element).strip()
        if stray and not (len(names) and BODY in names):
            what = stray if len(stray) < 40 else stray[:40] + "…"
            self.find("warning", "stray-text", f'the text "{what}" stands between elements', "take it out, or write it "
                      "as <documentation>", element)  # fmt: skip
        io_specification.inline(items)
        return mapping(self.at.tag(element, None), _merged(items))

    def attributes(self, element: Any, names: dict[str, Property], exchange: bool) -> Items:
        found: Items = []
        for name, value in element.attrib.items():
            key = self.at.qualified(element, name)
            node = self.at.attribute(element, name, value)
            if key.startswith("xsi:") or (exchange and key == EXCHANGE):
                continue
            if exchange and key in EXCHANGED:
                texts = value.split() if key != "studyflow:initiator" else [value]
                items = [Node("scalar", text, node.line, node.column, "'") for text in texts]
                found.append((EXCHANGED[key], Node("seq", items, node.line, node.column)))
                continue
            prefix, _, local = key.rpartition(":")
            declared = names.get(local)
            if declared is not None and (not prefix or declared.owner.startswith(f"{prefix}:")):
                key = local
                if declared.role == "ref":
                    node = self.reference(element, node)
                elif declared.role == "child":
                    key = f"@{local}"
            elif key in ESCAPED - {"id"}:
                key = f"@{key}"
            if local == "state" and declared is not None and declared.owner == "studyflow:Study" and _json(value):
                continue
            found.append((key, node))
        return found

    def child(
        self,
        parent: Any,
        child: Any,
        host: Type,
        names: dict[str, Property],
        items: Items,
        found: dict[str, tuple[Property, list[Node]]],
    ) -> None:
        """What a child element says of its parent."""
        tag = self.at.qualified(child)
        prefix, _, local = tag.partition(":")
        if tag == "bpmn:documentation":
            self.documentation(child, items)
            return
        if tag == "bpmn:extensionElements":
            self.extensions(child, host, names, items, found)
            return
        declared = _declared(names, prefix, local)
        if declared is not None and declared.role != "child":
            found.setdefault(declared.name, (declared, []))[1].append(self.value(child, declared))
            return
        inside = names.get(child.get(f"{{{KEYS}}}in", ""))
        if inside is not None and inside.role == "child":
            found.setdefault(inside.name, (inside, []))[1].append(self.unknown(child))
            return
        known = self.type_of(child, tag, declared)
        if known is None and declared is None:
            if prefix == "bpmn" and "flowElements" in names:
                declared = names["flowElements"]
                found.setdefault(declared.name, (declared, []))[1].append(self.unknown(child))
            else:
                self.keep(parent, child, items)
            return
        property = declared or _holding(names, known)
        if property is None or known is None:
            if known is not None and prefix == "bpmn":
                words = f"<{local}> cannot stand in <{parent.tag.rpartition('}')[2]}>"
                self.find("warning", "misplaced", words, "it is kept and means nothing here: move it", child)
            self.keep(parent, child, items)
            return
        found.setdefault(property.name, (property, []))[1].append(self.typed(child, known))

    def type_of(self, child: Any, tag: str, declared: Property | None) -> Type | None:
        """The type of a child: said by `xsi:type`, by its tag, or by the property that its tag names."""
        said = child.get(f"{{{XSI}}}type")
        if said is not None:
            local = said.rpartition(":")[2]
            known = known_type(f"bpmn:{local[1:] if local[:1] == 't' else local}")
            if known is not None:
                return known
        if declared is not None:
            return load().type(declared.type)
        return known_type(tag)

    def keep(self, parent: Any, child: Any, items: Items) -> None:
        """Keep a child that no vocabulary has where it stands."""
        node = read_generic(self.at, child)
        for key, held in items:
            if key == CHILDREN:
                held.value.append(node)
                return
        items.append((CHILDREN, Node("seq", [node], node.line, node.column)))

    def unknown(self, element: Any) -> Node:
        """An element of a type that no vocabulary has, with everything below it as it is."""
        node = read_generic(self.at, element)
        kept = [(key, item) for key, _, item in node.value if key != "type"]
        name = _upper(self.at.qualified(element))
        return mapping(node, _merged([("type", self.at.tag(element, name)), *kept, *self.merged(element)]))

    def merged(self, element: Any) -> Items:
        """The keys that stand in an element as JSON."""
        return [item for child in element.iterfind(MERGED) for item in self.keys(child)]

    # --- what elements hold ---------------------------------------------------------------------------------------

    def value(self, child: Any, declared: Property) -> Node:
        """The text of a child element that stands for an attribute, a reference or an expression."""
        text = text_in(child)
        node = self.at.text(child, text)
        if declared.role == "ref":
            node.value = text.strip()
            return self.reference(child, node)
        below = children(child)
        if declared.role != "expression":
            return node
        items: Items = []
        for name, value in child.attrib.items():
            key = self.at.qualified(child, name)
            if not key.startswith("xsi:type"):
                items.append((f"@{key}" if key in ESCAPED - {"id"} else key, self.at.attribute(child, name, value)))
        if below:
            held = content(self.at, child)
            if held is not None and held[0] == CHILDREN:
                items.append(held)
                node.value = "" if not text.strip() else text
        return mapping(node, [("body", node), *items]) if items else node

    def reference(self, element: Any, node: Node) -> Node:
        """A reference without the prefix of the file's own namespace."""
        prefix, colon, local = node.value.partition(":")
        if colon and self.target and element.nsmap.get(prefix) == self.target:
            node.value = local
        return node

    def documentation(self, child: Any, items: Items) -> None:
        text = text_in(child)
        written: Items = []
        for name, value in child.attrib.items():
            key = self.at.qualified(child, name).removeprefix("studyflow:")
            written.append((key, self.at.attribute(child, name, value)))
        if children(child):
            text = markup_in(child)
            written.append(("markup", self.at.text(child, "true")))
        node = self.at.text(child, text)
        node = mapping(node, [("text", node), *written]) if written else node
        for key, held in items:
            if key == "documentation":
                held.value.append(node)
                return
        items.append(("documentation", Node("seq", [node], node.line, node.column)))

    def extensions(
        self,
        holder: Any,
        host: Type,
        names: dict[str, Property],
        items: Items,
        found: dict[str, tuple[Property, list[Node]]],
    ) -> None:
        """The entries of an element's extensions."""
        entries = []
        items += self.merged(holder)
        for entry in children(holder):
            tag = self.at.qualified(entry)
            prefix, _, local = tag.partition(":")
            declared = names.get(local)
            if (known := known_type(tag)) is not None:
                entries.append(self.entry(entry, known))
            elif declared is not None and declared.owner.startswith(f"{prefix}:") and declared.role != "child":
                found.setdefault(declared.name, (declared, []))[1].append(self.value(entry, declared))
            elif prefix in load().prefixes:
                entries.append(self.renamed(entry))
            else:
                entries.append(self.unknown(entry))
        if entries:
            items.append(("extensionElements", Node("seq", entries, entries[0].line, entries[0].column)))

    def entry(self, element: Any, known: Type) -> Node:
        """A typed entry."""
        names = known.own or known.properties
        items: Items = [("type", self.at.tag(element, known.name if known.host != known.name else known.name))]
        items += self.attributes(element, names, False)
        found: dict[str, tuple[Property, list[Node]]] = {}
        items += self.merged(element)
        for child in children(element):
            self.child(element, child, known, names, items, found)
        for property, nodes in found.values():
            items.append((property.name, _held(property, nodes)))
        text = text_in(element)
        if text.strip():
            items.append((BODY, self.at.text(element, text)))
        return mapping(self.at.tag(element, None), _merged(items))

    def renamed(self, element: Any) -> Node:
        """An entry of a vocabulary's that the vocabulary does not have now: its texts are keys."""
        items: Items = [("type", self.at.tag(element, _upper(self.at.qualified(element))))]
        items += attributes(self.at, element)
        seen = {key for key, _ in items}
        items += self.merged(element)
        kept = []
        prefix = self.at.qualified(element).partition(":")[0]
        for child in children(element):
            tag = self.at.qualified(child)
            own, _, local = tag.partition(":")
            if own == prefix and not children(child) and not child.attrib and local not in seen | ESCAPED:
                items.append((local, self.at.text(child, text_in(child))))
                seen.add(local)
            else:
                kept.append(read_generic(self.at, child))
        if kept:
            items.append((CHILDREN, Node("seq", kept, kept[0].line, kept[0].column)))
        elif text_in(element).strip():
            items.append((BODY, self.at.text(element, text_in(element))))
        return mapping(self.at.tag(element, None), _merged(items))


_OF_DEFINITIONS = {
    f"{{{BPMN}}}{word}": word for word in ("import", "extension", "relationship", "documentation", "extensionElements")
}


def _declared(names: dict[str, Property], prefix: str, local: str) -> Property | None:
    """The property that a child's tag names."""
    if prefix == "bpmn" and local == "formalExpression":
        local = "expression"
    declared = names.get(local) or next((names[key] for key, tag in TAGS.items() if tag == local and key in names), None)
    if declared is None or declared.many and declared.role == "child" and local not in TAGS:
        return None
    own = declared.owner.partition(":")[0]
    return declared if own == prefix or (prefix == "bpmn" and own == "studyflow" and declared.role == "child") else None


def _holding(names: dict[str, Property], known: Type | None) -> Property | None:
    """The property that holds elements of a type."""
    if known is None:
        return None
    host = load().type(known.host) if known.host is not None else known
    if host is None:
        return None
    fitting = [property for property in names.values() if property.role == "child" and host.is_a(property.type)]
    return next((property for property in fitting if property.many), fitting[0] if fitting else None)


def _held(property: Property, nodes: list[Node]) -> Node:
    """What a property holds: one node, several by their ids, or a list."""
    if not property.many and len(nodes) == 1:
        return _without_type(nodes[0], property)
    first = nodes[0]
    if property.role == "child":
        nodes = [_without_type(node, property) for node in nodes]
        ids = [_id_of(node) for node in nodes]
        if all(ids) and len(set(ids)) == len(ids) and "type" not in ids and property.many:
            triples = [(str(id), _key(node), _without_id(node)) for id, node in zip(ids, nodes, strict=True)]
            return Node("map", triples, first.line, first.column, size=1 + sum(node.size for node in nodes))
    return Node("seq", nodes, first.line, first.column, size=1 + sum(node.size for node in nodes))


def _without_type(node: Node, property: Property) -> Node:
    if property.role != "child" or node.kind != "map":
        return node
    due = property.type.removeprefix("bpmn:")
    kept = [item for item in node.value if item[0] != "type" or item[2].value != due]
    return Node("map", kept, node.line, node.column, size=node.size)


def _id_of(node: Node) -> str | None:
    return next((item.value for key, _, item in node.value if key == "id" and item.kind == "scalar"), None)


def _key(node: Node) -> Node:
    return Node("scalar", "", node.line, node.column, "'")


def _without_id(node: Node) -> Node:
    return Node("map", [item for item in node.value if item[0] != "id"], node.line, node.column, size=node.size)


def _upper(qualified: str) -> str:
    """A tag as a type: the first letter is upper case in the vocabularies' own words."""
    prefix, _, local = qualified.partition(":")
    return f"{prefix}:{local[:1].upper()}{local[1:]}" if prefix in load().prefixes else qualified


def _merged(items: Items) -> Items:
    """Items with each key once: mappings of one key are put together, else the last stands."""
    merged: dict[str, Node] = {}
    for key, node in items:
        held = merged.get(key)
        if held is not None and held.kind == node.kind == "map":
            node = Node("map", [*held.value, *node.value], held.line, held.column, size=held.size + node.size)
        merged[key] = node
    return list(merged.items())


def _json(text: str | None) -> dict[str, Any] | None:
    try:
        value = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
