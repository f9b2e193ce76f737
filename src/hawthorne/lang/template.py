"""Placeholders in texts: `{name}` and `{name.field}`, parsed once and filled many times.

A name starts with a letter of any script or `_` and goes on with letters (and their combining marks), digits, `_` and
`-`; dots separate fields; spaces may stand inside the braces. Everything else in braces is text, so JSON and YAML in a
value are left alone. Labels also know `{name:%}`, a number shown as a percentage.

Who looks a name up, and where, is the caller's: a `Lookup` takes the dotted path and says whether it was found.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

Lookup = Callable[[str], tuple[bool, Any]]
"""Takes a dotted path; returns whether it was found, and its value (which may be None and still be found)."""

_BRACED = re.compile(r"\{[ \t]*([^{}\s:]+)[ \t]*(:%)?[ \t]*\}")


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One placeholder: its dotted path, the text as written, and whether a number shows as a percentage."""

    path: str
    written: str
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """A text with placeholders, as its literal parts (str) and its placeholders, in order.

    >>> t = Template.of("Hello {name}, {visit.count} of 3")
    >>> t.names
    ('name', 'visit.count')
    >>> t.fill(lambda path: (path == "name", "Ada"))
    'Hello Ada, {visit.count} of 3'
    """

    text: str
    parts: tuple[str | Placeholder, ...]

    @classmethod
    def of(cls, text: str, labels: bool = False) -> Template:
        """Parse a text; with `labels`, `{name:%}` is a placeholder too, else it is text."""
        parts: list[str | Placeholder] = []
        end = 0
        for match in _BRACED.finditer(text):
            path, percent = match.group(1), match.group(2) is not None
            if (percent and not labels) or not is_path(path):
                continue
            if match.start() > end:
                parts.append(text[end : match.start()])
            parts.append(Placeholder(path, match.group(), percent))
            end = match.end()
        if end < len(text):
            parts.append(text[end:])
        return cls(text, tuple(parts))

    @property
    def names(self) -> tuple[str, ...]:
        """The dotted paths that the text asks for, in order, repeated where the text repeats them."""
        return tuple(part.path for part in self.parts if isinstance(part, Placeholder))

    @property
    def sole(self) -> str | None:
        """The path, when the text is exactly one placeholder.

        >>> Template.of("{ state._meta }").sole, Template.of("{a} ").sole
        ('state._meta', None)
        """
        if len(self.parts) == 1 and isinstance(self.parts[0], Placeholder):
            return self.parts[0].path
        return None

    def fill(self, lookup: Lookup) -> str:
        """The text with every placeholder that is found written out; the others stay as written."""
        return "".join(part if isinstance(part, str) else _written_out(part, lookup) for part in self.parts)

    def value(self, lookup: Lookup) -> Any:
        """The value itself, with its type, when the text is exactly one placeholder that is found; else the text.

        >>> Template.of("{n}").value(lambda path: (True, 3))
        3
        >>> Template.of("{n} trials").value(lambda path: (True, 3))
        '3 trials'
        """
        if len(self.parts) == 1:
            part = self.parts[0]
            if isinstance(part, Placeholder) and not part.percent:
                found, value = lookup(part.path)
                return value if found else self.text
        return self.fill(lookup)


def is_path(text: str) -> bool:
    """Whether a text is a dotted path of names.

    >>> [is_path(text) for text in ("größe.x", "_a-1", "1a", "a..b", "")]
    [True, True, False, False, False]
    """
    return all(_is_name(segment) for segment in text.split("."))


def unquoted(value: Any) -> str | None:
    """The placeholder that a YAML author meant who wrote `{name}` without quotes: YAML reads it as `{name: null}`.

    >>> unquoted({"arm": None}), unquoted({"arm": 1}), unquoted("arm")
    ('{arm}', None, None)
    """
    if isinstance(value, Mapping) and len(value) == 1:
        ((name, item),) = value.items()
        if item is None and isinstance(name, str) and is_path(name):
            return "{" + name + "}"
    return None


def as_text(value: Any) -> str:
    """A value as people write it: 3.0 is `3`, lists and mappings are JSON, None is empty.

    >>> [as_text(value) for value in (3.0, 0.1 + 0.2, True, None, [1.0, "a"])]
    ['3', '0.3', 'true', '', '[1, "a"]']
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, Decimal)):
        return _number(value)
    if isinstance(value, (Mapping, list, tuple)):
        return json.dumps(_plain(value), ensure_ascii=False)
    return str(value)


def _is_name(segment: str) -> bool:
    if not segment or not (segment[0].isalpha() or segment[0] == "_"):
        return False
    return all(c.isalpha() or c.isdecimal() or c in "_-" or unicodedata.category(c)[0] == "M" for c in segment[1:])


def _written_out(part: Placeholder, lookup: Lookup) -> str:
    found, value = lookup(part.path)
    if not found:
        return part.written
    if part.percent and isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        return _number(value * 100) + "%"
    return as_text(value)


def _number(value: int | float | Decimal) -> str:
    """Fifteen significant digits, which hides the noise of binary sums, and no exponent from 1e-6 up to 1e21."""
    if isinstance(value, int) or not math.isfinite(value):
        return str(value)
    rounded = Decimal(f"{value:.15g}")
    if rounded == 0:
        return "0"
    if not Decimal("1e-6") <= abs(rounded) < Decimal("1e21"):
        return f"{value:.15g}"
    text = f"{rounded:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    if value is None or isinstance(value, (str, int)):
        return value
    return str(value)
