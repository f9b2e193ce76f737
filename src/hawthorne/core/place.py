"""Where a part of a document stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a document: file name, 1-based line and column, and a dotted path of keys.

    >>> str(Place("ax.studyflow.yaml", 12, 5, "P.flowElements.AX"))
    'ax.studyflow.yaml:12:5'
    >>> str(Place())
    ''
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None
    path: str = ""

    def __str__(self) -> str:
        parts = [self.file or ""] + [str(part) for part in (self.line, self.column) if part is not None]
        return ":".join(part for part in parts if part)


NOWHERE = Place()
