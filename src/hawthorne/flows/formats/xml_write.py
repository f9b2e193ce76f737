"""A study as BPMN 2.0 XML with its diagram interchange. `xml_read` undoes it: the same canonical form, drawing, state.

What BPMN's XML cannot say as the study says it (an unknown key that is no text, a text with a control character, a
type-less mapping) stands as JSON in an element `hawthorne:keys` among the extensions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hawthorne.core.values import plain
from hawthorne.flows.emit import emit
from hawthorne.flows.formats import interchange, io_specification
from hawthorne.flows.formats.generic import BODY, CHILDREN, ESCAPED, IN, write_generic
from hawthorne.flows.formats.markup import Tag, is_name, is_text, markup
from hawthorne.flows.formats.namespaces import NONE, STANDARD, TAGS, UNDECLARED
from hawthorne.flows.formats.xml_read import EXCHANGE, EXCHANGED
from hawthorne.flows.formats.xml_text import is_markup
from hawthorne.flows.model import Element, Study
from hawthorne.flows.nodes import Node
from hawthorne.flows.spelling.values import decode
from hawthorne.flows.vocabulary.load import Property, Type, load

ORDER = {
    name: number
    for number, name in enumerate((
        "import", "extension", "documentation", "extensionElements", "auditing", "monitoring", "categoryValueRef",
        "participants", "messageFlows", "incoming", "outgoing", "supportedInterfaceRef", "ioSpecification", "ioBinding",
        "properties", "dataInputs", "dataOutputs", "dataInputAssociations", "dataOutputAssociations", "inputSet",
        "outputSet", "inputSets", "outputSets", "eventDefinitions", "eventDefinitionRef", "resources",
        "loopCharacteristics", "laneSets", "flowElements", "artifacts", "correlationSubscriptions", "supports",
        "conversations", "conversationAssociations", "participantAssociations", "messageFlowAssociations",
        "participantRef", "correlationKeys", "choreographyRef", "conversationLinks", "messageFlowRef",
        "partitionElement", "flowNodeRef", "childLaneSet", "interfaceRef", "endPointRef", "participantMultiplicity",
        "sourceRef", "targetRef", "transformation", "assignment", "loopCardinality", "loopDataInputRef",
        "loopDataOutputRef", "inputDataItem", "outputDataItem", "complexBehaviorDefinition", "loopCondition",
        "completionCondition", "dataInputRefs", "dataOutputRefs", "optionalInputRefs", "optionalOutputRefs",
        "whileExecutingInputRefs", "whileExecutingOutputRefs", "outputSetRefs", "inputSetRefs",
    ))
}  # fmt: skip
"""The order that BPMN's schema asks of child elements."""
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
IMPLEMENTED = frozenset(
    f"bpmn:{name}"
    for name in ("ServiceTask", "UserTask", "SendTask", "ReceiveTask", "BusinessRuleTask")
)
"""The tasks whose `implementation` is BPMN's own."""


def write_xml(study: Study) -> str:
    """The study's XML text."""
    return markup(write_definitions(study))


def write_definitions(study: Study) -> Tag:
    """The element `definitions` with everything below, and the namespaces that it uses."""
    writer = _Writer(study)
    root = Tag("bpmn:definitions")
    if study.id is not None:
        root.attributes["id"] = study.id
    keys: dict[str, Any] = {}
    first: list[Tag] = []
    last: list[Tag] = []
    for key, value in study.definitions.items():
        tags = [write_generic(item) for item in value] if isinstance(value, list) and value else []
        if tags and None not in tags:
            (last if key == "relationship" else first).extend(tag for tag in tags if tag is not None)
        elif isinstance(value, str) and is_text(value) and is_name(key) and key != "id":
            root.attributes[key] = value
        elif not (key.startswith("xmlns:") or key == "xmlns") or not isinstance(value, str):
            keys.setdefault("definitions", {})[key] = value
    if study.state and not writer.carries_state(study):
        keys["state"] = study.state
    diagrams, left = interchange.write(study)
    root.content += [*first, *(writer.root(element) for element in study.roots), *diagrams, *last]
    if keys | left:
        root.content.append(_keys(keys | left))
    _declare(root, study.definitions)
    return root


