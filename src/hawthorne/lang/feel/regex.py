"""Regular expressions of XPath (Functions and Operators 3.1, section 5.6) in terms of Python's.

The pattern is read and written anew, so that Python's own extensions never come through: an invalid pattern gives
None.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .charsets import ANY, NOT_NEWLINE, Charset, escape_set, property_set, write_set

_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}
_SINGLE = {"n": "\n", "r": "\r", "t": "\t", **{char: char for char in "\\|.-^?*+{}()[]$"}}
_QUANTIFIER = re.compile(r"(?:[?*+]|\{\d{1,6}(?:,\d{0,6})?\})\??")
_MAX_PATTERN = 10_000


class InvalidPattern(ValueError):
    """A pattern, flags or a replacement that XPath does not have."""


@lru_cache(maxsize=512)
def translate(pattern: str, flags: str = "") -> re.Pattern[str] | None:
    r"""A pattern ready for Python, or None.

    >>> translate("[A-Z-[OI]]", "i").search("x") is not None, translate(r"(.)\3")
    (True, None)
    """
    try:
        options = _options(flags)
        if "q" in flags:
            return re.compile(re.escape(pattern), options)
        return re.compile(_Reader(pattern, flags).read(), options)
    except (InvalidPattern, re.error, OverflowError, RecursionError):
        return None


def fault(pattern: str, flags: str = "") -> str | None:
    """What is wrong with a pattern, or may be: for warnings about patterns that stand in the text.

    >>> fault("[a-z"), fault("(a+)+b")
    ('is no pattern of XPath, so the result is null', 'repeats a repetition, which can take very long')
    """
    if translate(pattern, flags) is None:
        return "is no pattern of XPath, so the result is null"
    reader = _Reader(pattern, flags)
    if "q" not in flags:
        reader.read()
    return "repeats a repetition, which can take very long" if reader.nested else None


def _options(flags: str) -> int:
    options = 0
    for flag in flags:
        if flag not in "imsxq":
            raise InvalidPattern(f"no flag {flag!r}")
        options |= _FLAGS.get(flag, 0)
    return options


class _Reader:
    """One pass over a pattern. ``open`` are the numbers of the groups that are open (0: one that does not capture)."""

    def __init__(self, pattern: str, flags: str) -> None:
        if len(pattern) > _MAX_PATTERN:
            raise InvalidPattern("the pattern is too long")
        self.pattern = _without_spaces(pattern) if "x" in flags else pattern
        self.at = 0
        self.dot = ANY if "s" in flags else NOT_NEWLINE
        self.multiline = "m" in flags
        self.groups = 0
        self.open: list[int] = []
        # Whether each open group, and the one closed last, holds a repetition without end.
        self.loops: list[bool] = [False]
        self.closed = False
        self.nested = False

    def read(self) -> str:
        out: list[str] = []
        repeatable = False
        while self.at < len(self.pattern):
            char = self.pattern[self.at]
            if char in "?*+{":
                if not repeatable:
                    raise InvalidPattern("nothing to repeat")
                out.append(self._quantifier(out[-1] == ")"))
                repeatable = False
                continue
            piece, repeatable = self._piece(char)
            out.append(piece)
        if self.open:
            raise InvalidPattern("a group is not closed")
        return "".join(out)

    def _piece(self, char: str) -> tuple[str, bool]:
        """What a character begins, and whether a quantifier may follow."""
        if char == "(":
            return self._group(), False
        self.at += 1
        if char == ")":
            if not self.open:
                raise InvalidPattern("no group is open")
            self.open.pop()
            self.closed = self.loops.pop()
            self.loops[-1] = self.loops[-1] or self.closed
            return ")", True
        if char == "|":
            return "|", False
        if char == "^":
            # A line break that ends the text begins no line.
            return (r"(?:\A|(?<=\n)(?!\Z))" if self.multiline else r"\A"), False
        if char == "$":
            return ("$" if self.multiline else r"\Z"), False
        if char == ".":
            return write_set(self.dot), True
        if char == "[":
            return write_set(self._class()), True
        if char == "\\":
            return self._escape(), True
        if char in "]}":
            raise InvalidPattern(f"{char!r} must be escaped")
        return re.escape(char), True

    def _group(self) -> str:
        self.at += 1
        self.loops.append(False)
        if self.pattern.startswith("?", self.at):
            if not self.pattern.startswith("?:", self.at):
                raise InvalidPattern("only (?: is known")
            self.at += 2
            self.open.append(0)
            return "(?:"
        self.groups += 1
        self.open.append(self.groups)
        return "("

    def _quantifier(self, of_group: bool) -> str:
        found = _QUANTIFIER.match(self.pattern, self.at)
        if not found:
            raise InvalidPattern("not a quantifier")
        self.at = found.end()
        if found.group()[0] in "*+" or ",}" in found.group():
            self.nested = self.nested or (of_group and self.closed)
            self.loops[-1] = True
        return found.group()

    def _escape(self) -> str:
        """What a backslash begins, outside of a class."""
        if self.at >= len(self.pattern):
            raise InvalidPattern("a backslash ends the pattern")
        char = self.pattern[self.at]
        if char in "123456789":
            return self._reference()
        return write_set(self._escaped_set())

    def _reference(self) -> str:
        """A reference to a group before; a second digit belongs to it only where there are so many groups."""
        stop = self.at + 1
        while (
            stop < len(self.pattern)
            and self.pattern[stop].isdigit()
            and int(self.pattern[self.at : stop + 1]) <= self.groups
        ):
            stop += 1
        number = int(self.pattern[self.at : stop])
        if number > self.groups or number in self.open:
            raise InvalidPattern(f"no group {number} is closed here")
        self.at = stop
        return f"(?:\\{number})"

    def _escaped_set(self) -> Charset:
        """The characters that an escape stands for; ``at`` is after the backslash."""
        if self.at >= len(self.pattern):
            raise InvalidPattern("a backslash ends the pattern")
        char = self.pattern[self.at]
        self.at += 1
        if char in _SINGLE:
            code = ord(_SINGLE[char])
            return Charset(((code, code),))
        if char in "pP":
            return self._property(char == "P")
        known = escape_set(char)
        if known is None:
            raise InvalidPattern(f"no escape \\{char}")
        return known

    def _property(self, negated: bool) -> Charset:
        stop = self.pattern.find("}", self.at)
        if not self.pattern.startswith("{", self.at) or stop < 0:
            raise InvalidPattern("a property is written \\p{…}")
        known = property_set(self.pattern[self.at + 1 : stop])
        if known is None:
            raise InvalidPattern("no such property")
        self.at = stop + 1
        return known.complement() if negated else known

    def _class(self, depth: int = 0) -> Charset:
        """A class after its ``[``, with ranges, escapes and a subtraction at its end."""
        if depth > 20:
            raise InvalidPattern("classes nest too deep")
        negated = self.pattern.startswith("^", self.at)
        self.at += negated
        start, parts = self.at, Charset(())
        while True:
            if self.at >= len(self.pattern):
                raise InvalidPattern("a class is not closed")
            char = self.pattern[self.at]
            if char == "]" and self.at > start:
                self.at += 1
                return parts.complement() if negated else parts
            if char == "-" and self.pattern.startswith("-[", self.at) and self.at > start:
                return self._subtraction(parts.complement() if negated else parts, depth)
            parts = parts.union(self._member(start))

    def _subtraction(self, left: Charset, depth: int) -> Charset:
        self.at += 2
        right = self._class(depth + 1)
        if not self.pattern.startswith("]", self.at):
            raise InvalidPattern("a subtraction ends its class")
        self.at += 1
        return left.minus(right)

    def _member(self, start: int) -> Charset:
        """A character, an escape or a range of a class."""
        first = self._point(start)
        if not self._range_follows() or len(first.ranges) != 1 or first.ranges[0][0] != first.ranges[0][1]:
            return first
        self.at += 1
        last = self._point(start)
        if len(last.ranges) != 1 or last.ranges[0][0] != last.ranges[0][1] or last.ranges[0] < first.ranges[0]:
            raise InvalidPattern("not a range")
        return Charset(((first.ranges[0][0], last.ranges[0][1]),))

    def _range_follows(self) -> bool:
        rest = self.pattern[self.at : self.at + 2]
        return len(rest) == 2 and rest[0] == "-" and rest[1] not in "[]"

    def _point(self, start: int) -> Charset:
        char = self.pattern[self.at]
        self.at += 1
        if char == "\\":
            return self._escaped_set()
        if char in "[]":
            raise InvalidPattern(f"{char!r} must be escaped in a class")
        return Charset(((ord(char), ord(char)),))


def _without_spaces(pattern: str) -> str:
    """A pattern under the flag x: white space goes, except in classes."""
    out: list[str] = []
    depth, escaped = 0, False
    for char in pattern:
        if char in " \t\n\r" and depth == 0:
            continue
        if not escaped:
            depth += (char == "[") - (char == "]" and depth > 0)
        escaped = char == "\\" and not escaped
        out.append(char)
    return "".join(out)
