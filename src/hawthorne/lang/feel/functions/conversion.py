"""Functions of conversion (DMN 1.5, table 71)."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from ..durations import SECOND, MonthsDuration, TimeDuration, parse_duration
from ..lanes import Lane
from ..temporal import (
    MAX_YEAR,
    Date,
    DateTime,
    Time,
    find_zone,
    make_date,
    make_time,
    months_between,
    parse_date,
    parse_date_time,
    parse_time,
)
from ..text import text_of

_NUMBER = re.compile(r"[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)


def _one(lane: Lane, value: Any) -> Any:
    """A value, or the one item of a list."""
    value = lane.lift(value)
    return lane.lift(value[0]) if type(value) is list and len(value) == 1 else value


def date(lane: Lane, source: Any) -> Date | None:
    value = _one(lane, source)
    if type(value) is str:
        return parse_date(value)
    if type(value) is DateTime:
        return value.date
    return value if type(value) is Date else None


def _whole(value: Any) -> int:
    return int(value) if abs(value) <= MAX_YEAR else MAX_YEAR + 1


def date_of_parts(lane: Lane, year: Any, month: Any, day: Any) -> Date | None:
    return make_date(_whole(year), _whole(month), _whole(day))


def date_and_time(lane: Lane, source: Any) -> DateTime | None:
    value = _one(lane, source)
    if type(value) is str:
        return parse_date_time(value)
    return value if type(value) is DateTime else None


def date_with_time(lane: Lane, day: Any, time: Time) -> DateTime | None:
    value = _one(lane, day)
    if type(value) is DateTime:
        value = value.date
    return DateTime(value, time) if type(value) is Date else None


def date_and_time_of_parts(
    lane: Lane, year: Any, month: Any, day: Any, hour: Any, minute: Any, second: Any, place: Any = None
) -> DateTime | None:
    made = date_of_parts(lane, year, month, day)
    if type(place) is str:
        clock = time_of_parts(lane, hour, minute, second)
        if clock is None or find_zone(place) is None:
            return None
        clock = Time(clock.hour, clock.minute, clock.second, clock.nano, None, place)
    else:
        clock = time_of_parts(lane, hour, minute, second, place)
    return None if made is None or clock is None else DateTime(made, clock)


def time(lane: Lane, source: Any) -> Time | None:
    value = _one(lane, source)
    if type(value) is str:
        return parse_time(value)
    if type(value) is DateTime:
        return value.time
    if type(value) is Date:
        return Time(0, 0, 0, 0, 0)
    return value if type(value) is Time else None


def time_of_parts(lane: Lane, hour: Any, minute: Any, second: Any, offset: Any = None) -> Time | None:
    """Null outside of the clock, and for an offset that is no duration of whole seconds up to 18 hours."""
    if offset is not None and (type(offset) is not TimeDuration or offset.nanos % SECOND):
        return None
    if not 0 <= second < 60:
        return None
    nanos = int(Decimal(second) * SECOND) if type(second) is not float else round(second * SECOND)
    seconds = None if offset is None else offset.nanos // SECOND
    return make_time(_whole(hour), _whole(minute), nanos // SECOND, nanos % SECOND, seconds)


def number(lane: Lane, source: str, grouping: str | None, point: str | None) -> Any:
    """Null where a separator is none of those allowed, where they are the same, and where the text is no number."""
    if grouping not in (None, " ", ",", ".") or point not in (None, ",", ".") or grouping == (point or "."):
        return None
    text = source.replace(grouping, "") if grouping else source
    return _read_number(lane, text.replace(point, ".") if point == "," and "." not in text else text, point)


def _read_number(lane: Lane, text: str, point: str | None) -> Any:
    if point == "," and "," in text:
        return None
    return lane.number(Decimal(text)) if _NUMBER.fullmatch(text) else None


def number_of(lane: Lane, source: Any) -> Any:
    value = _one(lane, source)
    if type(value) is str:
        return _read_number(lane, value, None)
    return value if type(value) in lane.types else None


def string(lane: Lane, source: Any) -> str | None:
    return None if source is None else text_of(lane.lift(source))


def duration(lane: Lane, source: Any) -> MonthsDuration | TimeDuration | None:
    value = _one(lane, source)
    if type(value) is str:
        return parse_duration(value)
    return value if type(value) in (MonthsDuration, TimeDuration) else None


def years_and_months_duration(lane: Lane, start: Any, end: Any) -> MonthsDuration | None:
    """Whole months between the dates; times of day take no part, as the kit pins."""
    first, last = date(lane, start), date(lane, end)
    if type(_one(lane, start)) is str or type(_one(lane, end)) is str or first is None or last is None:
        return None
    return months_between(first, last)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "date(from)": date, "date(year, month, day)": date_of_parts, "date and time(from)": date_and_time,
    "date and time(date, time)": date_with_time, "date and time": date_and_time_of_parts, "time(from)": time,
    "time(hour, minute, second, offset)": time_of_parts, "number(from)": number_of,
    "number(from, grouping separator, decimal separator)": number, "string": string, "duration": duration,
    "years and months duration": years_and_months_duration,
}  # fmt: skip