def _keys(keys: Mapping[str, Any]) -> Tag:
    return Tag("hawthorne:keys", {}, [json.dumps(plain(keys))])


def _declare(root: Tag, definitions: Mapping[str, Any]) -> None:
    """Declare every namespace that is used, and those that the study declares."""
    known = {prefix: uri for uri, prefix in (STANDARD | load().uris).items() if prefix != "xml"}
    declared = {
        key.partition(":")[2]: uri
        for key, uri in definitions.items()
        if key.startswith("xmlns:") and isinstance(uri, str) and uri and is_text(uri)
    }
    used: dict[str, None] = dict.fromkeys(("bpmn", "bpmndi", "dc", "di", "xsi"))
    stack = [root]
    while stack:
        tag = stack.pop()
        for name in (tag.name, *tag.attributes):
            used.setdefault(name.partition(":")[0] if ":" in name else "")
        stack += [item for item in tag.content if isinstance(item, Tag)]
    names = {}
    for prefix in (*used, *declared):
        if prefix not in ("", "xml", NONE) and is_name(f"{prefix}:a"):
            names[f"xmlns:{prefix}"] = known.get(prefix) or declared.get(prefix) or UNDECLARED + prefix
    default = definitions.get("xmlns")
    if isinstance(default, str) and default and is_text(default):
        names["xmlns"] = default
    root.attributes = names | root.attributes


