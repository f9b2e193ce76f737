"""When a routine is due: pure functions of a schedule and the case's clock, in seconds.

An interval keeps its phase: its times are anchor + k * every, whatever happened in between. Of several times that have
gone by unseen only the latest is made up for.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from hawthorne.core.values import JSON

MOST_MINUTES = 366 * 24 * 60


class Interval(NamedTuple):
    """Every so many seconds, in phase with the anchor."""

    every: float
    anchor: float


class Once(NamedTuple):
    """At one moment."""

    at: float


Schedule = Interval | Once


class Due(NamedTuple):
    """A time that has come, and the next one (None: there is none)."""

    at: float
    next: float | None


def read(value: JSON, now: float) -> Schedule | str:
    """A schedule from its JSON, or what is wrong with it. An interval without an anchor has its first time one
    interval from now.

    >>> read({"type": "interval", "everyMinutes": 60, "anchorAt": 3600000}, 0.0)
    Interval(every=3600.0, anchor=3600.0)
    >>> read({"type": "interval", "everyMinutes": 0}, 0.0)
    'everyMinutes must be a whole number of minutes from 1 to 527040, not 0'
    """
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(value, dict) or kind not in ("interval", "once"):
        return 'a schedule is {"type": "interval", "everyMinutes": 60, "anchorAt": MS} or {"type": "once", "at": MS}'
    allowed = {"type", "everyMinutes", "anchorAt"} if kind == "interval" else {"type", "at"}
    unknown = sorted(set(value) - allowed)
    if unknown:
        return f'a schedule of type {kind} has no "{unknown[0]}"'
    if kind == "once":
        at = _seconds(value.get("at"))
        return Once(at) if at is not None else "at must be a time in milliseconds"
    every = value.get("everyMinutes")
    if isinstance(every, bool) or not isinstance(every, int) or not 1 <= every <= MOST_MINUTES:
        return f"everyMinutes must be a whole number of minutes from 1 to {MOST_MINUTES}, not {every}"
    if "anchorAt" not in value:
        return Interval(every * 60.0, round(now + every * 60.0, 6))
    anchor = _seconds(value["anchorAt"])
    return Interval(every * 60.0, anchor) if anchor is not None else "anchorAt must be a time in milliseconds"


def write(schedule: Schedule) -> dict[str, JSON]:
    """A schedule as its JSON, its anchor written out."""
    if isinstance(schedule, Once):
        return {"type": "once", "at": round(schedule.at * 1000)}
    every, anchor = round(schedule.every / 60), round(schedule.anchor * 1000)
    return {"type": "interval", "everyMinutes": every, "anchorAt": anchor}


def _seconds(value: JSON) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e17:
        return None
    return round(value / 1000, 3)


def following(schedule: Schedule, now: float) -> float | None:
    """The first time after `now`; an interval never begins before its anchor.

    >>> following(Interval(3600.0, 600.0), 600.0)
    4200.0
    """
    if isinstance(schedule, Once):
        return schedule.at if schedule.at > now else None
    return _phase(schedule, 0) if now < schedule.anchor else _phase(schedule, _count(schedule, now) + 1)


def arrived(schedule: Schedule, planned: float | None, now: float) -> Due | None:
    """What has come of a time that was planned: the latest time up to now and the next, or None while it lies ahead.

    >>> arrived(Interval(3600.0, 0.0), 3600.0, 11000.0)
    Due(at=10800.0, next=14400.0)
    """
    if planned is None or planned > now:
        return None
    if isinstance(schedule, Once):
        return Due(planned, None)
    return Due(max(planned, _phase(schedule, _count(schedule, now))), _phase(schedule, _count(schedule, now) + 1))


def _count(schedule: Interval, now: float) -> int:
    """The number of the latest time up to now."""
    k = math.floor((now - schedule.anchor) / schedule.every)
    return k + 1 if _phase(schedule, k + 1) <= now else k


def _phase(schedule: Interval, k: int) -> float:
    return round(schedule.anchor + k * schedule.every, 6)
