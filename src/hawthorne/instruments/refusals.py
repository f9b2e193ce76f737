"""What cannot be played, collected while a task's parameters are read, each with the path of its key."""

from __future__ import annotations

from hawthorne.core.errors import Finding, InvalidDocument
from hawthorne.core.place import Place


def join(*parts: str | int) -> str:
    """A dotted path of keys; empty parts are left out.

    >>> join("Blocks.Test", "Parameters", 0)
    'Blocks.Test.Parameters.0'
    """
    return ".".join(str(part) for part in parts if part != "")


def shown(value: object) -> str:
    """A value as a message quotes it: JSON-like, cut to 60 characters.

    >>> shown("A*X"), shown(None), shown(True)
    ('"A*X"', 'null', 'true')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Refusals:
    """Findings, in the order in which they were met; `found` is the list."""

    def __init__(self) -> None:
        self.found: list[Finding] = []

    def add(self, path: str, code: str, message: str, fix: str = "") -> None:
        finding = Finding("error", code, message, fix, Place(path=path))
        if finding not in self.found:  # a block that a timeline plays twice is read twice
            self.found.append(finding)

    def stop(self) -> None:
        """Raise InvalidDocument if anything was refused."""
        if self.found:
            raise InvalidDocument(self.found)
