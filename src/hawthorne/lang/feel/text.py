"""The text of a value, as ``string()`` gives it (DMN 1.5, 10.3.4.1): literals where the language has them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from .durations import MonthsDuration, TimeDuration
from .temporal import Date, DateTime, Time
from .tokens import is_plain
from .values import Function, Range, lift, range_text

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
    return f"[{', '.join(literal(item) for item in value)}]"


def _context(value: dict[str, Any]) -> str:
    return f"{{{', '.join(f'{_key(str(key))}: {literal(item)}' for key, item in value.items())}}}"


def _range(value: Range) -> str:
    return range_text(value, literal)


_LITERALS: dict[type, Callable[[Any], str]] = {
    type(None): lambda value: "null", bool: lambda value: "true" if value else "false", str: quote, int: number_text,
    float: number_text, Decimal: number_text, list: _list, dict: _context, Range: _range,
    **dict.fromkeys(_TEXTUAL[1:], lambda value: f'@"{value}"'),
    Function: lambda value: f"function({', '.join(value.parameters)})",
}  # fmt: skip
