"""One thing that a rule has to say of a scenario."""

from __future__ import annotations

from typing import NamedTuple

from hawthorne.core.errors import Severity

Path = tuple[str | int, ...]


class Fault(NamedTuple):
    """`path` leads to the part, by the document's own keys."""

    code: str
    path: Path
    message: str
    fix: str = ""
    severity: Severity = "error"
