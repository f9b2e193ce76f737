"""Properties and references to performers: declared once, under a name of one's own, well formed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Study
from hawthorne.flows.names import wired
from hawthorne.flows.spelling.values import PLACEHOLDER
from hawthorne.flows.wiring import tour

_REFERENCE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://[^\s@]\S*\Z")


def check_properties(study: Study) -> Iterator[Finding]:
    """A scope declares a name once, and no name that is the walk's own; Parameters wired into it count."""
    for element, _ in tour(study):
        seen = (
            dict.fromkeys(wired(study, element), "the Parameters wired into it") if element.all("flowElements") else {}
        )
        for declared in element.all("properties"):
            name = str(declared.attributes.get("name") or declared.id or "")
            if not name:
                fix = "give it an id, or a `name:`"
                yield Finding(
                    "error", "no-name", f'"{element.label}" has a property without a name', fix, declared.place
                )
            elif name.startswith("_"):
                message = f'"{element.label}" declares "{name}"'
                fix = "names that begin with _ are the walk's own: rename it"
                yield Finding("error", "reserved-name", message, fix, declared.where("name"))
            elif name in seen:
                message = f'"{element.label}" declares "{name}" twice: here and by {seen[name]}'
                yield Finding("error", "declared-twice", message, "keep one", declared.where("name"))
            seen.setdefault(name, f"the property on line {declared.place.line}")


def check_implementations(study: Study) -> Iterator[Finding]:
    """A reference to a performer is `<scheme>://<what>`, with `@<version>` behind it or not."""
    for element, _ in tour(study):
        for part in (element, *element.extensions):
            reference = part.attributes.get("implementation")
            if isinstance(reference, str) and not _REFERENCE.match(reference) and not PLACEHOLDER.search(reference):
                message = f'"{element.label}" has the implementation "{reference}"'
                fix = "write `<scheme>://<what>`, as python://statistics.mean"
                yield Finding("warning", "implementation", message, fix, part.where("implementation"))
