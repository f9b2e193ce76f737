"""The two kinds of durations (DMN 1.5, 10.3.2.3.7 and 10.3.2.3.8), exact in nanoseconds and in months."""

from __future__ import annotations

import re
from dataclasses import dataclass

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

_MONTHS = re.compile(r"(-)?P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?", re.ASCII)
_TIME = re.compile(r"(-)?P(?=\d|T\d)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?", re.ASCII)
_MOST_DIGITS = 30


@dataclass(frozen=True, slots=True, order=True)
class MonthsDuration:
    """A years and months duration; ``months`` may be negative.

    >>> str(MonthsDuration(26)), MonthsDuration(-13).years, MonthsDuration(-13).months_part
    ('P2Y2M', -1, -1)
    """

    months: int

    @property
    def years(self) -> int:
        return _towards_zero(self.months, 12)

    @property
    def months_part(self) -> int:
        return self.months - 12 * self.years

    def __str__(self) -> str:
        years, months = divmod(abs(self.months), 12)
        sign = "-" if self.months < 0 else ""
        return f"{sign}P{f'{years}Y' if years else ''}{f'{months}M' if months or not years else ''}"


@dataclass(frozen=True, slots=True, order=True)
class TimeDuration:
    """A days and time duration; ``nanos`` are its nanoseconds.

    >>> str(TimeDuration(90 * MINUTE)), str(TimeDuration(-DAY)), str(TimeDuration(0))
    ('PT1H30M', '-P1D', 'PT0S')
    """

    nanos: int

    def parts(self) -> tuple[int, int, int, int]:
        """Days, hours, minutes, seconds, each with the sign of the duration."""
        sign = -1 if self.nanos < 0 else 1
        days, rest = divmod(abs(self.nanos), DAY)
        hours, rest = divmod(rest, HOUR)
        minutes, rest = divmod(rest, MINUTE)
        return sign * days, sign * hours, sign * minutes, sign * (rest // SECOND)

    def __str__(self) -> str:
        days, hours, minutes, seconds = (abs(part) for part in self.parts())
        fraction = abs(self.nanos) % SECOND
        tail = f".{fraction:09d}".rstrip("0") if fraction else ""
        clock = (
            (f"{hours}H" if hours else "")
            + (f"{minutes}M" if minutes else "")
            + (f"{seconds}{tail}S" if seconds or fraction else "")
        )
        if not days and not clock:
            return "PT0S"
        sign = "-" if self.nanos < 0 else ""
        return f"{sign}P{f'{days}D' if days else ''}{f'T{clock}' if clock else ''}"


Duration = MonthsDuration | TimeDuration


def _towards_zero(value: int, by: int) -> int:
    return value // by if value >= 0 else -(-value // by)


def parse_duration(text: str) -> Duration | None:
    """A duration from ISO 8601 text (years and months, or days and time, never both), or None.

    >>> str(parse_duration("PT1000M")), str(parse_duration("P100M")), parse_duration("P1Y1D")
    ('PT16H40M', 'P8Y4M', None)
    """
    if len(text) > 4 * _MOST_DIGITS:
        return None
    found = _MONTHS.fullmatch(text)
    if found:
        sign, years, months = found.groups()
        total = 12 * int(years or 0) + int(months or 0)
        return MonthsDuration(-total if sign else total)
    found = _TIME.fullmatch(text)
    if not found:
        return None
    sign, days, hours, minutes, seconds, fraction = found.groups()
    nanos = int(days or 0) * DAY + int(hours or 0) * HOUR + int(minutes or 0) * MINUTE + int(seconds or 0) * SECOND
    nanos += int((fraction or "0")[:9].ljust(9, "0"))
    return TimeDuration(-nanos if sign else nanos)
