"""How routines run: what is kept of them, the pass carried out, and how a run begins and ends.

A run works in a thread of its own, from a copy of the routine's words.
"""

from __future__ import annotations

from hawthorne.bots import activities, ending, runs, schedule
from hawthorne.bots.entities import Routine, Run, Thread
from hawthorne.bots.facts import ask_admission, facts_of, has_open_tree
from hawthorne.bots.house import House
from hawthorne.bots.messages import append_message
from hawthorne.bots.opening import open_turn
from hawthorne.bots.rules.routines import OPEN
from hawthorne.bots.runs import Book, Decision
from hawthorne.core.values import JSON


class Shelf:
    """The routines and their runs, each by id in the order of their making."""

    __slots__ = ("open", "routines", "runs")

    def __init__(self) -> None:
        self.routines: dict[str, Routine] = {}
        self.runs: dict[str, Run] = {}
        self.open: dict[str, Run] = {}
        """The runs that are not over: all that a pass looks at."""


def shelf(house: House) -> Shelf:
    """What the house keeps of routines."""
    found: Shelf | None = house.rooms.get("routines")
    if found is None:
        found = house.rooms["routines"] = Shelf()
    return found


# --- the pass -----------------------------------------------------------------------------------------------------


def on_pass(house: House) -> None:
    """Carry out what a pass decides until it is over, and be woken at the next clock. Rules by which a decision leaves
    no mark end the pass when it is taken again."""
    rules, taken = house.rules.routines, set[Decision]()
    while (found := runs.decide(book_of(house), house.now, rules)) is not None and found not in taken:
        taken.add(found)
        house.used(f"routines.{found.what}")
        DEEDS[found.what](house, found)
    house.alarm("routines", runs.wake(book_of(house), house.now, rules))


def book_of(house: House) -> Book:
    """The routines and open runs as the pass sees them."""
    kept = shelf(house)
    return Book(
        [
            runs.Routine(
                routine.id, routine.bot_id, schedule_of(routine), routine.enabled, routine.overlap,
                None if routine.timeout_minutes is None else routine.timeout_minutes * 60.0, routine.next_run_at,
            )
            for routine in kept.routines.values()
        ],
        [
            runs.Run(
                run.id, run.routine_id, run.bot_id, run.status, run.manual, run.started_at, run.deferred_at,
                run.deferred_notice_at, is_idle(house, run),
            )
            for run in kept.open.values()
        ],
        lambda bot_id: readiness(house, bot_id),
    )  # fmt: skip


def is_idle(house: House, run: Run) -> bool:
    """Whether nothing is under way in the run's thread, and nothing that it handed out."""
    return run.thread_id is not None and run.thread_id not in house.live and not has_open_tree(house, run.thread_id)


def schedule_of(routine: Routine) -> schedule.Schedule:
    """A routine's schedule in seconds."""
    times = schedule.read(routine.schedule, 0.0)
    assert not isinstance(times, str)
    return times


def readiness(house: House, bot_id: str) -> str:
    """What admission says of a bot's next unattended turn: `ready`, `busy` or `missing`."""
    verdict = ask_admission(house, "unattended", facts_of(house, house.bots.get(bot_id), None), note=False)
    return "ready" if verdict.then == "start" else verdict.reason or "busy"


def _make(house: House, found: Decision) -> None:
    routine = shelf(house).routines[found.routine]
    assert found.at is not None
    house.change(routine, next_run_at=found.next, enabled=found.next is not None)
    new_run(house, routine, found.at, "schedule")


def _miss(house: House, found: Decision) -> None:
    routine = shelf(house).routines[found.routine]
    assert found.at is not None
    house.change(routine, next_run_at=found.next, enabled=found.next is not None)
    why = house.say("routine.missed", hours=round(house.rules.routines.late / 3600))
    new_run(house, routine, found.at, "schedule", status="missed", error=why, finished_at=house.now)


def _skip(house: House, found: Decision) -> None:
    routine = shelf(house).routines[found.routine]
    house.change(routine, next_run_at=found.next, enabled=found.next is not None, skipped_at=found.at)


