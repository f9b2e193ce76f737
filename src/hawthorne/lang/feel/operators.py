"""Arithmetic on values that are not two numbers: strings, dates, durations (DMN 1.5, 10.3.2.13, tables 45 to 48).

Every function gives None where the standard defines no result. Factors and quotients of durations are numbers of the
lane.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .durations import DAY, SECOND, MonthsDuration, TimeDuration
from .lanes import Lane
from .temporal import Date, DateTime, Time, add_months, add_time, from_ordinal, shift_time
from .values import NUMBERS

Operation = Callable[[Any, Any], Any]


def _add_months(value: Date | DateTime, months: int) -> Date | DateTime | None:
    if type(value) is Date:
        return add_months(value, months)
    moved = add_months(value.date, months)  # type: ignore[union-attr]
    return None if moved is None else DateTime(moved, value.time)  # type: ignore[union-attr]


def _add_to_date(value: Date, nanos: int) -> Date | None:
    return from_ordinal((value.ordinal * DAY + nanos) // DAY)


def _midnight(value: Date) -> DateTime:
    """A date where a date and time is needed: its midnight at UTC (10.3.2.9.4)."""
    return DateTime(value, Time(0, 0, 0, 0, 0))


def _between(a: DateTime, b: DateTime) -> TimeDuration | None:
    if (a.offset_seconds() is None) != (b.offset_seconds() is None):
        return None
    return TimeDuration(a.nanos - b.nanos)


def _times_apart(a: Time, b: Time) -> TimeDuration | None:
    first, second = a.offset_seconds(), b.offset_seconds()
    if (first is None) != (second is None):
        return None
    return TimeDuration(a.nanos - (first or 0) * SECOND - b.nanos + (second or 0) * SECOND)


_ADD: dict[tuple[type, type], Operation] = {
    (str, str): lambda a, b: a + b,
    (MonthsDuration, MonthsDuration): lambda a, b: MonthsDuration(a.months + b.months),
    (TimeDuration, TimeDuration): lambda a, b: TimeDuration(a.nanos + b.nanos),
    (Date, MonthsDuration): lambda a, b: _add_months(a, b.months),
    (DateTime, MonthsDuration): lambda a, b: _add_months(a, b.months),
    (Date, TimeDuration): lambda a, b: _add_to_date(a, b.nanos),
    (DateTime, TimeDuration): lambda a, b: add_time(a, b.nanos),
    (Time, TimeDuration): shift_time,
    (MonthsDuration, Date): lambda a, b: _add_months(b, a.months),
    (MonthsDuration, DateTime): lambda a, b: _add_months(b, a.months),
    (TimeDuration, Date): lambda a, b: _add_to_date(b, a.nanos),
    (TimeDuration, DateTime): lambda a, b: add_time(b, a.nanos),
    (TimeDuration, Time): lambda a, b: shift_time(b, a),
}

_SUBTRACT: dict[tuple[type, type], Operation] = {
    (MonthsDuration, MonthsDuration): lambda a, b: MonthsDuration(a.months - b.months),
    (TimeDuration, TimeDuration): lambda a, b: TimeDuration(a.nanos - b.nanos),
    (Date, MonthsDuration): lambda a, b: _add_months(a, -b.months),
    (DateTime, MonthsDuration): lambda a, b: _add_months(a, -b.months),
    (Date, TimeDuration): lambda a, b: _add_to_date(a, -b.nanos),
    (DateTime, TimeDuration): lambda a, b: add_time(a, -b.nanos),
    (Time, TimeDuration): lambda a, b: shift_time(a, TimeDuration(-b.nanos)),
    (Date, Date): lambda a, b: TimeDuration((a.ordinal - b.ordinal) * DAY),
    (DateTime, DateTime): _between,
    (DateTime, Date): lambda a, b: _between(a, _midnight(b)),
    (Date, DateTime): lambda a, b: _between(_midnight(a), b),
    (Time, Time): _times_apart,
}


def _scale(duration: MonthsDuration | TimeDuration, factor: Fraction) -> MonthsDuration | TimeDuration:
    """A duration times a number, towards zero to whole months or nanoseconds."""
    if isinstance(duration, MonthsDuration):
        return MonthsDuration(int(duration.months * factor))
    return TimeDuration(int(duration.nanos * factor))


def _amount(duration: MonthsDuration | TimeDuration) -> int:
    return duration.months if isinstance(duration, MonthsDuration) else duration.nanos


_DURATIONS = (MonthsDuration, TimeDuration)


def _fraction(value: Any) -> Fraction | None:
    """A factor as a fraction; None for one too large or too small to make sense of a duration."""
    if not math.isfinite(value):
        return None
    exponent = Decimal(value).adjusted()
    return Fraction(value) if -60 < exponent < 30 or value == 0 else None


def _multiply(lane: Lane, a: Any, b: Any) -> Any:
    if type(b) in _DURATIONS:
        a, b = b, a
    factor = _fraction(b) if type(a) in _DURATIONS and type(b) in NUMBERS else None
    return None if factor is None else _scale(a, factor)


def _divide(lane: Lane, a: Any, b: Any) -> Any:
    if type(a) not in _DURATIONS:
        return None
    if type(b) is type(a):
        return lane.divide(lane.number(_amount(a)), lane.number(_amount(b)))
    factor = _fraction(b) if type(b) in NUMBERS and b != 0 else None
    return None if not factor else _scale(a, 1 / factor)


def operate(operator: str, lane: Lane, a: Any, b: Any) -> Any:
    """``a operator b`` for any values; None where the types have no such operation."""
    a, b = lane.lift(a), lane.lift(b)
    if type(a) in lane.types and type(b) in lane.types:
        return lane.operations[operator](a, b)
    if operator == "+" or operator == "-":
        found = (_ADD if operator == "+" else _SUBTRACT).get((type(a), type(b)))
        return None if found is None else found(a, b)
    if operator == "*":
        return _multiply(lane, a, b)
    if operator == "/":
        return _divide(lane, a, b)
    return None


def negate(lane: Lane, value: Any) -> Any:
    """``-value`` of a number or a duration, else None."""
    value = lane.lift(value)
    if type(value) in lane.types:
        return lane.subtract(lane.number(0), value)
    if type(value) is MonthsDuration:
        return MonthsDuration(-value.months)
    if type(value) is TimeDuration:
        return TimeDuration(-value.nanos)
    return None
