"""What an element's XML is put together from, and how values become its texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hawthorne.core.values import plain
from hawthorne.flows.emit import emit
from hawthorne.flows.formats.generic import BODY, CHILDREN, ESCAPED, write_generic
from hawthorne.flows.formats.markup import Tag, is_name, is_text
from hawthorne.flows.formats.namespaces import EXCHANGE, EXCHANGED
from hawthorne.flows.model import Element
from hawthorne.flows.spelling.values import decode
from hawthorne.flows.vocabulary.load import Property, Type
from hawthorne.lang.nodes import Node

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
        "partitionElement", "flowNodeRef", "childLaneSet", "interfaceRef", "endPointRefs", "participantMultiplicity",
        "sourceRef", "targetRef", "transformation", "assignment", "loopCardinality", "loopDataInputRef",
        "loopDataOutputRef", "inputDataItem", "outputDataItem", "complexBehaviorDefinition", "loopCondition",
        "completionCondition", "dataInputRefs", "dataOutputRefs", "optionalInputRefs", "optionalOutputRefs",
        "whileExecutingInputRefs", "whileExecutingOutputRefs", "outputSetRefs", "inputSetRefs",
    ))
}  # fmt: skip
"""The order that BPMN's schema asks of child elements."""
ELSEWHERE = {
    "bpmn:Process": {"resources": ORDER["artifacts"] + 0.5},
    "bpmn:Choreography": {"flowElements": float(len(ORDER))},
}
"""Where a type has a child at another place."""
IMPLEMENTED = frozenset(
    f"bpmn:{name}" for name in ("ServiceTask", "UserTask", "SendTask", "ReceiveTask", "BusinessRuleTask")
)
"""The tasks whose `implementation` is BPMN's own."""


class Parts:
    """What is gathered of one element: its child elements by property, and the keys that XML cannot say. `texts` says
    whether a text may stand in it, as in an entry of the extensions."""

    def __init__(self, tag: Tag, texts: bool = False) -> None:
        self.tag = tag
        self.texts = texts
        self.content: dict[str, list[Tag]] = {}
        self.keys: dict[str, Any] = {}
        self.last: list[Tag | str] = []

    def add(self, name: str, tags: list[Tag]) -> None:
        if tags:
            self.content.setdefault(name, []).extend(tags)

    def undeclared(self, name: str, value: Any) -> None:
        """What no vocabulary declares: an attribute where it is a text, elements where it is content, else a key."""
        written = written_as(name, value)
        if written is None or (name == BODY and not self.texts):
            self.keys[name] = value
        elif isinstance(written, list):
            self.last += written
        else:
            self.tag.attributes[written] = value

    def ordered(self, type: str) -> list[Tag | str]:
        """The child elements in the order of BPMN's schema."""
        late = ELSEWHERE.get(type, {})
        ranked = sorted(self.content, key=lambda name: late.get(name, ORDER.get(name, 2.0 * len(ORDER))))
        return [*(tag for name in ranked for tag in self.content[name]), *self.last]


class Ends:
    """The sequence flows of one container by the nodes that they join."""

    def __init__(self, elements: Iterable[Element]) -> None:
        self.into: dict[str, list[str]] = {}
        self.out_of: dict[str, list[str]] = {}
        for flow in elements:
            if flow.type == "bpmn:SequenceFlow" and flow.id is not None:
                self.into.setdefault(str(flow.attributes.get("targetRef")), []).append(flow.id)
                self.out_of.setdefault(str(flow.attributes.get("sourceRef")), []).append(flow.id)


def keys_tag(keys: Mapping[str, Any]) -> Tag:
    """What XML cannot say in BPMN's words, as JSON."""
    return Tag("hawthorne:keys", {}, [json.dumps(plain(keys))])


def tag_name(type: str) -> str:
    """A type's tag: its first letter is lower case.

    >>> tag_name("behaverse:BDMDataset")
    'behaverse:bDMDataset'
    """
    prefix, colon, local = type.partition(":")
    return f"{prefix}{colon}{local[:1].lower()}{local[1:]}"


def attribute_name(declared: Property, known: Type) -> str:
    """The name of the attribute: a trait's has its prefix, an entry's own and BPMN's have none."""
    prefix = declared.owner.partition(":")[0]
    own = declared.name in known.own or (declared.name == "implementation" and known.name in IMPLEMENTED)
    return declared.name if prefix == "bpmn" or own or known.host != known.name else f"{prefix}:{declared.name}"


def text_of(declared: Property, value: Any) -> str | None:
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
    return text if is_text(text) and decode(declared, Node("scalar", text, 1, 1, "'")) == value else None


def written_as(name: str, value: Any) -> str | list[Tag | str] | None:
    """The attribute of a key that no vocabulary declares, or the elements of its content; None where it is neither."""
    if name == CHILDREN and isinstance(value, list) and value:
        found = [write_generic(item) for item in value]
        tags: list[Tag | str] = [tag for tag in found if tag is not None]
        return tags if len(tags) == len(value) else None
    if not isinstance(value, str) or not is_text(value):
        return None
    if name == BODY:
        return [value] if value.strip() else None
    bare = name.removeprefix("@")
    if not is_name(bare) or bare.startswith(("xsi:", "hawthorne:")) or bare == EXCHANGE:
        return None
    # A key that means something else of its own accord is an attribute with an `@`, and no other is.
    return bare if (name[:1] == "@") == (bare in ESCAPED - {"id"}) else None


def of_expression(names: Mapping[str, Property], name: str) -> bool:
    """Whether a key is a part of an expression: its language, its id."""
    declared = names.get(name.partition(".")[0])
    return "." in name and declared is not None and declared.role == "expression"


def exchange_marks(name: str, value: Any) -> dict[str, str] | None:
    """The attribute by which a task of an exchange names its participants; None where an attribute cannot."""
    mark = next(key for key, known in EXCHANGED.items() if known == name)
    ids = list(value) if isinstance(value, tuple) else [value]
    if not all(isinstance(id, str) and id and id.split() == [id] and is_text(id) for id in ids):
        return None
    return {mark: " ".join(ids)}
