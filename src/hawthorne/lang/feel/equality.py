"""Which values are equal, which are ordered, and how (DMN 1.5, 10.3.2.13, tables 42 and 43).

Everything here takes numbers of both lanes.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from .budget import MAX_STEPS
from .durations import SECOND, MonthsDuration, TimeDuration
from .errors import FeelLimitError
from .temporal import Date, DateTime, Time
from .values import NUMBERS, SAME, Range, Value, lift


def equal(a: Value, b: Value) -> bool | None:
    """``a = b``: True, False, or None where the types differ. Only null equals null, and nothing else does."""
    kind = type(a)
    if kind is type(b):
        if kind in SAME:
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


def _equal_deep(a: Value, b: Value) -> bool | None:
    """Two lists or two contexts: False where a pair is unequal, else None where one is of two types.

    Pairs wait in a list and are counted, so that neither depth nor shared parts make it endless.
    """
    pairs, unknown, steps = [(a, b)], False, 0
    while pairs:
        x, y = pairs.pop()
        steps += 1
        if steps > MAX_STEPS:
            raise FeelLimitError(f"a comparison takes more than {MAX_STEPS:,} steps")
        kind = type(x) if type(x) is type(y) else None
        if kind is list:
            if len(x) != len(y):
                return False
            if x is not y:
                pairs.extend(zip(x, y, strict=True))
        elif kind is dict:
            if x.keys() != y.keys():
                return False
            if x is not y:
                pairs.extend((item, y[key]) for key, item in x.items())
        else:
            verdict = equal(x, y)
            if verdict is False:
                return False
            unknown = unknown or verdict is None
    return None if unknown else True


def _equal_ranges(a: Range, b: Range) -> bool | None:
    if (a.low_included, a.high_included, a.test) != (b.low_included, b.high_included, b.test):
        return False
    verdicts = equal(a.low, b.low), equal(a.high, b.high)
    return False if False in verdicts else None if None in verdicts else True


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
    list: _equal_deep, dict: _equal_deep, Range: _equal_ranges, Time: _equal_moments, DateTime: _equal_moments,
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


def key_of(value: Value) -> Any:
    """Something hashable that two values share exactly when they are equal; for finding repetitions.

    >>> key_of([Decimal("1.0"), {"a": None}]) == key_of([1, {"a": None}]), key_of(1) == key_of(True)
    (True, False)
    """
    value = lift(value)
    kind = type(value)
    if kind in NUMBERS:
        return value
    if kind is list:
        return "list", tuple(key_of(item) for item in value)
    if kind is dict:
        return "context", frozenset((name, key_of(item)) for name, item in value.items())
    if kind is Time or kind is DateTime:
        moments = _moments(value, value)
        return kind, value.offset_seconds() is None, moments and moments[0]
    if kind is Range:
        return "range", value.low_included, value.high_included, value.test, key_of(value.low), key_of(value.high)
    return (kind, value) if kind in SAME or value is None else (kind, id(value))