def _start(house: House, found: Decision) -> None:
    """A thread of its own, the words of the run, and a turn that nobody attends."""
    run = shelf(house).runs[found.run or ""]
    bot = house.bots[run.bot_id]
    if not house.take("run", run, found.event, "status", started_at=house.now):
        return
    ask_admission(house, "unattended", facts_of(house, bot, None))
    title = house.say("routine.title", name=run.routine_name, when=clock(house.now))
    thread = Thread(house.next_id("thread"), bot.id, title, house.now, surface="routine")
    house.threads[thread.id] = thread
    house.create(thread)
    house.change(run, thread_id=thread.id)
    message = append_message(house, thread, "user", text=run.prompt, from_={"routineId": run.routine_id})
    cause = {"kind": "routine", "id": run.id}
    open_turn(house, bot, thread, "unattended", cause, run.prompt, (message.id,))


def _defer(house: House, found: Decision) -> None:
    run = shelf(house).runs[found.run or ""]
    if readiness(house, run.bot_id) == "busy":
        ask_admission(house, "unattended", facts_of(house, house.bots[run.bot_id], None))
    house.change(run, deferred_at=found.at)


def _notice(house: House, found: Decision) -> None:
    """One line in the bot's own conversation."""
    run = shelf(house).runs[found.run or ""]
    minutes = round(house.rules.routines.notice / 60)
    thread = house.threads[house.bots[run.bot_id].thread_id]
    activities.append(house, thread, house.say("routine.deferred", name=run.routine_name, minutes=minutes))
    house.change(run, deferred_notice_at=found.at, attention="deferred")


def _fail(house: House, found: Decision) -> None:
    ask_admission(house, "unattended", facts_of(house, None, None))
    end(house, shelf(house).runs[found.run or ""], found.event, house.say("routine.unfit"))


def _close(house: House, found: Decision) -> None:
    run = shelf(house).runs[found.run or ""]
    end(house, run, found.event, house.say("routine.unfinished"), run.output)


def _expire(house: House, found: Decision) -> None:
    run = shelf(house).runs[found.run or ""]
    minutes = shelf(house).routines[run.routine_id].timeout_minutes
    why = house.say("routine.expired", minutes=minutes)
    end(house, run, found.event, why)
    stop_turn(house, run, why)


DEEDS = {
    "make": _make,
    "miss": _miss,
    "skip": _skip,
    "start": _start,
    "defer": _defer,
    "notice": _notice,
    "fail": _fail,
    "expire": _expire,
    "close": _close,
}
"""What is done about each decision of a pass."""


# --- runs ---------------------------------------------------------------------------------------------------------


def new_run(house: House, routine: Routine, scheduled_for: float, source: str, **parts: JSON) -> Run:
    """A run of a routine, with the words that it has now."""
    run = Run(house.next_id("run"), routine.id, routine.name, routine.prompt, routine.bot_id, scheduled_for, house.now,
              manual=source == "manual", trigger_source=source)  # fmt: skip
    for name, value in parts.items():
        setattr(run, name, value)
    kept = shelf(house)
    kept.runs[run.id] = run
    if run.status in OPEN:
        kept.open[run.id] = run
    house.create(run)
    return run


def end(house: House, run: Run, on: str, why: str | None = None, output: str | None = None) -> bool:
    """Take a run to one of its ends; whether it had one on this."""
    attention = {"fail": "failed", "expire": "failed", "unfit": "failed", "restart": "failed"}.get(on)
    if not house.take("run", run, on, "status", finished_at=house.now, error=why, output=output, attention=attention):
        return False
    shelf(house).open.pop(run.id, None)
    return True


def stop_turn(house: House, run: Run, why: str) -> None:
    """Stop the turn of a run that is over."""
    turn = house.live.get(run.thread_id or "")
    if turn is not None:
        ending.interrupt(house, turn, why)


def clock(seconds: float) -> str:
    """A moment of the case as people read it.

    >>> clock(93784.0)
    'day 2, 02:03'
    """
    days, rest = divmod(int(seconds), 86400)
    return f"day {days + 1}, {rest // 3600:02d}:{rest % 3600 // 60:02d}"
