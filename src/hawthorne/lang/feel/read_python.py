"""Python's dates and times read as FEEL's, and what else a scope may hold."""

from __future__ import annotations

import datetime as python

from .durations import SECOND, TimeDuration
from .temporal import Date, DateTime, Time


def read_date(value: python.date) -> Date:
    return Date(value.year, value.month, value.day)


def read_time(value: python.time) -> Time:
    """A time; a zone with a name of the IANA database keeps it, any other becomes its offset."""
    zone, offset = _place(value.tzinfo, value.utcoffset())
    return Time(value.hour, value.minute, value.second, value.microsecond * 1000, offset, zone)


def read_datetime(value: python.datetime) -> DateTime:
    zone, offset = _place(value.tzinfo, value.utcoffset())
    time = Time(value.hour, value.minute, value.second, value.microsecond * 1000, offset, zone)
    return DateTime(Date(value.year, value.month, value.day), time)


def read_timedelta(value: python.timedelta) -> TimeDuration:
    return TimeDuration((value.days * 86400 + value.seconds) * SECOND + value.microseconds * 1000)


def _place(zone: python.tzinfo | None, offset: python.timedelta | None) -> tuple[str | None, int | None]:
    if zone is None:
        return None, None
    key = getattr(zone, "key", None)
    if isinstance(key, str):
        return key, None
    return None, None if offset is None else round(offset.total_seconds())
