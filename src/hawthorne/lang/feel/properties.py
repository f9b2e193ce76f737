"""``value.key`` for values that are no context: properties, and projections of lists (tables 57, 65)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .durations import SECOND, MonthsDuration, TimeDuration
from .lanes import Lane
from .temporal import Date, DateTime, Time
from .values import Range


def _offset(value: Time | DateTime) -> TimeDuration | None:
    offset = value.offset_seconds()
    return None if offset is None else TimeDuration(offset * SECOND)


def _of_part(part: str, read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: read(getattr(value, part))


_DATE: dict[str, Callable[[Any], Any]] = {
    "year": lambda value: value.year,
    "month": lambda value: value.month,
    "day": lambda value: value.day,
    "weekday": lambda value: value.weekday,
}
_TIME: dict[str, Callable[[Any], Any]] = {
    "hour": lambda value: value.hour,
    "minute": lambda value: value.minute,
    "second": lambda value: value.second,
    "time offset": _offset,
    "timezone": lambda value: value.zone,
}
_DATE_TIME: dict[str, Callable[[Any], Any]] = {
    **{key: _of_part("date", read) for key, read in _DATE.items()},
    **{key: _of_part("time", read) for key, read in _TIME.items()},
    "time offset": _offset,
}

PROPERTIES: dict[type, dict[str, Callable[[Any], Any]]] = {
    Date: _DATE,
    Time: _TIME,
    DateTime: _DATE_TIME,
    MonthsDuration: {"years": lambda value: value.years, "months": lambda value: value.months_part},
    TimeDuration: {
        "days": lambda value: value.parts()[0],
        "hours": lambda value: value.parts()[1],
        "minutes": lambda value: value.parts()[2],
        "seconds": lambda value: value.parts()[3],
    },
    Range: {
        "start": lambda value: value.low,
        "end": lambda value: value.high,
        "start included": lambda value: value.low_included,
        "end included": lambda value: value.high_included,
    },
}


def property_of(value: Any, key: str, lane: Lane) -> Any:
    """``value.key``: an entry, one value for each item of a list, or a property; else None."""
    kind = type(value)
    if kind is dict:
        return value.get(key)
    if kind is list:
        return [property_of(item, key, lane) for item in value]
    if isinstance(value, Mapping):
        return value.get(key)
    known = PROPERTIES.get(kind)
    if known is None:
        lifted = lane.lift(value)
        return None if lifted is value else property_of(lifted, key, lane)
    read = known.get(key)
    return None if read is None else lane.present(read(value))
