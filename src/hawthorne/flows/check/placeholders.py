"""Placeholders: `{name}` in a text is something that its place can fill in."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.errors import Finding, nearest
from hawthorne.core.place import Place
from hawthorne.flows.model import Element, Study
from hawthorne.flows.names import names_of, reading_place
from hawthorne.flows.vocabulary.load import Property, is_a, load
from hawthorne.flows.wiring import tour
from hawthorne.lang.template import Template

EXEMPT = frozenset({"COMPLETION_CODE", "reached"})
"""Filled in by the walk itself."""

LEFT_ALONE = frozenset({"documentation", "checklist", "script", "state"})


def check_placeholders(study: Study) -> Iterator[Finding]:
    """A placeholder that nothing in scope fills in stays in the text as written."""
    names = names_of(study)
    readers = _readers(study)
    for element, around in tour(study):
        for part in (element, *element.extensions):
            for name, text in _texts(part):
                cited = tuple(dict.fromkeys(Template.of(text, labels=True).names))
                owner = next((outer.id for outer in (element, *around) if outer.id is not None), None)
                if cited and owner is not None:
                    for at in readers.get(owner) or [reading_place(study, owner)]:
                        yield from _unfilled(study, names.at(at), at, element, part.where(name), name, cited)


def _unfilled(
    study: Study, known: frozenset[str], at: str, element: Element, place: Place, name: str, cited: tuple[str, ...]
) -> Iterator[Finding]:
    for path in cited:
        first = path.partition(".")[0]
        if first in known or path in EXEMPT:
            continue
        near = nearest(first, known)
        fix = f'did you mean "{near[0]}"?' if near else "declare a property of that name, or write other braces"
        there = study.elements[at].label if at in study.elements else element.label
        read = "" if there == element.label else f' when "{there}" reads it'
        message = f'"{element.label}" has {{{path}}} in its "{name}", which nothing fills in{read}'
        yield Finding("warning", "unfilled", message, fix, place)


def _readers(study: Study) -> dict[str, list[str]]:
    """The activities that read each data element: a prompt is written out where it is asked with."""
    found: dict[str, list[str]] = {}
    for element, around in tour(study):
        if element.type == "bpmn:DataInputAssociation" and around and around[0].id is not None:
            for source in element.attributes.get("sourceRef", ()):
                data = study.elements.get(source)
                if data is not None and is_a(data.type, "bpmn:ItemAwareElement"):
                    found.setdefault(source, []).append(around[0].id)
    return found


def _texts(part: Element) -> Iterator[tuple[str, str]]:
    known = load().type(part.type)
    for name, value in part.attributes.items():
        declared: Property | None = known.properties.get(name) if known is not None else None
        if declared is None or name in LEFT_ALONE or not isinstance(value, str) or "{" not in value:
            continue
        if (declared.role == "value" and declared.type != "YAMLString") or (
            declared.role == "expression" and declared.type == "iso8601"
        ):
            yield name, value
