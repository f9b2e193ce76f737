"""Routines: work that a bot does by the clock or at a person's word.

A pass looks at every routine and run and says the first thing that is to be done; whoever holds the books does it and
asks again, until there is nothing. So each decision sees what the one before changed, and a pass ends because each
decision leaves a mark by which it is not taken twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from hawthorne.bots import schedule as times
from hawthorne.bots.rules.routines import OPEN, UNDERWAY, RoutineRules
from hawthorne.bots.schedule import Schedule


class Routine(NamedTuple):
    """What is to be done, when, and by whom; times in seconds on the case's clock."""

    id: str
    bot: str
    schedule: Schedule
    enabled: bool = True
    overlap: str = "skip"
    timeout: float | None = None
    next_at: float | None = None


class Run(NamedTuple):
    """One time that a routine is done. `deferred_at` is the first time that its bot was busy, `noticed_at` when
    somebody was told so; `idle`: it has a thread in which nothing is under way, nor anywhere on its behalf."""

    id: str
    routine: str
    bot: str
    status: str = "queued"
    manual: bool = False
    started_at: float | None = None
    deferred_at: float | None = None
    noticed_at: float | None = None
    idle: bool = False


def after_turn(ok: bool, delegated: bool, restarted: bool = False) -> str:
    """What the end of a run's turn is to the run: work that it sent out keeps it waiting."""
    if not ok:
        return "restart" if restarted else "fail"
    return "delegate" if delegated else "ok"


# --- the pass -----------------------------------------------------------------------------------------------------


class Book(NamedTuple):
    """All routines and runs, in the order of their making, and what the bot of a run can do now: `ready`, `busy`
    (at its limit, or in a room's turn) or `missing`."""

    routines: Sequence[Routine]
    runs: Sequence[Run]
    bot: Callable[[str], str]


class Decision(NamedTuple):
    """One thing to do. `at` is the time that has come, `next` the routine's next one, `event` what the run hears if
    it is there already."""

    what: str
    routine: str
    run: str | None = None
    event: str = ""
    at: float | None = None
    next: float | None = None


def _ends(book: Book, run: Run) -> float | None:
    """When a run under way has taken as long as its routine allows, or None."""
    timeout = next((routine.timeout for routine in book.routines if routine.id == run.routine), None)
    if run.status not in UNDERWAY or timeout is None or run.started_at is None:
        return None
    return round(run.started_at + timeout, 6)


def _expire(book: Book, now: float, rules: RoutineRules) -> Decision | None:
    """A run under way for longer than its routine allows ends as failed."""
    for run in book.runs:
        end = _ends(book, run)
        if end is not None and end <= now:
            return Decision("expire", run.routine, run.id, "expire")
    return None


def _close(book: Book, now: float, rules: RoutineRules) -> Decision | None:
    """A run that waits for handed-off work which ended without it has failed."""
    run = next((run for run in book.runs if run.status == "waiting" and run.idle), None)
    return None if run is None else Decision("close", run.routine, run.id, "fail")


def _arrive(book: Book, now: float, rules: RoutineRules) -> Decision | None:
    """A time that has come makes a run; one that is too late is missed; one that overlaps may be skipped."""
    for routine in book.routines:
        due = times.arrived(routine.schedule, routine.next_at, now) if routine.enabled else None
        if due is None:
            continue
        if now - due.at > rules.late:
            return Decision("miss", routine.id, None, "", due.at, due.next)
        overlaps = any(run.routine == routine.id and run.status in OPEN for run in book.runs)
        if overlaps and routine.overlap == "skip":
            return Decision("skip", routine.id, None, "", due.at, due.next)
        return Decision("make", routine.id, None, "", due.at, due.next)
    return None


def _dispatch(book: Book, now: float, rules: RoutineRules) -> Decision | None:
    """Queued runs, oldest first: started, put off (stamped once, told of once), or failed for want of their bot."""
    for run in book.runs:
        if run.status != "queued":
            continue
        state = book.bot(run.bot)
        if state == "ready" and not run.manual and _goes_on(run, book.runs):
            state = "busy"
        if state == "missing":
            return Decision("fail", run.routine, run.id, "unfit")
        if state == "ready":
            return Decision("start", run.routine, run.id, "start")
        if run.deferred_at is None:
            return Decision("defer", run.routine, run.id, at=now)
        if run.noticed_at is None and round(run.deferred_at + rules.notice, 6) <= now:
            return Decision("notice", run.routine, run.id, at=now)
    return None


def _goes_on(run: Run, runs: Iterable[Run]) -> bool:
    """Whether another run of the same routine is under way."""
    return any(other.routine == run.routine and other.status in UNDERWAY for other in runs)


STAGES: Mapping[str, Callable[[Book, float, RoutineRules], Decision | None]] = {
    "expire": _expire,
    "close": _close,
    "arrive": _arrive,
    "dispatch": _dispatch,
}


def decide(book: Book, now: float, rules: RoutineRules) -> Decision | None:
    """The first thing that a pass has to do, or None when it is over."""
    return next((found for stage in rules.stages if (found := STAGES[stage](book, now, rules)) is not None), None)


def wake(book: Book, now: float, rules: RoutineRules) -> float | None:
    """The earliest moment to come at which a pass may have something to do though nothing changed, or None."""
    moments = [routine.next_at for routine in book.routines if routine.enabled]
    for run in book.runs:
        moments.append(_ends(book, run))
        if run.status == "queued" and run.deferred_at is not None and run.noticed_at is None:
            moments.append(round(run.deferred_at + rules.notice, 6))
    return min((moment for moment in moments if moment is not None and moment > now), default=None)


def orphaned(book: Book, bot: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a bot's end does: the runs that it cancels and the routines that it switches off, by id."""
    runs = tuple(run.id for run in book.runs if run.bot == bot and run.status in OPEN)
    return runs, tuple(routine.id for routine in book.routines if routine.bot == bot and routine.enabled)


# --- what a run keeps ---------------------------------------------------------------------------------------------

SECRETS = re.compile(
    r"\b(?:sk|pk|rk|ghp|gho|xox[abp])[-_][A-Za-z0-9_-]{16,}|(?<=Bearer )[A-Za-z0-9._~+/-]{16,}=*"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
)


def output(text: str, rules: RoutineRules) -> str:
    """What a run keeps of the bot's last words: keys and tokens blacked out, then clipped.

    >>> output("use Bearer abcdefghijklmnopqrst now", RoutineRules())
    'use Bearer [redacted] now'
    """
    return SECRETS.sub("[redacted]", text)[: rules.output]