class _Writer:
    def __init__(self, study: Study) -> None:
        self.study = study
        self.state = json.dumps(plain(study.state)) if study.state else None

    def carries_state(self, study: Study) -> bool:
        """Whether an element carries the state: the first that is a `studyflow:Study`."""
        return study.study is not None

    def root(self, element: Element) -> Tag:
        return self.element(element, "bpmn:RootElement", None)

    def element(
        self, element: Element, declared: str, name: str | None, choreography: bool = False, ends: _Ends | None = None
    ) -> Tag:
        """An element where a property declares the type `declared`; `name` is its tag where that is no type's."""
        known = load().type(element.type)
        if known is None:
            return self.unknown(element)
        if known.abstract and element.extensions and (entry := load().type(element.extensions[0].type)) is not None:
            return self.wrapped(element, known, entry)
        exchange = element.type == "bpmn:ChoreographyTask" and not choreography
        tag = Tag(name or ("bpmn:task" if exchange else _lower(element.type)))
        if name is not None and element.type != declared:
            tag.attributes["xsi:type"] = f"bpmn:t{known.name.partition(':')[2]}"
        if element.id is not None:
            tag.attributes["id"] = element.id
        parts = _Parts(tag)
        if exchange:
            tag.attributes[EXCHANGE] = "true"
        self.attributes(element, known.properties, parts, known, exchange)
        if ends is not None and "incoming" in known.properties:
            parts.add("incoming", [Tag("bpmn:incoming", {}, [id]) for id in ends.into.get(str(element.id), ())])
            parts.add("outgoing", [Tag("bpmn:outgoing", {}, [id]) for id in ends.out_of.get(str(element.id), ())])
        self.children(element, known.properties, parts, known.is_a("bpmn:Choreography", "bpmn:SubChoreography"))
        documentation = self.documentation(element, parts)
        parts.add("documentation", documentation)
        entries = [self.entry(entry, element) for entry in element.extensions]
        if parts.keys:
            entries.append(_keys(parts.keys))
        if entries:
            parts.add("extensionElements", [Tag("bpmn:extensionElements", {}, [*entries])])
        io_specification.specify(element, parts.content, self.study.elements)
        tag.content += parts.ordered(element.type)
        return tag

    def wrapped(self, element: Element, host: Type, entry: Type) -> Tag:
        """An element that only its entry makes an element: it is written under the entry's own tag."""
        tag = Tag(_lower(entry.name))
        if element.id is not None:
            tag.attributes["id"] = element.id
        parts = _Parts(tag)
        self.attributes(element, host.properties, parts, host)
        self.attributes(element.extensions[0], entry.own, parts, entry)
        parts.add("documentation", self.documentation(element, parts))
        entries = [self.entry(other, element) for other in element.extensions[1:]]
        if parts.keys:
            entries.append(_keys(parts.keys))
        if entries:
            parts.add("extensionElements", [Tag("bpmn:extensionElements", {}, [*entries])])
        tag.content += parts.ordered(element.type)
        return tag

    def unknown(self, element: Element) -> Tag:
        """An element of a type that no vocabulary has."""
        id = {} if element.id is None else {"id": element.id}
        prefix = element.type.partition(":")[0]
        name = _lower(element.type) if prefix in load().prefixes else element.type
        tag = write_generic({"type": name} | id | _unescaped(element.attributes))
        if tag is not None:
            return tag
        name = name.removeprefix(f"{NONE}:")
        tag = Tag(name if is_name(name) else "hawthorne:element", dict(id))
        keys = dict(element.attributes) | ({} if is_name(name) else {"type": element.type})
        tag.content.append(_keys(keys))
        return tag

    def entry(self, entry: Element, host: Element) -> Tag:
        """An entry of an element's extensions."""
        known = load().type(entry.type)
        if known is None:
            if entry.type.partition(":")[0] in load().prefixes:
                return self.renamed(entry)
            return self.unknown(entry)
        tag = Tag(_lower(entry.type))
        parts = _Parts(tag)
        names = known.own or known.properties
        self.attributes(entry, names, parts, known)
        if entry.type == "studyflow:Study" and host is self.study.study and self.state is not None:
            tag.attributes["state"] = self.state
        self.children(entry, names, parts, False)
        tag.content += parts.ordered(entry.type)
        if parts.keys:
            tag.content.append(_keys(parts.keys))
        return tag

    def renamed(self, entry: Element) -> Tag:
        """An entry of a type that its vocabulary does not have: long texts are elements."""
        prefix = entry.type.partition(":")[0]
        tag = Tag(_lower(entry.type))
        keys = {}
        last: list[Tag | str] = []
        for key, value in entry.attributes.items():
            written = _written(key, value)
            if written is None:
                keys[key] = value
            elif isinstance(written, list):
                last += written
            elif "\n" in value and ":" not in key and key[:1] != "@":
                tag.content.append(Tag(f"{prefix}:{key}", {}, [value]))
            else:
                tag.attributes[written] = value
        tag.content += last
        if keys:
            tag.content.append(_keys(keys))
        return tag

    # --- attributes -----------------------------------------------------------------------------------------------

    def attributes(
        self, element: Element, names: Mapping[str, Property], parts: _Parts, known: Type, exchange: bool = False
    ) -> None:
        written = element.attributes
        for name in [*(name for name in names if name in written), *(name for name in written if name not in names)]:
            value, declared = written[name], names.get(name)
            if name in ("documentation", "incoming", "outgoing"):
                continue
            if name == "state" and element.type == "studyflow:Study" and self.state is not None:
                continue
            if exchange and name in EXCHANGED.values() and (marks := _marks(name, value)) is not None:
                parts.tag.attributes |= marks
            elif declared is None:
                if not _of_expression(names, name):
                    self.undeclared(name, value, parts)
            elif declared.role == "expression":
                self.expression(element, declared, parts)
            elif declared.role == "ref":
                self.reference(declared, value, parts, known)
            else:
                self.value(declared, value, parts, known)
        for name, declared in names.items():
            if declared.role == "expression" and name not in written and any(
                key.startswith(f"{name}.") for key in written
            ):  # fmt: skip
                self.expression(element, declared, parts)

    def undeclared(self, name: str, value: Any, parts: _Parts) -> None:
        """What no vocabulary declares: an attribute where it is a text, else a key."""
        written = _written(name, value)
        if written is None:
            parts.keys[name] = value
        elif isinstance(written, list):
            parts.last += written
        else:
            parts.tag.attributes[written] = value

    def expression(self, element: Element, declared: Property, parts: _Parts) -> None:
        name = declared.name
        body = element.attributes.get(name)
        more = {
            key.removeprefix(f"{name}."): value
            for key, value in element.attributes.items()
            if key.startswith(f"{name}.")
        }
        prefix = declared.owner.partition(":")[0]
        tag = Tag(f"{prefix}:{name}", {"xsi:type": "bpmn:tFormalExpression"})
        if name == "expression":
            tag = Tag("bpmn:formalExpression")
        below = more.pop(CHILDREN, [])
        for key, value in more.items():
            attribute = key.removeprefix("@")
            if not isinstance(value, str) or not is_text(value) or not is_name(attribute) or "xsi" in attribute:
                below = None
                break
            tag.attributes[attribute] = value
        tags = None if not isinstance(below, list) else [write_generic(item) for item in below]
        if tags is None or None in tags or (body is not None and not (isinstance(body, str) and is_text(body))):
            parts.keys[name] = ({} if body is None else {"body": body}) | {
                key.removeprefix(f"{name}."): value
                for key, value in element.attributes.items()
                if key.startswith(f"{name}.")
            } if set(element.attributes) - {name} and more or below else body  # fmt: skip
            return
        tag.content += [*([body] if body else []), *(item for item in tags if item is not None)]
        parts.add(name, [tag])

    def reference(self, declared: Property, value: Any, parts: _Parts, known: Type) -> None:
        ids = list(value) if isinstance(value, tuple) else [value]
        prefix, _, owner = declared.owner.partition(":")
        if not all(isinstance(id, str) and id and id == id.strip() and is_text(id) for id in ids):
            parts.keys[declared.name] = ids if declared.many else value
        elif declared.many or f"{owner}#{declared.name}" in CHILD_REFS:
            tag = f"{prefix}:{TAGS.get(declared.name, declared.name)}"
            parts.add(declared.name, [Tag(tag, {}, [id]) for id in ids])
        else:
            parts.tag.attributes[_attribute(declared, known)] = ids[0]

    def value(self, declared: Property, value: Any, parts: _Parts, known: Type) -> None:
        name, prefix = declared.name, declared.owner.partition(":")[0]
        if declared.many:
            items = list(value) if isinstance(value, tuple) else [value]
            if all(isinstance(item, str) and is_text(item) for item in items):
                parts.add(name, [Tag(f"{prefix}:{name}", {}, [item]) for item in items])
            else:
                parts.keys[name] = items
            return
        text = _text(declared, value)
        if text is None or not is_text(text):
            parts.keys[name] = value
        elif declared.type == "YAMLString" or f"{declared.owner}#{name}" in CHILD_TEXTS:
            parts.add(name, [Tag(f"{prefix}:{name}", {}, [text])])
        else:
            parts.tag.attributes[_attribute(declared, known)] = text

    # --- what elements hold ---------------------------------------------------------------------------------------

    def children(self, element: Element, names: Mapping[str, Property], parts: _Parts, choreography: bool) -> None:
        for name, children in element.children.items():
            declared = names.get(name)
            if name == "documentation" or declared is None:
                continue
            ends = _Ends(children) if name == "flowElements" else None
            by_name = (not declared.many or name in TAGS) and name != "loopCharacteristics"
            prefix = declared.owner.partition(":")[0] if not declared.type.startswith("bpmn:") else "bpmn"
            tag = f"{prefix}:{name}" if by_name else None
            tags = [self.element(child, declared.type, tag, choreography, ends) for child in children]
            for child, written in zip(children, tags, strict=True):
                if load().type(child.type) is None:
                    written.attributes[IN] = name
            parts.add(name, tags)

    def documentation(self, element: Element, parts: _Parts) -> list[Tag]:
        bodies = element.all("documentation")
        texts = [*element.attributes.get("documentation", ())] if not bodies else []
        tags = [Tag("bpmn:documentation", {}, [text]) for text in texts]
        fine = all(is_text(text) for text in texts)
        for body in bodies:
            written = {key: value for key, value in body.attributes.items() if key != "text"}
            text = str(body.attributes.get("text", ""))
            tag = Tag("bpmn:documentation", {} if body.id is None else {"id": body.id})
            if written.get("markup") == "true" and is_markup(text):
                written.pop("markup")
                tag.raw = text
            else:
                tag.content.append(text)
            fine = fine and is_text(text) and all(
                isinstance(value, str) and is_text(value) and is_name(key) for key, value in written.items()
            )  # fmt: skip
            tag.attributes |= {key: str(value) for key, value in written.items()}
            tags.append(tag)
        if fine:
            return tags
        parts.keys["documentation"] = texts or [
            ({} if body.id is None else {"id": body.id}) | dict(body.attributes) for body in bodies
        ]
        return []


