"""The values of FEEL in Python, and how they are read from what a scope may hold.

Numbers are Decimal (decimal lane) or int and float (float lane); strings, booleans and null are Python's; lists are
lists, contexts dicts; the rest are the classes of this room. Everything here takes numbers of both lanes.
"""

from __future__ import annotations

import datetime as python
import math
import numbers
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from .durations import MonthsDuration, TimeDuration
from .read_python import read_date, read_datetime, read_time, read_timedelta
from .temporal import Date, DateTime, Time

Value = Any

#: Python types of numbers, in both lanes.
NUMBERS = frozenset({int, float, Decimal})
#: Types whose values Python compares as FEEL does.
SAME = frozenset({str, bool, int, float, Decimal, Date, MonthsDuration, TimeDuration})


class Range:
    """A range of comparable values; an end is None where there is none.

    ``test`` is the operator of a range that was written as a unary test, ``(< 10)``; else None.
    """

    __slots__ = ("high", "high_included", "low", "low_included", "test")

    def __init__(
        self, low: Value, high: Value, low_included: bool = True, high_included: bool = True, test: str | None = None
    ) -> None:
        self.low = low
        self.high = high
        self.low_included = low_included
        self.high_included = high_included
        self.test = test

    def _parts(self) -> tuple[Value, Value, bool, bool, str | None]:
        return self.low, self.high, self.low_included, self.high_included, self.test

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.low_included, self.high_included, self.test))

    def __repr__(self) -> str:
        return (
            f"Range({self.low!r}, {self.high!r}, {self.low_included}, {self.high_included}"
            f"{f', test={self.test!r}' if self.test else ''})"
        )


class Function:
    """A function as a value: its parameters' names and types, and ``call`` with a list of arguments."""

    __slots__ = ("call", "frame", "name", "parameters", "result", "types")

    def __init__(
        self,
        call: Callable[[list[Value]], Value],
        parameters: Sequence[str],
        types: Sequence[Any] = (),
        name: str = "function",
        frame: list[Any] | None = None,
        result: Any = None,
    ) -> None:
        self.call = call
        self.result = result
        self.parameters = tuple(parameters)
        self.types = tuple(types)
        self.name = name
        self.frame = frame

    def __repr__(self) -> str:
        return f"Function({self.name}({', '.join(self.parameters)}))"


def lift(value: Value) -> Value:
    """What another library or Python's calendar put into a scope, as a value of FEEL; anything else as it is."""
    kind = type(value)
    if kind in SAME or value is None or kind in (list, dict):
        return value
    if isinstance(value, python.datetime):
        return read_datetime(value)
    if isinstance(value, python.date):
        return read_date(value)
    if isinstance(value, python.time):
        return read_time(value)
    if isinstance(value, python.timedelta):
        return read_timedelta(value)
    return _lift_rest(value)


def _lift_rest(value: Value) -> Value:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        # A set has no order of its own that two runs would share.
        return sorted(value, key=repr)
    if isinstance(value, (tuple, range)) or (isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray))):
        return list(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real) and type(value) is not float:
        return float(value)
    if hasattr(value, "item") and hasattr(value, "dtype"):
        return value.item() if value.ndim == 0 else value.tolist()
    return value


def to_feel(value: Value) -> Value:
    """A Python value as a value of FEEL in the decimal lane, all the way down. A float reads as it prints.

    >>> to_feel({"a": [1, 0.1]})
    {'a': [Decimal('1'), Decimal('0.1')]}
    """
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return value
    if kind is Decimal:
        return value if value.is_finite() else None
    if kind is int:
        return Decimal(value)
    if kind is float:
        return Decimal(repr(value)) if math.isfinite(value) else None
    if kind is list:
        # Whole numbers, the most frequent items, without a call for each.
        return [Decimal(item) if type(item) is int else to_feel(item) for item in value]
    if kind is dict:
        return {key: to_feel(item) for key, item in value.items()}
    if kind is Range:
        return Range(to_feel(value.low), to_feel(value.high), value.low_included, value.high_included, value.test)
    lifted = lift(value)
    return value if lifted is value else to_feel(lifted)


def range_text(value: Range, show: Callable[[Value], str]) -> str:
    if value.test in ("=", "!="):
        return f"({value.test}{show(value.low)})"
    if value.test is not None:
        return f"({value.test}{show(value.high if value.test[0] == '<' else value.low)})"
    left, right = "[" if value.low_included else "(", "]" if value.high_included else ")"
    return f"{left}{show(value.low)}..{show(value.high)}{right}"


def tidy(value: float) -> int | float | None:
    """A float result as it is presented: integral ones below 2**53 as int, no number as null.

    >>> tidy(2.0), tidy(0.5), tidy(float("inf"))
    (2, 0.5, None)
    """
    if -9007199254740992.0 < value < 9007199254740992.0:
        whole = int(value)
        return whole if whole == value else value
    return value if math.isfinite(value) else None


def type_of(value: Value) -> str:
    """The name of a value's type, for messages.

    >>> type_of(Decimal(1)), type_of([]), type_of(None)
    ('number', 'list', 'null')
    """
    return _TYPE_NAMES.get(type(value)) or _TYPE_NAMES.get(type(lift(value)), "any")


_TYPE_NAMES: dict[type, str] = {
    int: "number", float: "number", Decimal: "number", str: "string", bool: "boolean", list: "list", dict: "context",
    Date: "date", Time: "time", DateTime: "date and time", MonthsDuration: "years and months duration",
    TimeDuration: "days and time duration", Range: "range", Function: "function", type(None): "null",
}  # fmt: skip
