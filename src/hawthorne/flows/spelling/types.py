"""The type of an element: written, or settled by its place and its keys."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hawthorne.core.errors import did_you_mean
from hawthorne.core.place import Place
from hawthorne.flows.model import Element
from hawthorne.flows.spelling.reading import Reading, shape
from hawthorne.flows.vocabulary.load import Type, Vocabulary, is_a, load
from hawthorne.lang.nodes import Node


def implied(declared: str, keys: Collection[str]) -> str:
    """The type that the place and the keys settle.

    >>> implied("bpmn:FlowElement", {"sourceRef", "targetRef"}), implied("bpmn:Artifact", {"text"})
    ('bpmn:SequenceFlow', 'bpmn:TextAnnotation')
    """
    if "sourceRef" in keys or "targetRef" in keys:
        if declared == "bpmn:FlowElement":
            return "bpmn:SequenceFlow"
        if declared == "bpmn:Artifact":
            return "bpmn:Association"
    if declared == "bpmn:Artifact" and "text" in keys:
        return "bpmn:TextAnnotation"
    return declared


def type_of(
    reading: Reading, written: Mapping[str, Node], declared: str, label: str, path: str, place: Place
) -> tuple[str, Type | None]:
    """An element's type and what the vocabulary knows of it; None, with a finding, when it is none to build on."""
    node = written.get("type")
    where = reading.place(node, f"{path}.type", place)
    if node is not None and node.kind != "scalar":
        reading.find("error", "no-type", f'"{label}" has {shape(node)} as its type', "write one word", where)
        return declared, None
    name = implied(declared, written) if node is None or node.is_null else str(node.value)
    qualified = reading.vocabulary.qualify(name)
    known = reading.vocabulary.type(qualified)
    if known is None:
        unknown_type(reading, qualified, name, label, where, declared)
    elif known.abstract:
        fix = f"write `type:`, such as {fitting(reading.vocabulary, known.name)}"
        reading.find("error", "no-type", f'"{label}" has no type', fix, where)
        return qualified, None
    return qualified, known


COMMON = ("Task", "StartEvent", "EndEvent", "ExclusiveGateway", "ParallelGateway", "SubProcess", "BoundaryEvent",
          "Process", "Collaboration", "Message", "ItemDefinition")  # fmt: skip
"""The types that a message names first."""


def fitting(vocabulary: Vocabulary, declared: str, most: int = 8) -> str:
    """Some types that may stand where `declared` is due, in words.

    >>> fitting(load(), "bpmn:LoopCharacteristics")
    'StandardLoopCharacteristics, MultiInstanceLoopCharacteristics'
    """
    found = [word for word in vocabulary.names("bpmn") if is_a(f"bpmn:{word}", declared)]
    named = [word for word in COMMON if word in found]
    named += [word for word in found if word not in named]
    return ", ".join(named[:most]) + (", …" if len(named) > most else "")


def is_unread(element: Element) -> bool:
    """Whether no vocabulary says what the element is, so that it is kept as written."""
    known = load().type(element.type)
    return known is None or (known.abstract and not element.extensions)


def unknown_type(
    reading: Reading, qualified: str, written: str, label: str, place: Place, declared: str | None = None
) -> None:
    """Say of a type that it is unknown, unless its prefix is declared for another program."""
    vocabulary = reading.vocabulary
    prefix = qualified.rpartition(":")[0]
    if prefix in reading.foreign:
        return
    if qualified in vocabulary.renames["types"]:
        now = vocabulary.renames["types"][qualified]
        reading.find(
            "error", "renamed", f'"{label}" has the type "{written}" of an older version', f"now: {now}", place
        )
    elif prefix in vocabulary.prefixes:
        fix = did_you_mean(written, vocabulary.names())
        if not fix.startswith("did") and prefix == "bpmn":
            fix = f"due here: {fitting(vocabulary, declared or 'bpmn:BaseElement')}"
        elif not fix.startswith("did"):
            fix = "known: " + ", ".join(vocabulary.names(prefix))
        reading.find("error", "unknown-type", f'"{label}" has the unknown type "{written}"', fix, place)
    else:
        fix = did_you_mean(prefix, vocabulary.prefixes)
        fix += f"; a foreign one is declared as `xmlns:{prefix}` in `definitions`"
        message = f'"{label}" has a type of the unknown vocabulary "{prefix}"'
        reading.find("error", "unknown-prefix", message, fix, place)


def stands(host: Type, declared: str) -> bool:
    """Whether an element of type `host` may stand where `declared` is due."""
    return host.is_a(declared)


def may_carry(host: Type, entry: Type) -> bool:
    """Whether an element of BPMN's type `host` may carry an extension entry of type `entry`."""
    if entry.host is None or host.is_a(entry.host):
        return True
    if entry.name == "studyflow:Study":
        return host.is_a("bpmn:Collaboration")
    # Many files draw a battery's task as a plain task.
    return entry.host == "bpmn:ChoreographyTask" and host.is_a("bpmn:Activity", "bpmn:ChoreographyActivity")
