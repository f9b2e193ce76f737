"""Values: every attribute is of the type that its vocabulary declares, and says nothing by an older version's word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hawthorne.core import registry
from hawthorne.core.errors import Finding, Severity, did_you_mean, nearest
from hawthorne.core.values import canonical
from hawthorne.flows.model import Element, Study
from hawthorne.flows.spelling.values import PLACEHOLDER
from hawthorne.flows.vocabulary.load import Property, load
from hawthorne.flows.wiring import tour

_PLAIN = {"Integer": "a whole number", "Real": "a number", "Boolean": "true or false"}


def check_values(study: Study) -> Iterator[Finding]:
    """Whole numbers, numbers, true and false, and the words of enumerations; placeholders are exempt."""
    vocabulary = load()
    for element, _ in tour(study):
        for part in (element, *element.extensions):
            known = vocabulary.type(part.type)
            for name, value in part.attributes.items():
                declared = known.properties.get(name) if known is not None else None
                if declared is not None and declared.role == "value":
                    yield from _check(element, part, declared, value)


def _check(element: Element, part: Element, declared: Property, value: Any) -> Iterator[Finding]:
    for word in value if isinstance(value, tuple) else (value,):
        if isinstance(word, str) and PLACEHOLDER.search(word):
            continue
        name, place = declared.name, part.where(declared.name)
        shown = canonical(word)
        if _renamed(word) is not None:
            continue
        if declared.type in _PLAIN:
            if isinstance(word, str):
                message = f'"{element.label}" has {shown} as its "{name}", which is not {_PLAIN[declared.type]}'
                yield Finding("error", "wrong-value", message, f"write {_PLAIN[declared.type]}", place)
            continue
        if declared.type == "YAMLString" and not isinstance(word, (dict, list)):
            message = f'"{element.label}" has {shown} as its "{name}", which is not a mapping'
            yield Finding("error", "wrong-value", message, "write a mapping below the key", place)
        words = _words(declared.type)
        if words is not None and word not in words and not declared.editable:
            message = f'"{element.label}" has {shown} as its "{name}", which is none of its words'
            near = nearest(str(word), words)
            fix = did_you_mean(str(word), words) if near else "known: " + ", ".join(words)
            yield Finding("error", "wrong-value", message, fix, place)
        if declared.pinned and word != declared.default:
            message = f'"{element.label}" has {shown} as its "{name}", which is always {canonical(declared.default)}'
            fix = "leave it out, or give the element another type"
            if words is None or word in words:
                yield Finding("error", "pinned", message, fix, place)


def _words(type: str) -> tuple[str, ...] | None:
    """The words of an enumeration, what plug-ins register included; None for what is no enumeration."""
    vocabulary = load()
    words = vocabulary.enumerations.get(type)
    if words is not None and type in vocabulary.points:
        return tuple(dict.fromkeys((*words, *registry.names(vocabulary.points[type]))))
    return words


def check_renamed(study: Study) -> Iterator[Finding]:
    """Values that an older version had, with what replaces them."""
    for element, _ in tour(study):
        for part in (element, *element.extensions):
            if part.type.partition(":")[0] not in load().prefixes:
                continue  # another program's own words
            for name, value in part.attributes.items():
                now = _renamed(value) if name in ("implementation", "structureRef", "runtime") else None
                if now is not None:
                    message = f'"{element.label}" has {canonical(value)} as its "{name}", a word of an older version'
                    severity: Severity = "error" if value in load().renames["values"] else "warning"
                    yield Finding(severity, "renamed", message, f"now: {now}", part.where(name))
                elif isinstance(value, str) and "${" in value and PLACEHOLDER.search(value):
                    message = f'"{element.label}" has a placeholder of an older version in its "{name}"'
                    yield Finding("warning", "renamed", message, "now: `{name}`, without the dollar", part.where(name))


def _renamed(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    renames = load().renames
    if value in renames["values"]:
        return str(renames["values"][value])
    return next((now for prefix, now in renames["prefixes"].items() if value.startswith(prefix)), None)


def check_multiplicity(study: Study) -> Iterator[Finding]:
    """A pool has one instance or more."""
    for element, around in tour(study):
        if element.type == "bpmn:ParticipantMultiplicity" and around:
            most = element.attributes.get("maximum", 1)
            if isinstance(most, int) and most < 1:
                message = f'"{around[0].label}" has at most {most} instances'
                yield Finding("error", "multiplicity", message, "write 1 or more", element.where("maximum"))