class _Ends:
    """The sequence flows of one container by the nodes that they join."""

    def __init__(self, elements: Iterable[Element]) -> None:
        self.into: dict[str, list[str]] = {}
        self.out_of: dict[str, list[str]] = {}
        for flow in elements:
            if flow.type == "bpmn:SequenceFlow" and flow.id is not None:
                self.into.setdefault(str(flow.attributes.get("targetRef")), []).append(flow.id)
                self.out_of.setdefault(str(flow.attributes.get("sourceRef")), []).append(flow.id)


class _Parts:
    """What is gathered of one element: its child elements by property, and the keys that XML cannot say."""

    def __init__(self, tag: Tag) -> None:
        self.tag = tag
        self.content: dict[str, list[Tag]] = {}
        self.keys: dict[str, Any] = {}
        self.last: list[Tag | str] = []

    def add(self, name: str, tags: list[Tag]) -> None:
        if tags:
            self.content.setdefault(name, []).extend(tags)

    def ordered(self, type: str) -> list[Tag | str]:
        """The child elements in the order of BPMN's schema."""
        late = {"resources": ORDER["artifacts"] + 0.5} if type == "bpmn:Process" else {}
        late |= {"flowElements": 1000} if type == "bpmn:Choreography" else {}
        ranked = sorted(self.content.items(), key=lambda item: late.get(item[0], ORDER.get(item[0], 500)))
        return [*(tag for _, tags in ranked for tag in tags), *self.last]


