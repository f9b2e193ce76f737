"""The spelling rules of elements: from a node to an element, whichever of the short and long forms a file uses.

One `Speller` reads one file. It never raises on a file's content: what is wrong becomes a finding and the part is left
out, or kept as written where the model can hold it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hawthorne.core.errors import Finding, Severity, did_you_mean
from hawthorne.core.place import Place
from hawthorne.flows.model import Element
from hawthorne.flows.nodes import Node, parse_text, plain
from hawthorne.flows.values import Unfit, decode, inside, text_of
from hawthorne.flows.vocabulary.load import Property, Type, Vocabulary

ARROW = re.compile(r"\s*(\S+?)\s*->\s*(\S+)\s*\Z")
LAYOUT = frozenset(
    [
        "bounds",
        "waypoint",
        "label",
        "fill",
        "stroke",
        "font",
        "isExpanded",
        "isHorizontal",
        "isMarkerVisible",
        "background-color",
        "border-color",
        "color",
        "diBounds",
    ]
)
"""Keys of the drawing: an older spelling has them on the element itself."""

NOTHING = Node("map", [], 0, 0)


@dataclass(slots=True)
class Part:
    """An element, or an entry of its extensions, while it is read."""

    type: Type | None
    label: str
    attributes: dict[str, Any] = field(default_factory=dict)
    children: dict[str, tuple[Element, ...]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def element(self, name: str, id: str | None, place: Place, extensions: tuple[Element, ...] = ()) -> Element:
        return Element(name, id, self.attributes, self.children, extensions, place, self.places)


@dataclass(slots=True)
class Reference:
    """A written reference, to be looked up when every id is known."""

    part: Part
    declared: Property
    ids: list[tuple[str, Place]]


class Speller:
    """Reads the elements of one file. `foreign` are the prefixes that its `definitions` declare for other programs."""

    def __init__(self, file: str | None, vocabulary: Vocabulary, foreign: frozenset[str] = frozenset()) -> None:
        self.file = file
        self.vocabulary = vocabulary
        self.foreign = foreign
        self.findings: list[Finding] = []
        self.references: list[Reference] = []
        self.layout: dict[str, dict[str, Any]] = {}

    # --- elements ------------------------------------------------------------------------------------------------

    def element(self, node: Node, declared: str, id: str | None, path: str, key: Node) -> Element | None:
        """An element from its body. `declared` is the type that its place declares, `key` where it is named."""
        place = self.place(key if key.line else node, path)
        label = id or declared.partition(":")[2]
        items = self._items(node, declared, label, path)
        if items is None:
            return None
        written = {name: value for name, _, value in items}
        id = self._id(written, id, path)
        label = self._label(written) or id or label
        name, known = self._type(written, declared, label, path, place)
        if known is None:
            return self._foreign(name, id, items, label, path, place)
        host = known if known.host == known.name else self.vocabulary.type(known.host or "")
        if host is None or not self._stands(host, declared):
            where = declared.partition(":")[2]
            self.find("error", "misplaced", f'"{label}" is a {known.name.removeprefix("bpmn:")}, which cannot stand here',
                      f"a {where} stands here", self.place(written.get("type"), path, place))  # fmt: skip
            return None
        part = Part(host, label)
        entries = [Part(known, label)] if host is not known else []
        others = self._extensions(written.get("extensionElements"), host, label, path)
        places = [place for _ in entries]
        for key_text, key_node, value in items:
            if key_text not in ("type", "id", "extensionElements"):
                self._key(part, [*entries, *(entry for entry, _ in others)], key_text, key_node, value, id, path)
        built = [entry.element(entry.type.name, None, where) for entry, where in zip(entries, places, strict=True)
                 if entry.type is not None]  # fmt: skip
        built += [entry.element(entry_name, None, where) for entry, (entry_name, where) in others]
        return part.element(host.name, id, place, tuple(built))

    def children(self, node: Node, declared: Property, path: str) -> tuple[Element, ...]:
        """The elements under a property: a mapping by id, a list, or the one body of a single child."""
        if node.is_null:
            return ()
        if not declared.many and node.kind != "seq":
            child = self.element(node, declared.type, None, path, NOTHING)
            return () if child is None else (child,)
        found = []
        if node.kind == "map":
            if "type" in (keys := [name for name, _, _ in node.value]) and len(keys) > 1:
                body = next(value for name, _, value in node.value if name == "type")
                if body.kind == "scalar" and not ARROW.match(body.value):
                    self.find("error", "list", f'"{declared.name}" holds a body where several elements by id are due',
                              "write a list, `- type: …`, or a key with the id above it", self.place(body, path))  # fmt: skip
                    return ()
            for name, key, body in node.value:
                found.append(self.element(body, declared.type, name, f"{path}.{name}", key))
        elif node.kind == "seq":
            for index, body in enumerate(node.value):
                found.append(self.element(body, declared.type, None, f"{path}.{index}", NOTHING))
        else:
            self.find("error", "list", f'"{declared.name}" is the text "{node.value}" where elements are due',
                      "write a mapping from id to element, or a list", self.place(node, path))  # fmt: skip
        return tuple(element for element in found if element is not None)

    def _items(self, node: Node, declared: str, label: str, path: str) -> list[tuple[str, Node, Node]] | None:
        if node.kind == "map":
            return node.value
        if node.is_null:
            return []
        if node.kind == "scalar":
            match = ARROW.match(node.value)
            implied = self._implied(declared, {"sourceRef", "targetRef"})
            known = self.vocabulary.type(implied)
            if match and known is not None and "sourceRef" in known.properties:
                return [
                    (name, NOTHING, Node("scalar", match[group], node.line, node.column + match.start(group), "'"))
                    for group, name in ((1, "sourceRef"), (2, "targetRef"))
                ]
            self.find("error", "body", f'"{label}" has the text "{node.value}" where a mapping is due',
                      "write its keys below it; only a flow may be an arrow, `A -> B`", self.place(node, path))  # fmt: skip
            return None
        self.find("error", "body", f'"{label}" has a list where a mapping is due', "write its keys below it",
                  self.place(node, path))  # fmt: skip
        return None

    def _id(self, written: Mapping[str, Node], id: str | None, path: str) -> str | None:
        node = written.get("id")
        if node is None or node.kind != "scalar" or not node.value:
            return id
        if id is not None and node.value != id:
            self.find("warning", "id", f'"{id}" says that its id is "{node.value}"',
                      f'the key decides: remove `id`, or name the key "{node.value}"', self.place(node, f"{path}.id"))  # fmt: skip
            return id
        return str(node.value)

    def _label(self, written: Mapping[str, Node]) -> str | None:
        node = written.get("name")
        return str(node.value) if node is not None and node.kind == "scalar" and node.value else None

    def _implied(self, declared: str, keys: set[str] | Mapping[str, Node]) -> str:
        """The type that the place and the keys settle."""
        if "sourceRef" in keys and "targetRef" in keys:
            if declared == "bpmn:FlowElement":
                return "bpmn:SequenceFlow"
            if declared == "bpmn:Artifact":
                return "bpmn:Association"
        if declared == "bpmn:Artifact" and "text" in keys:
            return "bpmn:TextAnnotation"
        return declared

    def _stands(self, host: Type, declared: str) -> bool:
        if declared == "bpmn:FlowElement":
            # A data store's reference, a text annotation or a group may be written among the flow elements.
            return host.is_a(declared, "bpmn:DataStoreReference")
        return host.is_a(declared)

    def _type(self, written: Mapping[str, Node], declared: str, label: str, path: str, place: Place
              ) -> tuple[str, Type | None]:  # fmt: skip
        """The element's type as written or implied, and what the vocabulary knows of it."""
        node = written.get("type")
        name = self._implied(declared, written) if node is None or node.kind != "scalar" else str(node.value)
        qualified = self.vocabulary.qualify(name)
        known = self.vocabulary.type(qualified)
        where = self.place(node, f"{path}.type", place)
        if known is None:
            self.unknown_type(qualified, name, label, where)
        elif known.abstract:
            of = [word for word in self.vocabulary.names("bpmn") if self._is_a(f"bpmn:{word}", known.name)]
            fix = "write `type:`, one of " + ", ".join(of) if len(of) < 12 else "write `type:`, such as `type: Task`"
            self.find("error", "no-type", f'"{label}" has no type', fix, where)
            return qualified, None
        return qualified, known

    def _is_a(self, name: str, other: str) -> bool:
        known = self.vocabulary.type(name)
        return known is not None and known.is_a(other)

    def unknown_type(self, qualified: str, written: str, label: str, place: Place) -> None:
        """Say of a type that it is unknown, unless its prefix is declared for another program."""
        prefix = qualified.partition(":")[0]
        if prefix in self.foreign:
            return
        if qualified in self.vocabulary.renames["types"]:
            new = self.vocabulary.renames["types"][qualified]
            self.find(
                "error", "renamed", f'"{label}" has the type "{written}" of an older version', f"now: {new}", place
            )
        elif prefix in self.vocabulary.prefixes:
            fix = did_you_mean(written, self.vocabulary.names())
            fix = fix if fix.startswith("did") else "known: " + ", ".join(self.vocabulary.names(prefix)[:40])
            self.find("error", "unknown-type", f'"{label}" has the unknown type "{written}"', fix, place)
        else:
            fix = did_you_mean(prefix, self.vocabulary.prefixes)
            self.find("error", "unknown-prefix", f'"{label}" has a type of the unknown vocabulary "{prefix}"',
                      f"{fix}; a foreign one is declared as `xmlns:{prefix}` in `definitions`", place)  # fmt: skip

    def _foreign(self, name: str, id: str | None, items: list[tuple[str, Node, Node]], label: str, path: str, place: Place
                 ) -> Element:  # fmt: skip
        """An element of a type that no vocabulary has, kept as written."""
        part = Part(None, label)
        for key, key_node, value in items:
            if key in LAYOUT:
                self._draw(id, key, value)
            elif key not in ("type", "id"):
                part.attributes[key] = plain(value)
                part.places[key] = self.place(value if value.line else key_node, f"{path}.{key}")
        return part.element(name, id, place)

    # --- keys ----------------------------------------------------------------------------------------------------

    def _key(
        self, part: Part, entries: list[Part], key: str, key_node: Node, node: Node, id: str | None, path: str
    ) -> None:
        name = key.removeprefix("bpmn:")
        path = f"{path}.{key}"
        place = self.place(node if node.line else key_node, path)
        owner, declared = self._declared(part, entries, name)
        if declared is None:
            if name == "documentation":
                self._documentation(part, node, path, place)
            elif name in LAYOUT:
                self._draw(id, name, node)
            else:
                self._unknown(part, key, node, place, entries)
        elif declared.role == "child":
            owner.places[declared.name] = self.place(key_node, path, place)
            children = self.children(node, declared, path)
            if children:
                owner.children[declared.name] = children
        else:
            owner.places[declared.name] = place
            self._attribute(owner, declared, node, path, place)

    def _declared(self, part: Part, entries: list[Part], name: str) -> tuple[Part, Property | None]:
        """Whose a key is: the element's own type first, then the entries of its extensions."""
        prefix, colon, local = name.rpartition(":")
        for owner in (part, *entries):
            if owner.type is None:
                continue
            known = owner.type.properties if owner is part else owner.type.own or owner.type.properties
            declared = known.get(name)
            if declared is None and colon:
                declared = known.get(local)
                if declared is not None and declared.owner.partition(":")[0] != prefix:
                    declared = None
            if declared is not None:
                return owner, declared
        return part, None

    def _attribute(self, owner: Part, declared: Property, node: Node, path: str, place: Place) -> None:
        if declared.role == "expression":
            self._expression(owner, declared, node, path)
            return
        try:
            value = self._ids(owner, declared, node, path) if declared.role == "ref" else decode(declared, node)
        except Unfit:
            what = "a list" if node.kind == "seq" else "a mapping"
            self.find("error", "wrong-value", f'"{owner.label}" has {what} as its "{declared.name}"', "write one text",
                      place)  # fmt: skip
            return
        if value is None:
            return
        owner.attributes[declared.name] = value
        if declared.type == "YAMLString":
            self._structure(owner, declared.name, node, path)

    def _ids(self, owner: Part, declared: Property, node: Node, path: str) -> Any:
        items = node.value if node.kind == "seq" else [node]
        found = [(text, self.place(item, path)) for item in items if (text := text_of(item)) is not None]
        if not found:
            return None
        if not declared.many and len(found) > 1:
            raise Unfit
        self.references.append(Reference(owner, declared, found))
        ids = tuple(text for text, _ in found)
        return ids if declared.many else ids[0]

    def _expression(self, owner: Part, declared: Property, node: Node, path: str) -> None:
        """An expression: its text, or a mapping with `body` and `language`."""
        body: Node | None = node
        if node.kind == "map" and any(key in ("body", "language", "type") for key, _, _ in node.value):
            written = {key: value for key, _, value in node.value}
            body = written.pop("body", None)
            for key, value in written.items():
                if key in ("language", "id") and value.kind == "scalar":
                    owner.attributes[f"{declared.name}.{key}"] = value.value
                    owner.places[f"{declared.name}.{key}"] = self.place(value, f"{path}.{key}")
                elif key != "type":
                    self._unknown(owner, f"{declared.name}.{key}", value, self.place(value, path))
        if body is None:
            return
        if body.kind == "map" and len(body.value) == 1 and body.style == "flow" and body.value[0][2].line == 0:
            text: str | None = "{" + body.value[0][0] + "}"
        elif body.kind == "scalar":
            text = body.value if body.line and not (body.is_null and body.value != "null") else None
        else:
            what = "a list" if body.kind == "seq" else "a mapping"
            self.find("error", "wrong-value", f'"{owner.label}" has {what} as its "{declared.name}"',
                      "write the expression as one text, in quotes where it holds `: ` or begins with `[`, `{` or a quote",
                      self.place(body, path))  # fmt: skip
            return
        if text is not None:
            owner.attributes[declared.name] = text
            owner.places[declared.name] = self.place(body, path)

    def _documentation(self, part: Part, node: Node, path: str, place: Place) -> None:
        items = node.value if node.kind == "seq" else [node]
        texts: list[str] = []
        bodies: list[Element] = []
        for index, item in enumerate(items):
            if item.kind == "scalar":
                if not item.is_null:
                    texts.append(item.value)
                continue
            written = {key: value for key, _, value in item.value} if item.kind == "map" else {}
            text = written.get("text")
            if text is not None and text.kind == "scalar" and set(written) <= {"text", "type", "checklist"}:
                if "checklist" in written and "checklist" not in part.attributes:
                    part.attributes["checklist"] = text.value
                else:
                    texts.append(text.value)
            else:
                body = self.element(item, "bpmn:Documentation", None, f"{path}.{index}", NOTHING)
                bodies += [] if body is None else [body]
        part.places["documentation"] = place
        if bodies:
            part.children["documentation"] = (
                *(Element("bpmn:Documentation", None, {"text": text}, place=place) for text in texts),
                *bodies,
            )
        elif texts:
            part.attributes["documentation"] = tuple(texts)

    def _draw(self, id: str | None, key: str, node: Node) -> None:
        if id is not None:
            self.layout.setdefault(id, {})[key] = plain(node)

    def _structure(self, owner: Part, name: str, node: Node, path: str) -> None:
        """The places of a YAML-typed attribute's parts, and what is wrong with the YAML of a text."""
        if node.kind == "scalar":
            if inside(node) is None and ":" not in node.value:
                return
            parsed = parse_text(node.value, self.file, node.line, node.column)
            self.findings += parsed.findings
            if parsed.root is None:
                return
            node = parsed.root
        self._place_parts(owner.places, name, node, path)

    def _place_parts(self, places: dict[str, Place], name: str, node: Node, path: str) -> None:
        if node.kind == "map":
            for key, key_node, value in node.value:
                places[f"{name}.{key}"] = self.place(key_node, f"{path}.{key}")
                self._place_parts(places, f"{name}.{key}", value, f"{path}.{key}")
        elif node.kind == "seq":
            for index, value in enumerate(node.value):
                places[f"{name}.{index}"] = self.place(value, f"{path}.{index}")
                self._place_parts(places, f"{name}.{index}", value, f"{path}.{index}")

    def _unknown(self, part: Part, key: str, node: Node, place: Place, entries: Sequence[Part] = ()) -> None:
        """Keep a key that no vocabulary declares, and say so."""
        names = [*(name for entry in entries if entry.type for name in entry.type.own), *self._names(part)]
        part.attributes[key] = plain(node)
        part.places[key] = place
        prefix, colon, _ = key.rpartition(":")
        if colon and prefix in self.foreign:
            return
        renamed = self.vocabulary.renames["keys"].get(key)
        if renamed is not None:
            self.find("warning", "renamed", f'"{part.label}" has the key "{key}" of an older version, which says nothing now',
                      f"now: {renamed}", place)  # fmt: skip
        elif colon and prefix in self.vocabulary.prefixes:
            self.find("warning", "unknown-key", f'"{part.label}" has the unknown attribute "{key}"',
                      did_you_mean(key.rpartition(":")[2], names), place)  # fmt: skip
        else:
            fix = did_you_mean(key, names)
            fix = fix if fix.startswith("did") else "a slip, or a key of a vocabulary that is not loaded"
            self.find("warning", "unknown-key", f'"{part.label}" has the unknown key "{key}"', fix, place)

    def _names(self, part: Part) -> list[str]:
        return ["name", "documentation", *(part.type.properties if part.type is not None else ())]

    # --- extensions ----------------------------------------------------------------------------------------------

    def _extensions(self, node: Node | None, host: Type, label: str, path: str) -> list[tuple[Part, tuple[str, Place]]]:
        if node is None or node.is_null:
            return []
        path = f"{path}.extensionElements"
        if node.kind == "map":
            written = {key: value for key, _, value in node.value}
            bodies = [written["values"]] if set(written) <= {"type", "values"} and "values" in written else [node]
            node = bodies[0]
        if node.kind == "map":
            items = [value for _, _, value in node.value]
        else:
            items = node.value if node.kind == "seq" else [node]
        found = []
        for index, item in enumerate(items):
            entry = self._entry(item, host, label, f"{path}.{index}")
            found += [] if entry is None else [entry]
        return found

    def _entry(self, node: Node, host: Type, label: str, path: str) -> tuple[Part, tuple[str, Place]] | None:
        """An entry of `extensionElements`: a mapping with a type."""
        place = self.place(node, path)
        written = {key: value for key, _, value in node.value} if node.kind == "map" else {}
        type_node = written.get("type")
        if type_node is None or type_node.kind != "scalar" or not type_node.value:
            self.find(
                "error", "no-type", f'"{label}" has an extension without a type', "write a mapping with `type:`", place
            )
            return None
        qualified = self.vocabulary.qualify(type_node.value)
        known = self.vocabulary.type(qualified)
        if known is None:
            self.unknown_type(qualified, type_node.value, label, self.place(type_node, f"{path}.type"))
        elif known.host is not None and not _may_carry(host, known):
            self.find("warning", "misplaced", f'"{label}" is a {host.name.removeprefix("bpmn:")} that carries a {known.name}',
                      f"it belongs on a {known.host.removeprefix('bpmn:')}", self.place(type_node, f"{path}.type"))  # fmt: skip
        part = Part(known, label)
        for key, key_node, value in node.value:
            if key == "type":
                continue
            if known is None:
                part.attributes[key] = plain(value)
                part.places[key] = self.place(value if value.line else key_node, f"{path}.{key}")
                self._renamed_inside(label, key, value, path)
            else:
                entry_only = Part(None, label, part.attributes, part.children, part.places)
                self._entry_key(part, entry_only, key, key_node, value, path)
        return part, (qualified, place)

    def _entry_key(self, part: Part, plain_part: Part, key: str, key_node: Node, node: Node, path: str) -> None:
        if key == "id":
            part.attributes["id"] = plain(node)
        else:
            self._key(plain_part, [part], key, key_node, node, None, path)

    def _renamed_inside(self, label: str, key: str, node: Node, path: str) -> None:
        renamed = self.vocabulary.renames["keys"].get(key)
        if renamed is not None:
            self.find("warning", "renamed", f'"{label}" has the key "{key}" of an older version', f"now: {renamed}",
                      self.place(node, f"{path}.{key}"))  # fmt: skip

    # --- places and findings -------------------------------------------------------------------------------------

    def place(self, node: Node | None, path: str, otherwise: Place | None = None) -> Place:
        """The place of a node, or another one where nothing is written."""
        if node is None or node.line == 0:
            return otherwise if otherwise is not None else Place(self.file, None, None, path)
        return Place(self.file, node.line, node.column, path)

    def find(self, severity: Severity, code: str, message: str, fix: str, place: Place) -> None:
        self.findings.append(Finding(severity, code, message, fix, place))


def _may_carry(host: Type, entry: Type) -> bool:
    """Whether an element of BPMN's type `host` may carry an entry of type `entry`."""
    assert entry.host is not None
    if host.is_a(entry.host) or (
        entry.name == "studyflow:Study" and host.is_a("bpmn:Collaboration", "bpmn:Choreography")
    ):
        return True
    return entry.host == "bpmn:ChoreographyTask" and host.is_a("bpmn:Activity", "bpmn:ChoreographyActivity")
