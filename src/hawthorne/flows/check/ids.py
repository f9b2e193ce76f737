"""Ids: what must have one, has one of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import is_a
from hawthorne.flows.wiring import tour

_NAME = re.compile(r"[^\W\d][\w.\-]*\Z")


def check_ids(study: Study) -> Iterator[Finding]:
    """One id names one element; flows, nodes, pools and roots have one; an id is a name that addresses can hold."""
    for element, _ in tour(study):
        if element.id is None:
            if is_a(element.type, "bpmn:FlowElement", "bpmn:Participant", "bpmn:MessageFlow", "bpmn:Process"):
                message = f'"{element.label}" has no id'
                yield Finding("error", "no-id", message, "write it as a key above, or as `id:`", element.place)
            continue
        first = study.elements[element.id]
        if first is not element:
            message = f'"{element.id}" names more than one element'
            yield Finding(
                "error", "duplicate-id", message, f"the first stands {_where(first)}: rename one", element.place
            )
        elif not _NAME.match(element.id):
            message = f'"{element.id}" cannot be an id'
            fix = "an id begins with a letter or _ and goes on with letters, digits, `_`, `-` and `.`"
            yield Finding("error", "id", message, fix, element.place)


def _where(element: Element) -> str:
    return f"on line {element.place.line}" if element.place.line is not None else "above"
