"""The values of FEEL in Python, and which pairs of them are equal or ordered (DMN 1.5, 10.3.2.13, tables 42 and 43).

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

from .durations import SECOND, MonthsDuration, TimeDuration
from .read_python import read_date, read_datetime, read_time, read_timedelta
from .temporal import Date, DateTime, Time

Value = Any

NUMBERS = frozenset({int, float, Decimal})
_SAME = frozenset({str, bool, int, float, Decimal, Date, MonthsDuration, TimeDuration})


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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and equal(self, other) is True

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
    if kind in _SAME or value is None or kind in (list, dict):
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
    if isinstance(value, (tuple, set, frozenset, range)) or (
        isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray))
    ):
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
    if kind is str or kind is bool or value is None or kind is Decimal:
        return value
    if kind is int:
        return Decimal(value)
    if kind is float:
        return Decimal(repr(value)) if math.isfinite(value) else None
    if kind is list:
        return [to_feel(item) for item in value]
    if kind is dict:
        return {key: to_feel(item) for key, item in value.items()}
    if kind is Range:
        return Range(to_feel(value.low), to_feel(value.high), value.low_included, value.high_included, value.test)
    lifted = lift(value)
    return value if lifted is value else to_feel(lifted)


def to_json(value: Value) -> Value:
    """A value as JSON holds it: integral numbers as int, others as float, dates and durations as their text.

    >>> to_json({"n": Decimal("2.0"), "d": Date(2026, 1, 31)})
    {'n': 2, 'd': '2026-01-31'}
    """
    kind = type(value)
    if kind is Decimal:
        return int(value) if value == value.to_integral_value() else float(value)
    if kind is list:
        return [to_json(item) for item in value]
    if kind is dict:
        return {key: to_json(item) for key, item in value.items()}
    if kind is float:
        return tidy(value)
    if kind in (Date, Time, DateTime, MonthsDuration, TimeDuration):
        return str(value)
    if kind is Range:
        return range_text(value, lambda end: "null" if end is None else str(to_json(end)))
    if kind is Function:
        return repr(value)
    lifted = lift(value)
    return value if lifted is value else to_json(lifted)


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


def equal(a: Value, b: Value) -> bool | None:
    """``a = b``: True, False, or None where the types differ. Only null equals null, and nothing else does."""
    kind = type(a)
    if kind is type(b):
        if kind in _SAME:
            return bool(a == b)
        compare = _EQUALS.get(kind)
        if compare is not None:
            return compare(a, b)
    if a is None or b is None:
        return a is b
    if kind in NUMBERS and type(b) in NUMBERS:
        return bool(a == b)
    lifted = lift(a), lift(b)
    if lifted[0] is not a or lifted[1] is not b:
        return equal(*lifted)
    return a is b if kind is type(b) else None


def _both(results: Sequence[bool | None] | Any) -> bool | None:
    unknown = False
    for result in results:
        if result is False:
            return False
        unknown = unknown or result is None
    return None if unknown else True


def _equal_lists(a: list[Value], b: list[Value]) -> bool | None:
    return _both(equal(x, y) for x, y in zip(a, b, strict=True)) if len(a) == len(b) else False


def _equal_contexts(a: dict[str, Value], b: dict[str, Value]) -> bool | None:
    return _both(equal(item, b[key]) for key, item in a.items()) if a.keys() == b.keys() else False


def _equal_ranges(a: Range, b: Range) -> bool | None:
    if (a.low_included, a.high_included, a.test) != (b.low_included, b.high_included, b.test):
        return False
    return _both((equal(a.low, b.low), equal(a.high, b.high)))


def _equal_moments(a: Time | DateTime, b: Time | DateTime) -> bool | None:
    keys = _moments(a, b)
    return False if keys is None else keys[0] == keys[1]


def _moments(a: Any, b: Any) -> tuple[int, int] | None:
    """Two times, or two dates with times, in whole seconds: the property ``second`` has no fraction (table 65).

    With offsets they are compared at UTC; one with and one without an offset are not comparable.
    """
    first, second = a.offset_seconds(), b.offset_seconds()
    if first is None and second is None:
        shift = 0, 0
    elif first is None or second is None:
        return None
    else:
        shift = first, second
    left, right = (a.local_nanos, b.local_nanos) if type(a) is DateTime else (a.nanos, b.nanos)
    return left // SECOND - shift[0], right // SECOND - shift[1]


_EQUALS: dict[type, Callable[[Any, Any], bool | None]] = {
    list: _equal_lists, dict: _equal_contexts, Range: _equal_ranges, Time: _equal_moments, DateTime: _equal_moments,
    type(None): lambda a, b: True,
}  # fmt: skip
_ORDERED = frozenset({str, int, float, Decimal, Date, MonthsDuration, TimeDuration})


def order(a: Value, b: Value) -> tuple[Any, Any] | None:
    """Two Python values that compare as ``a`` and ``b`` do, or None where FEEL does not order them."""
    kind = type(a)
    if kind is type(b):
        if kind in _ORDERED:
            return a, b
        if kind is Time or kind is DateTime:
            return _moments(a, b)
    if kind in NUMBERS and type(b) in NUMBERS:
        return a, b
    lifted = lift(a), lift(b)
    if lifted[0] is not a or lifted[1] is not b:
        return order(*lifted)
    return None


def less(a: Value, b: Value) -> bool | None:
    """``a < b``, or None."""
    keys = order(a, b)
    return None if keys is None else bool(keys[0] < keys[1])


def at_most(a: Value, b: Value) -> bool | None:
    """``a <= b``, or None."""
    keys = order(a, b)
    return None if keys is None else bool(keys[0] <= keys[1])


def same(a: Value, b: Value) -> bool:
    """``is(a, b)``: one type and one element, offsets, zones and fractions included (10.3.2.3)."""
    a, b = lift(a), lift(b)
    if type(a) in NUMBERS and type(b) in NUMBERS:
        return bool(a == b)
    if type(a) is not type(b):
        return False
    if type(a) is Time or type(a) is DateTime:
        return bool(a == b)
    return equal(a, b) is True