def _lower(type: str) -> str:
    """A type's tag: its first letter is lower case.

    >>> _lower("behaverse:BDMDataset")
    'behaverse:bDMDataset'
    """
    prefix, colon, local = type.partition(":")
    return f"{prefix}{colon}{local[:1].lower()}{local[1:]}"


def _attribute(declared: Property, known: Type) -> str:
    """The name of the attribute: a trait's has its prefix, an entry's own and BPMN's have none."""
    prefix = declared.owner.partition(":")[0]
    if prefix == "bpmn" or declared.name in known.own or (declared.name == "implementation" and known.name in IMPLEMENTED):
        return declared.name
    return f"{prefix}:{declared.name}" if known.host == known.name else declared.name


def _text(declared: Property, value: Any) -> str | None:
    """The text of a value, None where reading it would not give the value again."""
    if isinstance(value, str):
        text = value
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, (int, float)):
        text = repr(value)
    elif isinstance(value, (dict, list)) and declared.type == "YAMLString" and value:
        text = emit(value)
    else:
        return None
    node = Node("scalar", text, 1, 1, "'")
    return text if is_text(text) and decode(declared, node) == value else None


def _written(name: str, value: Any) -> str | list[Tag | str] | None:
    """The attribute of a key that no vocabulary declares, or the elements of its content; None where it is neither."""
    if name == CHILDREN and isinstance(value, list) and value:
        found = [item if isinstance(item, str) else write_generic(item) for item in value]
        texts = [item for item in found if isinstance(item, str)]
        return None if None in found or texts else found  # type: ignore[return-value]
    if not isinstance(value, str) or not is_text(value):
        return None
    if name == BODY:
        return [value] if value.strip() else None
    bare = name.removeprefix("@")
    prefix = bare.partition(":")[0] if ":" in bare else ""
    if not is_name(bare) or prefix in ("xsi", "hawthorne") or bare == EXCHANGE:
        return None
    if name[:1] != "@" and bare in ESCAPED - {"id"}:
        return None
    return bare if name[:1] != "@" or bare in ESCAPED - {"id"} else None


def _unescaped(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in attributes.items()}


def _of_expression(names: Mapping[str, Property], name: str) -> bool:
    declared = names.get(name.partition(".")[0])
    return "." in name and declared is not None and declared.role == "expression"


def _marks(name: str, value: Any) -> dict[str, str] | None:
    """The attribute by which a task of an exchange names its participants."""
    mark = next(key for key, known in EXCHANGED.items() if known == name)
    ids = list(value) if isinstance(value, tuple) else [value]
    if not all(isinstance(id, str) and id and id.split() == [id] and is_text(id) for id in ids):
        return None
    return {mark: " ".join(ids)}
