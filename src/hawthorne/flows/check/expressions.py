"""Expressions: each is FEEL, in no other language, and reads only names that its place declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hawthorne.core.errors import Finding, did_you_mean, nearest
from hawthorne.core.place import Place
from hawthorne.flows.model import Element, Study
from hawthorne.flows.names import names_of, reading_place
from hawthorne.flows.vocabulary.load import is_a, load
from hawthorne.flows.wiring import tour
from hawthorne.flows.written import place_inside
from hawthorne.lang import feel

_CITED = re.compile(
    r"""
      "(?:[^"\\]|\\.)*" | //[^\n\r]* | /\*.*?\*/
    | \{(?P<name>\s*[^\W\d][\w-]*(?:\.[^\W\d][\w-]*)*\s*)\}
    """,
    re.VERBOSE | re.DOTALL,
)
"""Strings and comments, which stay as they are; and a placeholder, by which the name in it is meant."""

BINDING = re.compile(r"\s*(\*|[^\W\d]\w*)\s*=(?!=)")
SLOT = re.compile(r"\s*(\*|[^\W\d]\w*)\s*\Z")

GIVEN = {
    ("bpmn:DataOutputAssociation", "transformation"): frozenset({"result"}),
    ("bpmn:ComplexGateway", "activationCondition"): frozenset({"activationCount"}),
    ("bpmn:MultiInstanceLoopCharacteristics", "completionCondition"): frozenset(
        {"numberOfCompletedInstances", "numberOfInstances"}
    ),
}
"""The names that an expression is given on the spot, by the type and the attribute that hold it."""


class Expression(NamedTuple):
    """An expression of a study: the element that holds it, under which name, its FEEL text (a binding's slot blanked
    out, so that offsets hold), the id of the element at which it reads, and the names given on the spot."""

    holder: Element
    name: str
    text: str
    at: str | None
    given: frozenset[str]
    label: str

    def place(self, study: Study, offset: int) -> Place:
        """Where the character at an offset of the text stands in the file."""
        return place_inside(study.text, self.holder.where(self.name), str(self.holder.attributes[self.name]), offset)


def expressions(study: Study) -> Iterator[Expression]:
    """Every FEEL expression of the study, in document order."""
    vocabulary = load()
    for element, around in tour(study):
        known = vocabulary.type(element.type)
        for name, text in element.attributes.items():
            declared = known.properties.get(name) if known is not None else None
            if declared is None or declared.role != "expression" or declared.type != "feel":
                continue
            owner = _owner(element, around)
            body = _selection(str(text)) if element.type == "bpmn:DataInputAssociation" else str(text)
            if body is None:
                continue
            at = reading_place(study, owner.id) if owner is not None and owner.id is not None else None
            given = GIVEN.get((element.type, name), frozenset())
            label = (owner if owner is not None else element).label
            yield Expression(element, name, cited(body), at, given, label)


def _owner(element: Element, around: tuple[Element, ...]) -> Element | None:
    """The node, flow or container that an expression belongs to."""
    for part in (element, *around):
        if is_a(part.type, "bpmn:FlowNode", "bpmn:SequenceFlow", "bpmn:FlowElementsContainer"):
            return part
    return None


def _selection(text: str) -> str | None:
    """The selection of a binding, `slot = selection`; None where there is only a slot."""
    if SLOT.match(text):
        return None
    match = BINDING.match(text)
    return " " * match.end() + text[match.end() :] if match else text


def cited(text: str) -> str:
    """The text with every `{name}` as that name, of the same length so that offsets hold.

    >>> cited('{a.b} > "{a}"')
    ' a.b  > "{a}"'
    """
    return _CITED.sub(lambda found: f" {found['name']} " if found["name"] else found[0], text)


def check_expressions(study: Study) -> Iterator[Finding]:
    """Each expression is FEEL, and every name it reads is declared where it stands."""
    names = names_of(study)
    for expression in expressions(study):
        language = expression.holder.attributes.get(f"{expression.name}.language")
        if language is not None and "feel" not in str(language).lower():
            message = f'"{expression.label}" has an expression in the language "{language}"'
            place = expression.holder.where(f"{expression.name}.language")
            yield Finding("error", "language", message, "write it in FEEL and leave `language` out", place)
            continue
        known = (names.at(expression.at) if expression.at is not None else frozenset()) | expression.given
        yield from _check(study, expression, known)


def _check(study: Study, expression: Expression, known: frozenset[str]) -> Iterator[Finding]:
    if not expression.text.strip():
        message = f'"{expression.label}" has an empty expression as its "{expression.name}"'
        where = expression.holder.where(expression.name)
        yield Finding("error", "expression", message, "write one, or remove the key", where)
        return
    place = expression.place
    try:
        feel.compile(expression.text, names=known, numbers="float", strict_names=True)
    except feel.FeelNameError as error:
        word = _word_at(expression.text, error.position)
        message = f'"{expression.label}" has an expression with an unknown name: {error.message}'
        fix = error.fix or (did_you_mean(word, known) if nearest(word, known) else "declare a property of that name")
        yield Finding("error", "unknown-name", message, fix, place(study, error.position))
    except feel.FeelError as error:
        message = f'"{expression.label}" has an expression that is not FEEL: {error.message}'
        yield Finding("error", "expression", message, error.fix or "", place(study, error.position))
    else:
        for text, position in _unportable(expression.text):
            message = f'"{expression.label}" has an expression that other programs may refuse: {text}'
            yield Finding("note", "portability", message, "", place(study, position))


def _unportable(text: str) -> Iterator[tuple[str, int]]:
    try:
        for warning in feel.lint(text):
            yield warning.message, warning.position
    except feel.FeelError:
        yield "a name of several words", 0


def _word_at(text: str, position: int) -> str:
    match = re.compile(r"\w+").match(text, position)
    return match[0] if match else ""
