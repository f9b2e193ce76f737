"""Functions of days, and identity (DMN 1.5, tables 77 and 80)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..equality import same
from ..lanes import Lane
from ..temporal import Date, DateTime

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def _date(value: Date | DateTime) -> Date:
    return value.date if isinstance(value, DateTime) else value


def day_of_year(lane: Lane, value: Date | DateTime) -> int:
    date = _date(value)
    return date.ordinal - Date(date.year, 1, 1).ordinal + 1


def day_of_week(lane: Lane, value: Date | DateTime) -> str:
    return _DAYS[_date(value).weekday - 1]


def month_of_year(lane: Lane, value: Date | DateTime) -> str:
    return _MONTHS[_date(value).month - 1]


def week_of_year(lane: Lane, value: Date | DateTime) -> int:
    """The ISO 8601 week: the one with the year's first Thursday is the first."""
    date = _date(value)
    thursday = date.ordinal + 4 - date.weekday
    for year in (date.year + 1, date.year, date.year - 1):
        first = Date(year, 1, 1).ordinal
        if thursday >= first:
            return (thursday - first) // 7 + 1
    raise AssertionError("a week's Thursday lies in the year before, of, or after its days")


def identical(lane: Lane, value1: Any, value2: Any) -> bool:
    return same(value1, value2)


def clockless(lane: Lane) -> None:
    """The clock is read where a call is compiled; a function handed on as a value has none."""
    return None


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "day of year": day_of_year, "day of week": day_of_week, "month of year": month_of_year,
    "week of year": week_of_year,
    "is": identical, "now": clockless, "today": clockless,
}  # fmt: skip
