"""Elements to BPMN's XML: their attributes, what they hold, the entries of their extensions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import plain
from hawthorne.flows.formats import io_specification
from hawthorne.flows.formats.generic import CHILDREN, IN, write_generic
from hawthorne.flows.formats.markup import Tag, is_name, is_text
from hawthorne.flows.formats.namespaces import EXCHANGE, EXCHANGED, NONE, TAGS
from hawthorne.flows.formats.xml_parts import (
    Ends,
    Parts,
    attribute_name,
    exchange_marks,
    keys_tag,
    of_expression,
    tag_name,
    text_of,
    written_as,
)
from hawthorne.flows.formats.xml_text import is_markup
from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import Property, Type, load

CHILD_REFS = frozenset(
    {
        *("DataAssociation#targetRef", "MultiInstanceLoopCharacteristics#loopDataInputRef", "ResourceRole#resourceRef"),
        *("MultiInstanceLoopCharacteristics#loopDataOutputRef", "Operation#inMessageRef", "Operation#outMessageRef"),
        *("MessageEventDefinition#operationRef", "LinkEventDefinition#target"),
        *("ParticipantAssociation#innerParticipantRef", "ParticipantAssociation#outerParticipantRef"),
    }
)
"""Single references that BPMN's XML writes as elements; all others are attributes."""
CHILD_TEXTS = frozenset({"bpmn:ScriptTask#script", "bpmn:GlobalScriptTask#script", "bpmn:TextAnnotation#text"})
"""Texts that BPMN's XML writes as elements."""


