"""Dates, times, and dates with times: any year of nine digits, offsets, named zones, nanoseconds (10.3.2.3.4 to .6)."""

from __future__ import annotations

import datetime as python
import re
from dataclasses import dataclass
from functools import lru_cache
from zoneinfo import ZoneInfo

from .durations import DAY, HOUR, MINUTE, SECOND, MonthsDuration, TimeDuration

MAX_YEAR = 999_999_999
#: Offsets reach 18 hours, as in ISO 8601 libraries; zones on earth reach 14.
MAX_OFFSET = 18 * 3600

_DATE = re.compile(r"(-?)(\d{4}|[1-9]\d{4,8})-(\d{2})-(\d{2})", re.ASCII)
_TIME = re.compile(r"(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2}(?::\d{2})?|@[A-Za-z0-9_+/-]+)?", re.ASCII)
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True, order=True)
class Date:
    """A day of the proleptic Gregorian calendar; years are astronomical (0 and negative ones exist)."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        return f"{'-' if self.year < 0 else ''}{abs(self.year):04d}-{self.month:02d}-{self.day:02d}"

    @property
    def ordinal(self) -> int:
        """Days since 1970-01-01."""
        year = self.year - (self.month <= 2)
        era, of_era = divmod(year, 400)
        of_year = (153 * ((self.month + 9) % 12) + 2) // 5 + self.day - 1
        return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468

    @property
    def weekday(self) -> int:
        """1 for Monday to 7 for Sunday."""
        return (self.ordinal + 3) % 7 + 1


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day; ``offset`` in seconds east of UTC, or a ``zone`` of the IANA database, or neither (local)."""

    hour: int
    minute: int
    second: int
    nano: int = 0
    offset: int | None = None
    zone: str | None = None

    def __str__(self) -> str:
        fraction = f".{self.nano:09d}".rstrip("0") if self.nano else ""
        return f"{self.hour:02d}:{self.minute:02d}:{self.second:02d}{fraction}{self._place()}"

    def _place(self) -> str:
        if self.zone is not None:
            return f"@{self.zone}"
        return "" if self.offset is None else offset_text(self.offset)

    @property
    def nanos(self) -> int:
        """Nanoseconds since midnight on the clock that shows it."""
        return self.hour * HOUR + self.minute * MINUTE + self.second * SECOND + self.nano

    def offset_seconds(self) -> int | None:
        """Seconds east of UTC; of a named zone those of its first day of 1970, since a time has no date."""
        return self.offset if self.zone is None else zone_offset(self.zone, Date(1970, 1, 1), 0)


@dataclass(frozen=True, slots=True)
class DateTime:
    """A date and time."""

    date: Date
    time: Time

    def __str__(self) -> str:
        return f"{self.date}T{self.time}"

    @property
    def local_nanos(self) -> int:
        return self.date.ordinal * DAY + self.time.nanos

    def offset_seconds(self) -> int | None:
        """Seconds east of UTC at this moment; None for a local one."""
        if self.time.zone is None:
            return self.time.offset
        return zone_offset(self.time.zone, self.date, self.time.nanos)

    @property
    def nanos(self) -> int:
        """Nanoseconds since 1970-01-01T00:00:00 UTC; a local one is read as if at UTC."""
        return self.local_nanos - (self.offset_seconds() or 0) * SECOND


def offset_text(offset: int) -> str:
    if offset == 0:
        return "Z"
    minutes, seconds = divmod(abs(offset), 60)
    tail = f":{seconds:02d}" if seconds else ""
    return f"{'-' if offset < 0 else '+'}{minutes // 60:02d}:{minutes % 60:02d}{tail}"


