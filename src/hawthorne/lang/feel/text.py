"""The text of a value, as ``string()`` gives it (DMN 1.5, 10.3.4.1), and its form in JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from .budget import MAX_SIZE
from .durations import MonthsDuration, TimeDuration
from .errors import FeelLimitError
from .temporal import Date, DateTime, Time
from .tokens import is_plain
from .values import Function, Range, lift, range_text, tidy

_QUOTED = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def quote(text: str) -> str:
    r"""A string as a literal.

    >>> print(quote('say "hi"'))
    "say \"hi\""
    """
    return f'"{text.translate(_QUOTED)}"'


def number_text(value: Any) -> str:
    """Digits without an exponent and without zeros at the end.

    >>> number_text(Decimal("1.50E+3")), number_text(0.1), number_text(Decimal("-0.0"))
    ('1500', '0.1', '0')
    """
    if type(value) is int:
        return str(value)
    number = value if type(value) is Decimal else Decimal(repr(value))
    if not number.is_finite():
        return "null"
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_TEXTUAL = (str, Date, Time, DateTime, MonthsDuration, TimeDuration)


def text_of(value: Any) -> str:
    """The text of a value; a string is itself, a date or duration its plain text.

    >>> text_of([Decimal(1), "a", None]), text_of(True)
    ('[1, "a", null]', 'true')
    """
    return str(value) if type(value) in _TEXTUAL else literal(value)


def literal(value: Any) -> str:
    """A value as FEEL writes it."""
    write = _LITERALS.get(type(value))
    if write is not None:
        return write(value)
    lifted = lift(value)
    return str(value) if lifted is value else literal(lifted)


def _key(key: str) -> str:
    return key if is_plain(key) else quote(key)


def _list(value: list[Any]) -> str:
    return f"[{_joined(literal(item) for item in value)}]"


def _context(value: dict[str, Any]) -> str:
    return f"{{{_joined(f'{_key(str(key))}: {literal(item)}' for key, item in value.items())}}}"


def _joined(parts: Iterable[str]) -> str:
    """The parts with commas; a part may stand in several places, so the text can be far larger than the value."""
    kept, size = [], 0
    for part in parts:
        kept.append(part)
        size += len(part) + 2
        if size > MAX_SIZE:
            raise FeelLimitError(f"a value is larger than {MAX_SIZE:,} items or characters")
    return ", ".join(kept)


def _range(value: Range) -> str:
    return range_text(value, literal)


_LITERALS: dict[type, Callable[[Any], str]] = {
    type(None): lambda value: "null", bool: lambda value: "true" if value else "false", str: quote, int: number_text,
    float: number_text, Decimal: number_text, list: _list, dict: _context, Range: _range,
    **dict.fromkeys(_TEXTUAL[1:], lambda value: f'@"{value}"'),
    Function: lambda value: f"function({', '.join(value.parameters)})",
}  # fmt: skip


_LONG = 2**63


def to_json(value: Any) -> Any:
    """A value as JSON holds it: whole numbers as int, others as float, dates, durations, ranges and functions as text.

    A whole number of more than 63 bits is a float, one beyond the floats null.

    >>> to_json({"n": Decimal("2.0"), "x": Decimal("0.5"), "d": Date(2026, 1, 31), "r": Range(1, 2)})
    {'n': 2, 'x': 0.5, 'd': '2026-01-31', 'r': '[1..2]'}
    """
    kind = type(value)
    if kind is Decimal or kind is float:
        whole = abs(value) < _LONG and value == int(value)
        return int(value) if whole else tidy(float(value))
    if kind is list:
        return [to_json(item) for item in value]
    if kind is dict:
        return {key: to_json(item) for key, item in value.items()}
    if kind in _LITERALS:
        return value if value is None or kind in (str, bool, int) else text_of(value)
    lifted = lift(value)
    return value if lifted is value else to_json(lifted)