class Tags:
    """Writes the elements of one study."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.state = json.dumps(plain(study.state)) if study.state and study.study is not None else None

    def root(self, element: Element) -> Tag:
        return self.element(element, "bpmn:RootElement", None)

    def element(
        self, element: Element, declared: str, name: str | None, choreography: bool = False, ends: Ends | None = None
    ) -> Tag:
        """An element where a property declares the type `declared`; `name` is its tag where that is no type's."""
        known = load().type(element.type)
        if known is None:
            return self.unknown(element)
        if known.abstract and element.extensions and (entry := load().type(element.extensions[0].type)) is not None:
            return self.wrapped(element, known, entry)
        exchange = element.type == "bpmn:ChoreographyTask" and not choreography
        tag = _begun(element, name or ("bpmn:task" if exchange else tag_name(element.type)))
        if name is not None and element.type != declared:
            tag.attributes["xsi:type"] = f"bpmn:t{element.local}"
        if exchange:
            tag.attributes[EXCHANGE] = "true"
        parts = Parts(tag)
        self.attributes(element, known.properties, parts, known, exchange)
        if ends is not None and "incoming" in known.properties:
            for way, flows in (("incoming", ends.into), ("outgoing", ends.out_of)):
                parts.add(way, [Tag(f"bpmn:{way}", {}, [id]) for id in flows.get(str(element.id), ())])
        self.children(element, known.properties, parts, known.is_a("bpmn:Choreography", "bpmn:SubChoreography"))
        self.annotate(element, element.extensions, parts)
        io_specification.specify(element, parts.content, self.study.elements)
        tag.content += parts.ordered(element.type)
        return tag

    def wrapped(self, element: Element, host: Type, entry: Type) -> Tag:
        """An element that only its entry makes an element: it is written under the entry's own tag."""
        tag = _begun(element, tag_name(entry.name))
        parts = Parts(tag)
        self.attributes(element, host.properties, parts, host)
        self.attributes(element.extensions[0], entry.own, parts, entry)
        self.annotate(element, element.extensions[1:], parts)
        tag.content += parts.ordered(element.type)
        return tag

    def unknown(self, element: Element) -> Tag:
        """An element of a type that no vocabulary has."""
        prefix = element.type.partition(":")[0]
        name = tag_name(element.type) if prefix in load().prefixes else element.type
        id = {} if element.id is None else {"id": element.id}
        written = write_generic({"type": name} | id | dict(element.attributes))
        if written is not None:
            return written
        name = name.removeprefix(f"{NONE}:")
        tag = _begun(element, name if is_name(name) else "hawthorne:element")
        keys = dict(element.attributes) | ({} if is_name(name) else {"type": element.type})
        tag.content.append(keys_tag(keys))
        return tag

    # --- attributes -----------------------------------------------------------------------------------------------

    def attributes(
        self, element: Element, names: Mapping[str, Property], parts: Parts, known: Type, exchange: bool = False
    ) -> None:
        written = element.attributes
        asked = [name for name in names if name in written or _has_parts(element, names[name])]
        for name in [*asked, *(name for name in written if name not in names)]:
            value, declared = written.get(name), names.get(name)
            if name == "documentation" or self.is_state(element, name):
                continue
            if declared is not None and name in ("incoming", "outgoing"):
                continue  # the flows say them
            if exchange and name in EXCHANGED.values() and (marks := exchange_marks(name, value)) is not None:
                parts.tag.attributes |= marks
            elif declared is None:
                if not of_expression(names, name):
                    parts.undeclared(name, value)
            elif declared.role == "expression":
                self.expression(element, declared, parts)
            elif declared.role == "ref":
                self.reference(declared, value, parts, known)
            else:
                self.value(declared, value, parts, known)

    def is_state(self, element: Element, name: str) -> bool:
        """Whether this is an older state that the file's own replaces."""
        return name == "state" and element.type == "studyflow:Study" and self.state is not None

    def expression(self, element: Element, declared: Property, parts: Parts) -> None:
        name, before = declared.name, f"{declared.name}."
        body = element.attributes.get(name)
        more = {key.removeprefix(before): v for key, v in element.attributes.items() if key.startswith(before)}
        tag = Tag(f"{declared.owner.partition(':')[0]}:{name}", {"xsi:type": "bpmn:tFormalExpression"})
        if name == "expression":
            tag = Tag("bpmn:formalExpression")
        whole = body is None or (isinstance(body, str) and is_text(body))
        tag.content += [body] if whole and body else []
        for key, value in more.items():
            written = written_as(key, value)
            if isinstance(written, list) and key == CHILDREN:
                tag.content += written
            elif isinstance(written, str):
                tag.attributes[written] = value
            else:
                whole = False
        if whole:
            parts.add(name, [tag])
        else:
            parts.keys[name] = ({} if body is None else {"body": body}) | more if more else body

    def reference(self, declared: Property, value: Any, parts: Parts, known: Type) -> None:
        ids = list(value) if isinstance(value, tuple) else [value]
        prefix, _, owner = declared.owner.partition(":")
        if not all(isinstance(id, str) and id and id == id.strip() and is_text(id) for id in ids):
            parts.keys[declared.name] = ids if declared.many else value
        elif declared.many or f"{owner}#{declared.name}" in CHILD_REFS:
            tag = f"{prefix}:{TAGS.get(declared.name, declared.name)}"
            parts.add(declared.name, [Tag(tag, {}, [id]) for id in ids])
        else:
            parts.tag.attributes[attribute_name(declared, known)] = ids[0]

    def value(self, declared: Property, value: Any, parts: Parts, known: Type) -> None:
        name, prefix = declared.name, declared.owner.partition(":")[0]
        if declared.many:
            items = list(value) if isinstance(value, tuple) else [value]
            if all(isinstance(item, str) and is_text(item) for item in items):
                parts.add(name, [Tag(f"{prefix}:{name}", {}, [item]) for item in items])
            else:
                parts.keys[name] = items
            return
        text = text_of(declared, value)
        if text is None:
            parts.keys[name] = value
        elif declared.type == "YAMLString" or f"{declared.owner}#{name}" in CHILD_TEXTS:
            parts.add(name, [Tag(f"{prefix}:{name}", {}, [text])])
        else:
            parts.tag.attributes[attribute_name(declared, known)] = text

    # --- what elements hold ---------------------------------------------------------------------------------------

    def children(self, element: Element, names: Mapping[str, Property], parts: Parts, choreography: bool) -> None:
        for name, children in element.children.items():
            declared = names.get(name)
            if name == "documentation" or declared is None:
                continue
            ends = Ends(children) if name == "flowElements" else None
            by_name = (not declared.many or name in TAGS) and name != "loopCharacteristics"
            prefix = declared.owner.partition(":")[0] if not declared.type.startswith("bpmn:") else "bpmn"
            tag = f"{prefix}:{name}" if by_name else None
            tags = [self.element(child, declared.type, tag, choreography, ends) for child in children]
            for child, written in zip(children, tags, strict=True):
                if load().type(child.type) is None:
                    written.attributes[IN] = name
            parts.add(name, tags)

    def annotate(self, element: Element, extensions: tuple[Element, ...], parts: Parts) -> None:
        """Documentation and extensions, with the keys that XML cannot say among them."""
        parts.add("documentation", self.documentation(element, parts))
        entries: list[Tag | str] = [self.entry(entry, element) for entry in extensions]
        if parts.keys:
            entries.append(keys_tag(parts.keys))
        if entries:
            parts.add("extensionElements", [Tag("bpmn:extensionElements", {}, entries)])

    def documentation(self, element: Element, parts: Parts) -> list[Tag]:
        bodies = element.all("documentation")
        texts = [*element.attributes.get("documentation", ())] if not bodies else []
        tags = [Tag("bpmn:documentation", {}, [text]) for text in texts]
        fine = all(is_text(text) for text in texts)
        for body in bodies:
            written = {key: value for key, value in body.attributes.items() if key != "text"}
            text = str(body.attributes.get("text", ""))
            tag = _begun(body, "bpmn:documentation")
            if written.get("markup") == "true" and is_markup(text):
                written.pop("markup")
                tag.raw = text
            else:
                tag.content.append(text)
            named = all(isinstance(value, str) and is_text(value) and is_name(key) for key, value in written.items())
            fine = fine and is_text(text) and named
            tag.attributes |= {key: str(value) for key, value in written.items()}
            tags.append(tag)
        if fine:
            return tags
        parts.keys["documentation"] = texts or [
            ({} if body.id is None else {"id": body.id}) | dict(body.attributes) for body in bodies
        ]
        return []

    # --- extensions -----------------------------------------------------------------------------------------------

    def entry(self, entry: Element, host: Element) -> Tag:
        """An entry of an element's extensions."""
        known = load().type(entry.type)
        if known is None:
            return self.renamed(entry) if entry.type.partition(":")[0] in load().prefixes else self.unknown(entry)
        tag = Tag(tag_name(entry.type))
        parts = Parts(tag, texts=True)
        names = known.own or known.properties
        self.attributes(entry, names, parts, known)
        if entry.type == "studyflow:Study" and host is self.study.study and self.state is not None:
            tag.attributes["state"] = self.state
        self.children(entry, names, parts, False)
        parts.add("documentation", self.documentation(entry, parts))
        tag.content += parts.ordered(entry.type)
        if parts.keys:
            tag.content.append(keys_tag(parts.keys))
        return tag

    def renamed(self, entry: Element) -> Tag:
        """An entry of a type that its vocabulary does not have: long texts are elements."""
        prefix = entry.type.partition(":")[0]
        tag = Tag(tag_name(entry.type))
        parts = Parts(tag, texts=True)
        for key, value in entry.attributes.items():
            if isinstance(value, str) and "\n" in value and ":" not in key and written_as(key, value) == key:
                tag.content.append(Tag(f"{prefix}:{key}", {}, [value]))
            else:
                parts.undeclared(key, value)
        tag.content += parts.last
        if parts.keys:
            tag.content.append(keys_tag(parts.keys))
        return tag


def _begun(element: Element, name: str) -> Tag:
    """A tag with an element's id."""
    return Tag(name, {} if element.id is None else {"id": element.id})


def _has_parts(element: Element, declared: Property) -> bool:
    """Whether an expression says anything beside its text."""
    before = f"{declared.name}."
    return declared.role == "expression" and any(key.startswith(before) for key in element.attributes)