@lru_cache(maxsize=1024)
def find_zone(name: str) -> ZoneInfo | None:
    """The zone of a name, or None. The zones are those of the operating system or of the package ``tzdata``."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return None


def zone_offset(zone: str, date: Date, nanos: int, utc: bool = False) -> int | None:
    """Seconds east of UTC in a zone at a local time, or at a time of UTC.

    Years that Python's calendar lacks are read as a year of the same shape (the calendar repeats after 400 years).
    """
    found = find_zone(zone)
    if found is None:
        return None
    year = date.year
    if year < 1:
        year = year % 400 + 400
    elif year > 9998:
        year = year % 400 + 9200
    second = nanos // SECOND
    clock = second // 3600, second // 60 % 60, second % 60
    moment = python.datetime(year, date.month, date.day, *clock, tzinfo=python.UTC if utc else found)
    offset = (moment.astimezone(found) if utc else moment).utcoffset()
    return None if offset is None else round(offset.total_seconds())


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_days(year: int, month: int) -> int:
    return 29 if month == 2 and is_leap(year) else _MONTH_DAYS[month - 1]


def make_date(year: int, month: int, day: int) -> Date | None:
    """A date, or None where the calendar has no such day."""
    if abs(year) > MAX_YEAR or not 1 <= month <= 12 or not 1 <= day <= month_days(year, month):
        return None
    return Date(year, month, day)


def from_ordinal(days: int) -> Date | None:
    """The date some days after 1970-01-01; None outside of the years that have nine digits."""
    era, of_era = divmod(days + 719468, 146097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    year = year_of_era + era * 400 + (month <= 2)
    return make_date(year, month, of_year - (153 * shifted + 2) // 5 + 1)


def make_time(hour: int, minute: int, second: int, nano: int = 0, offset: int | None = None) -> Time | None:
    """A time, or None outside of the clock or of the offsets."""
    if not (0 <= hour < 24 and 0 <= minute < 60 and 0 <= second < 60):
        return None
    if offset is not None and abs(offset) > MAX_OFFSET:
        return None
    return Time(hour, minute, second, nano, offset)


def parse_date(text: str) -> Date | None:
    """A date from ``[-]YYYY-MM-DD`` with 4 to 9 digits of year, or None.

    >>> str(parse_date("-2017-12-31")), parse_date("2017-02-29"), parse_date("01211-12-31")
    ('-2017-12-31', None, None)
    """
    found = _DATE.fullmatch(text)
    if not found:
        return None
    sign, year, month, day = found.groups()
    return make_date(-int(year) if sign else int(year), int(month), int(day))


def parse_time(text: str) -> Time | None:
    """A time from ``HH:MM:SS[.fraction][Z|±HH:MM|@zone]``, or None. 24:00:00 is midnight."""
    found = _clock(text)
    return None if found is None else found[1]


def _clock(text: str) -> tuple[int, Time] | None:
    """A time, and 1 when the text says 24:00:00, which is the next day's midnight."""
    found = _TIME.fullmatch(text)
    if not found:
        return None
    hour, minute, second = (int(part) for part in found.groups()[:3])
    nano = int((found.group(4) or "0")[:9].ljust(9, "0"))
    place = found.group(5)
    late = hour == 24 and not (minute or second or nano)
    zone, offset = None, None
    if place and place[0] == "@":
        zone = place[1:]
        if find_zone(zone) is None:
            return None
    elif place:
        offset = _offset(place)
    made = make_time(0 if late else hour, minute, second, nano, offset)
    if made is None:
        return None
    return int(late), Time(made.hour, made.minute, made.second, made.nano, made.offset, zone)


def _offset(place: str) -> int:
    if place == "Z":
        return 0
    hours, minutes, *seconds = (int(part) for part in place[1:].split(":"))
    if minutes > 59:
        return MAX_OFFSET + 1
    total = hours * 3600 + minutes * 60 + (seconds[0] if seconds else 0)
    return -total if place[0] == "-" else total


def parse_date_time(text: str) -> DateTime | None:
    """A date and time from ``date`` or ``dateTtime``, or None.

    >>> str(parse_date_time("2026-03-01T09:00:00@Europe/Paris")), str(parse_date_time("2026-03-01"))
    ('2026-03-01T09:00:00@Europe/Paris', '2026-03-01T00:00:00')
    """
    day, separator, clock = text.partition("T")
    date = parse_date(day)
    if date is None:
        return None
    if not separator:
        return DateTime(date, Time(0, 0, 0))
    found = _clock(clock)
    if found is None:
        return None
    moved = from_ordinal(date.ordinal + 1) if found[0] else date
    return None if moved is None else DateTime(moved, found[1])


def add_months(date: Date, months: int) -> Date | None:
    """The date some months later; a day that the month lacks becomes its last."""
    year, month = divmod(date.year * 12 + date.month - 1 + months, 12)
    return make_date(year, month + 1, min(date.day, month_days(year, month + 1)))


def months_between(start: Date, end: Date) -> MonthsDuration:
    """Whole months from one date to another, negative when it lies earlier."""
    months = (end.year - start.year) * 12 + end.month - start.month
    if months > 0 and end.day < start.day:
        months -= 1
    elif months < 0 and end.day > start.day:
        months += 1
    return MonthsDuration(months)


def add_time(value: DateTime, nanos: int) -> DateTime | None:
    """The moment some nanoseconds later; in a named zone the clock follows the zone's changes."""
    offset = value.offset_seconds() or 0
    if value.time.zone is None:
        return _at_local(value.local_nanos + nanos, value.time)
    utc = value.local_nanos - offset * SECOND + nanos
    days, rest = divmod(utc, DAY)
    date = from_ordinal(days)
    later = None if date is None else zone_offset(value.time.zone, date, rest, utc=True)
    return None if later is None else _at_local(utc + later * SECOND, value.time)


def _at_local(nanos: int, like: Time) -> DateTime | None:
    days, rest = divmod(nanos, DAY)
    date = from_ordinal(days)
    return None if date is None else DateTime(date, clock_at(rest, like))


def clock_at(nanos: int, like: Time) -> Time:
    """The time of day at some nanoseconds after midnight, with the offset or zone of another."""
    second, nano = divmod(nanos % DAY, SECOND)
    return Time(second // 3600, second // 60 % 60, second % 60, nano, like.offset, like.zone)


def shift_time(value: Time, duration: TimeDuration) -> Time:
    """A time of day moved around the clock."""
    return clock_at(value.nanos + duration.nanos, value)
