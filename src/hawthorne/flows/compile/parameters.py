"""Parameters wired into an element: merged key by key, since wires have no order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core.errors import Finding
from hawthorne.flows.compile.context import sources
from hawthorne.flows.model import Element, Study


def values_of(element: Element) -> dict[str, Any]:
    """The mapping that a Parameters object holds."""
    values = element.get("values")
    return dict(values) if isinstance(values, Mapping) else {}


def merged(study: Study, element: Element) -> tuple[dict[str, Any], list[Finding]]:
    """All Parameters wired into an element, as one mapping; a value that two of them set is an error that names the
    path and both."""
    findings: list[Finding] = []
    values: dict[str, Any] = {}
    origin: dict[str, Element] = {}
    for edge in element.all("dataInputAssociations"):
        for id in sources(edge):
            source = study.elements.get(id)
            if source is not None and source.extension("studyflow:Parameters"):
                _merge(values, values_of(source), source, element, origin, "", findings)
    return values, findings


def _merge(
    into: dict[str, Any],
    values: Mapping[str, Any],
    source: Element,
    element: Element,
    origin: dict[str, Element],
    path: str,
    findings: list[Finding],
) -> None:
    for key, value in values.items():
        where = f"{path}.{key}" if path else str(key)
        if key not in into:
            into[key] = _copied(value)
            origin[where] = source
        elif isinstance(value, Mapping) and isinstance(into[key], dict):
            _merge(into[key], value, source, element, origin, where, findings)
        elif into[key] != value:
            other = origin.get(where, source)
            message = f'"{element.label}" has "{where}" set by two Parameters, "{other.label}" and "{source.label}"'
            findings.append(Finding("error", "set-twice", message, "keep it in one of them", source.where("values")))


def _copied(value: Any) -> Any:
    return {key: _copied(item) for key, item in value.items()} if isinstance(value, Mapping) else value
