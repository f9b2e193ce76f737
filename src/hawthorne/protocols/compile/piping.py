"""Piping: `{{draw.story}}` and `{{calc.sum|money:2}}` in texts, parsed once and written out when a text is served.

A value that is missing is a fault of the document and ends the session as failed: no gap is ever shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from hawthorne.core.errors import HawthorneError
from hawthorne.lang import feel
from hawthorne.lang.template import as_text
from hawthorne.protocols.compile.expressions import Expression, Reader

PIPE = re.compile(r"\{\{\s*([^{}|]+?)\s*(?:\|\s*([a-z]+)\s*(?::\s*(\d+)\s*)?)?\}\}")
LARGEST = 1e12
"""From here on twelve digits do not reach the point."""
FORMATS = ("int", "money", "percent", "text")


class Unserved(HawthorneError):
    """A screen that cannot be shown: a value that its text or its bounds need is missing or of the wrong kind."""


class Piece(NamedTuple):
    """One piping: what it reads, and how the value is written."""

    reading: Expression
    format: str | None
    digits: int | None
    words: Mapping[Any, str]
    """What stands for a value: the text of an option for its id."""


class Piped:
    """A text with pipings. `fixed` says that it is the same for a whole session."""

    __slots__ = ("fixed", "parts", "text")

    def __init__(self, text: str, parts: tuple[str | Piece, ...]) -> None:
        self.text = text
        self.parts = parts
        self.fixed = all(isinstance(part, str) or part.reading.fixed for part in parts)

    def __call__(self, reader: Reader) -> str:
        """The text for a reader. Raises Unserved for a value that is missing."""
        return "".join([part if part.__class__ is str else _written(part, reader) for part in self.parts])  # type: ignore[arg-type]


def split(text: str) -> Iterator[str | tuple[str, str | None, int | None]]:
    """The literal parts of a text and its pipings (reference, format, digits), in order.

    >>> list(split("You get {{ calc.x |money:2}}."))
    ['You get ', ('calc.x', 'money', 2), '.']
    """
    end = 0
    for match in PIPE.finditer(text):
        if match.start() > end:
            yield text[end : match.start()]
        reference, form, digits = match.groups()
        yield (reference, form, None if digits is None else int(digits))
        end = match.end()
    if end < len(text):
        yield text[end:]


def piped(text: str, read: Callable[[str], Expression], words: Callable[[str], Mapping[Any, str]]) -> Piped | None:
    """The text with its pipings, or None for a text without any. `read` compiles a reference, `words` says what stands
    for the values of one."""
    parts = tuple(split(text))
    if all(isinstance(part, str) for part in parts):
        return None
    made = [part if isinstance(part, str) else Piece(read(part[0]), part[1], part[2], words(part[0])) for part in parts]
    return Piped(text, tuple(made))


def _written(piece: Piece, reader: Reader) -> str:
    value = piece.reading(reader)
    if value is None:
        raise Unserved(f"the text needs {piece.reading.text}, which has no value here")
    if piece.format is None or piece.format == "text":
        return _plain(value, piece.words)
    return number(value, piece.format, piece.digits, piece.reading.text)


def _plain(value: Any, words: Mapping[Any, str]) -> str:
    if isinstance(value, list):
        return ", ".join(_plain(item, words) for item in value)
    if isinstance(value, str):
        return words.get(value, value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        value = feel.to_json(value)
    return as_text(tidy(value))


def tidy(value: Any) -> Any:
    """A number without the noise of binary fractions: twelve significant digits, and whole where they are; what is no
    float is left as it is.

    >>> tidy(100 - 97.9), tidy(0.1 + 0.2), tidy(6.000000000000001), tidy("0.1")
    (2.1, 0.3, 6, '0.1')
    """
    if not isinstance(value, float) or not abs(value) < LARGEST:
        return value
    short = float(f"{value:.12g}")
    return int(short) if short.is_integer() else short


def number(value: Any, form: str, digits: int | None, what: str = "the value") -> str:
    """A number written as a format says, halves rounded away from zero.

    >>> number(12, "money", 0), number(0.125, "percent", 1), number(2.5, "int", None), number(-3, "money", None)
    ('$12', '12.5%', '3', '-$3.00')
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unserved(f"{what} is written as {form} and is no number: {value!r}")
    exact = Decimal(repr(value)) * (100 if form == "percent" else 1)
    places = digits if digits is not None else 2 if form == "money" else 0
    rounded = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    if form == "money":
        return f"{'-' if rounded < 0 else ''}${abs(rounded):f}"
    return f"{rounded:f}" + ("%" if form == "percent" else "")
