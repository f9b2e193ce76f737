"""BPMN's elements in XML to nodes: their attributes, what they hold, the entries of their extensions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.errors import Finding, Severity
from hawthorne.core.place import Place
from hawthorne.flows.formats import io_specification
from hawthorne.flows.formats.generic import (
    BODY,
    CHILDREN,
    ESCAPED,
    MERGED,
    Placing,
    attributes,
    children,
    content,
    mapping,
    read_generic,
    text_in,
)
from hawthorne.flows.formats.namespaces import EXCHANGE, EXCHANGED, KEYS, XSI
from hawthorne.flows.formats.xml_nodes import (
    Items,
    declared_by,
    held,
    holding,
    json_object,
    known_type,
    merged,
    type_name,
)
from hawthorne.flows.formats.xml_text import markup_in
from hawthorne.flows.vocabulary.load import Property, Type, load
from hawthorne.lang.nodes import Node


@dataclass(slots=True)
class Part:
    """An element or an entry while it is read: the properties it may have, what is found, and what it holds by
    property."""

    element: Any
    names: dict[str, Property]
    host: Type
    items: Items = field(default_factory=list)
    held: dict[str, tuple[Property, list[Node]]] = field(default_factory=dict)

    def hold(self, property: Property, node: Node) -> None:
        self.held.setdefault(property.name, (property, []))[1].append(node)

    def append(self, key: str, node: Node) -> None:
        """Put a node at the end of the list under a key."""
        for name, list_node in self.items:
            if name == key and list_node.kind == "seq":
                list_node.value.append(node)
                return
        self.items.append((key, Node("seq", [node], node.line, node.column)))

    def finished(self) -> Items:
        return merged(
            [*self.items, *((property.name, held(property, nodes)) for property, nodes in self.held.values())]
        )


class Elements:
    """Reads the elements of one file."""

    def __init__(self, at: Placing, file: str | None) -> None:
        self.at = at
        self.file = file
        self.findings: list[Finding] = []

    def find(self, severity: Severity, code: str, message: str, fix: str, element: Any) -> None:
        spot = self.at.spots[element]
        self.findings.append(Finding(severity, code, message, fix, Place(self.file, spot.line, spot.column)))

    # --- elements -------------------------------------------------------------------------------------------------

    def typed(self, element: Any, known: Type) -> Node:
        """An element whose type a vocabulary has."""
        exchange = known.name == "bpmn:Task" and any(
            self.at.qualified(element, key) == EXCHANGE and text == "true" for key, text in element.attrib.items()
        )
        if exchange:
            known = load().type("bpmn:ChoreographyTask") or known
        host = (load().type(known.host) if known.host is not None else None) or known
        part = Part(element, host.properties if known is host else {**host.properties, **known.own}, host)
        part.items.append(("type", self.at.tag(element, known.name.removeprefix("bpmn:"))))
        part.items += self.attributes(element, part.names, exchange)
        part.items += self.merged(element)
        for child in children(element):
            self.child(part, child)
        stray = text_in(element).strip()
        if stray:
            what = stray if len(stray) < 40 else stray[:40] + "…"
            fix = "take it out, or write it as <documentation>"
            self.find("warning", "stray-text", f'the text "{what}" stands between elements', fix, element)
        items = part.finished()
        io_specification.inline(items)
        return mapping(self.at.tag(element, None), items)

    def unknown(self, element: Any) -> Node:
        """An element of a type that no vocabulary has, with everything below it as it is."""
        node = read_generic(self.at, element)
        kept = [(key, item) for key, _, item in node.value if key != "type"]
        name = self.at.tag(element, type_name(self.at.qualified(element)))
        return mapping(node, merged([("type", name), *kept, *self.merged(element)]))

    def merged(self, element: Any) -> Items:
        """The keys that stand in an element as JSON: what XML cannot say in BPMN's words."""
        found: Items = []
        for keys in element.iterfind(MERGED):
            value = json_object(text_in(keys))
            if value is None:
                message = "these keys are not a JSON object"
                self.find("error", "wrong-value", message, 'write {"key": value}', keys)
                continue
            found += [(key, self.at.value(keys, item)) for key, item in value.items()]
        return found

    # --- attributes -----------------------------------------------------------------------------------------------

    def attributes(self, element: Any, names: dict[str, Property], exchange: bool = False) -> Items:
        found: Items = []
        for name, value in element.attrib.items():
            key = self.at.qualified(element, name)
            if key.startswith(("xsi:", "hawthorne:")) or (exchange and key == EXCHANGE):
                continue
            node = self.at.attribute(element, name, value)
            if exchange and key in EXCHANGED:
                found.append((EXCHANGED[key], _ids(node)))
                continue
            prefix, _, local = key.rpartition(":")
            declared = names.get(local)
            if declared is not None and (not prefix or declared.owner.startswith(f"{prefix}:")):
                if declared.owner == "studyflow:Study" and local == "state" and json_object(value) is not None:
                    continue  # the file's own `state`
                key = local if declared.role != "child" else f"@{local}"
                node = self.reference(element, node) if declared.role == "ref" else node
            elif key in ESCAPED - {"id"}:
                key = f"@{key}"
            found.append((key, node))
        return found

    def reference(self, element: Any, node: Node) -> Node:
        """A reference without the prefix of the file's own namespace."""
        node.value = self.at.own(element, node.value)
        return node

    # --- what elements hold ---------------------------------------------------------------------------------------

    def child(self, part: Part, child: Any) -> None:
        """What a child element says of its parent."""
        tag = self.at.qualified(child)
        prefix, _, local = tag.partition(":")
        if tag == "bpmn:documentation":
            part.append("documentation", self.documentation(child))
            return
        if tag == "bpmn:extensionElements":
            self.extensions(part, child)
            return
        inside = part.names.get(child.get(f"{{{KEYS}}}in", ""))
        if inside is not None and inside.role == "child":
            part.hold(inside, self.unknown(child))
            return
        declared = declared_by(part.names, prefix, local)
        if declared is not None and declared.role != "child":
            part.hold(declared, self.value(child, declared))
            return
        known = self.type_of(child, tag, declared)
        property = declared or holding(part.names, known)
        if known is not None and property is not None:
            part.hold(property, self.typed(child, known))
        elif known is None and prefix == "bpmn" and "flowElements" in part.names:
            part.hold(part.names["flowElements"], self.unknown(child))
        else:
            if known is not None and prefix == "bpmn":
                words = f"<{local}> cannot stand in <{part.element.tag.rpartition('}')[2]}>"
                self.find("warning", "misplaced", words, "it is kept and means nothing here: move it", child)
            part.append(CHILDREN, read_generic(self.at, child))

    def type_of(self, child: Any, tag: str, declared: Property | None) -> Type | None:
        """The type of a child: said by `xsi:type`, by the property that its tag names, or by its tag."""
        said = child.get(f"{{{XSI}}}type")
        if said is not None:
            local = said.rpartition(":")[2]
            known = known_type(f"bpmn:{local[1:] if local[:1] == 't' else local}")
            if known is not None:
                return known
        return load().type(declared.type) if declared is not None else known_type(tag)

    def value(self, child: Any, declared: Property) -> Node:
        """The text of a child element that stands for an attribute, a reference or an expression."""
        text = text_in(child)
        node = self.at.text(child, text)
        if declared.role == "ref":
            node.value = text.strip()
            return self.reference(child, node)
        if declared.role != "expression":
            return node
        items: Items = []
        for name, value in child.attrib.items():
            key = self.at.qualified(child, name)
            if not key.startswith("xsi:type"):
                items.append((f"@{key}" if key in ESCAPED - {"id"} else key, self.at.attribute(child, name, value)))
        below = content(self.at, child)
        if below is not None and below[0] == CHILDREN:
            items.append(below)
            node.value = text if text.strip() else ""
        return mapping(node, [("body", node), *items]) if items else node

    def documentation(self, child: Any) -> Node:
        text = text_in(child)
        written: Items = []
        for name, value in child.attrib.items():
            key = self.at.qualified(child, name).removeprefix("studyflow:")
            written.append((key, self.at.attribute(child, name, value)))
        if children(child):
            text = markup_in(child)
            written.append(("markup", self.at.text(child, "true")))
        node = self.at.text(child, text)
        return mapping(node, [("text", node), *written]) if written else node

    # --- extensions -----------------------------------------------------------------------------------------------

    def extensions(self, part: Part, holder: Any) -> None:
        """The entries of an element's extensions."""
        part.items += self.merged(holder)
        for entry in children(holder):
            tag = self.at.qualified(entry)
            prefix, _, local = tag.partition(":")
            declared = part.names.get(local)
            known = known_type(tag)
            if known is not None:
                part.append("extensionElements", self.entry(entry, known))
            elif declared is not None and declared.owner.startswith(f"{prefix}:") and declared.role != "child":
                part.hold(declared, self.value(entry, declared))
            else:
                made = self.renamed(entry) if prefix in load().prefixes else self.unknown(entry)
                part.append("extensionElements", made)

    def entry(self, element: Any, known: Type) -> Node:
        """A typed entry."""
        part = Part(element, known.own or known.properties, known)
        part.items.append(("type", self.at.tag(element, known.name)))
        part.items += self.attributes(element, part.names)
        part.items += self.merged(element)
        for child in children(element):
            self.child(part, child)
        text = text_in(element)
        if text.strip():
            part.items.append((BODY, self.at.text(element, text)))
        return mapping(self.at.tag(element, None), part.finished())

    def renamed(self, element: Any) -> Node:
        """An entry of a vocabulary's that the vocabulary does not have now: its texts are keys."""
        qualified = self.at.qualified(element)
        items: Items = [("type", self.at.tag(element, type_name(qualified)))]
        items += attributes(self.at, element)
        seen = {key for key, _ in items}
        items += self.merged(element)
        kept = []
        for child in children(element):
            own, _, local = self.at.qualified(child).partition(":")
            alone = not children(child) and not child.attrib and local not in seen | ESCAPED
            if own == qualified.partition(":")[0] and alone:
                items.append((local, self.at.text(child, text_in(child))))
                seen.add(local)
            else:
                kept.append(read_generic(self.at, child))
        if kept:
            items.append((CHILDREN, Node("seq", kept, kept[0].line, kept[0].column)))
        elif text_in(element).strip():
            items.append((BODY, self.at.text(element, text_in(element))))
        return mapping(self.at.tag(element, None), merged(items))


def _ids(node: Node) -> Node:
    """Ids that stand in one attribute, as a list."""
    ids = [Node("scalar", text, node.line, node.column, "'") for text in node.value.split()]
    return Node("seq", ids, node.line, node.column)
