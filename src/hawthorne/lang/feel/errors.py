"""Errors that teach: what is wrong, where, and what would be right."""

from __future__ import annotations

from typing import NamedTuple


class FeelError(Exception):
    """A fault in an expression.

    ``text`` is the whole expression, ``position`` the 0-based offset of the fault in it, ``message`` what is wrong and
    ``hint`` (also ``fix``) what would be right, or None.

    >>> print(FeelSyntaxError("unexpected ')'", "1 + )", 4, "a value belongs here").caret())
    1 + )
        ^
    """

    def __init__(self, message: str, text: str = "", position: int = 0, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.position = max(0, min(position, len(text)))
        self.hint = hint

    @property
    def fix(self) -> str | None:
        return self.hint

    @property
    def line(self) -> int:
        """1-based line of the fault."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """1-based column of the fault, in code points."""
        return self.position - (self.text.rfind("\n", 0, self.position) + 1) + 1

    def caret(self) -> str:
        """The line with the fault and, under it, a caret at the column."""
        lines = self.text.split("\n")
        line = lines[self.line - 1] if lines else ""
        return f"{line}\n{' ' * (self.column - 1)}^"

    def report(self) -> str:
        """The whole message for a terminal: what and where, the line with its caret, and what would be right."""
        fix = f"\n{self.hint}" if self.hint else ""
        return f"{self.message} (line {self.line}, column {self.column})\n{self.caret()}{fix}"

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.message} (line {self.line}, column {self.column}){hint}"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.text, self.position, self.hint)


class FeelWarning(NamedTuple):
    """What is legal and surely not meant, or not portable, and the 0-based offset where it stands."""

    message: str
    position: int

    def __str__(self) -> str:
        return self.message


class FeelSyntaxError(FeelError):
    """The text is not FEEL."""


class FeelNameError(FeelError):
    """A name or a function that nothing declares."""


class FeelLimitError(FeelError):
    """A bound was reached: nesting, steps of an evaluation, or the size of a value."""
