"""The pass over routines and runs: what it does first, and that it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.bots.rules.routines import OPEN, RoutineRules
from hawthorne.bots.runs import STAGES, Book, Decision, Routine, Run, after_turn, decide, orphaned, output, wake
from hawthorne.bots.schedule import Interval, Once

HOUR = 3600.0
RULES = RoutineRules()
HOURLY = Routine("routine-1", "bot-1", Interval(HOUR, HOUR), next_at=HOUR)


def run(id: str = "run-1", **parts: object) -> Run:
    return Run(id, "routine-1", "bot-1")._replace(**parts)


def book(*runs: Run, routine: Routine = HOURLY, bot: str = "ready") -> Book:
    return Book([routine], runs, lambda _: bot)


@pytest.mark.parametrize(
    ("books", "now", "decision"),
    [
        (book(), 0.0, None),
        (book(), HOUR, Decision("make", "routine-1", None, "", HOUR, 2 * HOUR)),
        (book(), 3.2 * HOUR, Decision("make", "routine-1", None, "", 3 * HOUR, 4 * HOUR)),
        (book(routine=HOURLY._replace(enabled=False)), HOUR, None),
        (book(run(status="running")), HOUR, Decision("skip", "routine-1", None, "", HOUR, 2 * HOUR)),
        (book(run(status="waiting")), HOUR, Decision("skip", "routine-1", None, "", HOUR, 2 * HOUR)),
        (
            book(run(status="running"), routine=HOURLY._replace(overlap="queue")),
            HOUR,
            Decision("make", "routine-1", None, "", HOUR, 2 * HOUR),
        ),
        (book(run(status="completed")), HOUR, Decision("make", "routine-1", None, "", HOUR, 2 * HOUR)),
        (
            book(routine=HOURLY._replace(schedule=Once(HOUR))),
            13 * HOUR,
            Decision("make", "routine-1", None, "", HOUR, None),
        ),
        (
            book(routine=HOURLY._replace(schedule=Once(HOUR))),
            13 * HOUR + 1,
            Decision("miss", "routine-1", None, "", HOUR, None),
        ),
        (
            book(routine=HOURLY._replace(schedule=Interval(24 * HOUR, HOUR))),
            14 * HOUR,
            Decision("miss", "routine-1", None, "", HOUR, 25 * HOUR),
        ),
        (book(run()), 0.0, Decision("start", "routine-1", "run-1", "start")),
        (book(run(), bot="missing"), 0.0, Decision("fail", "routine-1", "run-1", "unfit")),
        (book(run(), bot="busy"), 5.0, Decision("defer", "routine-1", "run-1", at=5.0)),
        (book(run(deferred_at=5.0), bot="busy"), 1804.0, None),
        (book(run(deferred_at=5.0), bot="busy"), 1805.0, Decision("notice", "routine-1", "run-1", at=1805.0)),
        (book(run(deferred_at=5.0, noticed_at=1805.0), bot="busy"), 3000.0, None),
        (book(run(deferred_at=5.0)), 9.0, Decision("start", "routine-1", "run-1", "start")),
        (book(run(status="running"), run("run-2")), 5.0, Decision("defer", "routine-1", "run-2", at=5.0)),
        (book(run(status="running"), run("run-2", manual=True)), 5.0, Decision("start", "routine-1", "run-2", "start")),
        (book(run(deferred_at=1.0), run("run-2"), bot="busy"), 5.0, Decision("defer", "routine-1", "run-2", at=5.0)),
        (
            book(run(status="running", started_at=5.0), routine=HOURLY._replace(timeout=60.0)),
            65.0,
            Decision("expire", "routine-1", "run-1", "expire"),
        ),
        (book(run(status="running", started_at=5.0), routine=HOURLY._replace(timeout=60.0)), 64.9, None),
        (book(run(status="running", started_at=5.0)), 65.0, None),
        (book(run(status="waiting", idle=True)), 0.0, Decision("close", "routine-1", "run-1", "fail")),
        (book(run(status="waiting")), 0.0, None),
        (book(run(status="running", idle=True)), 0.0, None),
    ],
)
def test_what_a_pass_does_first(books: Book, now: float, decision: Decision | None) -> None:
    assert decide(books, now, RULES) == decision


def test_time_outs_come_before_times_that_arrive_before_queued_runs() -> None:
    late = run(status="running", started_at=0.0)
    routine = HOURLY._replace(timeout=60.0, overlap="queue")
    books = [book(late, run("run-2"), routine=routine), book(run("run-2"), routine=routine), book(run("run-2"))]
    found = [decide(books[0], HOUR, RULES), decide(books[1], HOUR, RULES), decide(books[2], 0.0, RULES)]
    assert [each.what for each in found if each] == ["expire", "make", "start"]


@pytest.mark.parametrize("stage", RULES.stages)
def test_without_its_stage_a_pass_does_not_do_it(stage: str) -> None:
    busy = {
        "expire": book(run(status="running", started_at=0.0), routine=HOURLY._replace(timeout=60.0)),
        "arrive": book(),
        "close": book(run(status="waiting", idle=True)),
        "dispatch": book(run()),
    }[stage]
    now = HOUR if stage == "arrive" else 100.0
    assert decide(busy, now, RULES) is not None
    assert decide(busy, now, replace(RULES, stages=tuple(name for name in RULES.stages if name != stage))) is None
    assert stage in STAGES


@pytest.mark.parametrize(
    ("books", "moment"),
    [
        (book(), HOUR),
        (book(routine=HOURLY._replace(enabled=False)), None),
        (book(run(deferred_at=5.0), bot="busy"), 1805.0),
        (book(run(deferred_at=5.0, noticed_at=9.0), bot="busy"), HOUR),
        (book(run(status="running", started_at=5.0), routine=HOURLY._replace(timeout=60.0)), 65.0),
    ],
)
def test_a_pass_is_due_again_at_the_earliest_clock(books: Book, moment: float | None) -> None:
    assert wake(books, 0.0, RULES) == moment


@pytest.mark.parametrize(
    ("ok", "delegated", "event"),
    [(True, False, "ok"), (True, True, "delegate"), (False, True, "fail"), (False, False, "fail")],
)
def test_the_end_of_a_turn_is_an_event_of_its_run(ok: bool, delegated: bool, event: str) -> None:
    assert after_turn(ok, delegated) == event


def test_the_end_of_a_bot_cancels_its_open_runs_and_switches_off_its_routines() -> None:
    runs = [run(f"run-{i}", status=status) for i, status in enumerate((*OPEN, "completed", "missed"))]
    other = Routine("routine-2", "bot-2", Once(1.0))
    assert orphaned(Book([HOURLY, other], runs, lambda _: "ready"), "bot-1") == (
        ("run-0", "run-1", "run-2"),
        ("routine-1",),
    )


def test_an_output_is_clipped_and_keys_are_blacked_out() -> None:
    assert output("x" * 3000, RULES) == "x" * 2000
    assert output("key sk-abcdefghijklmnopqrstu end", RULES) == "key [redacted] end"
    assert output("-----BEGIN PRIVATE KEY-----\nabc", RULES) == "[redacted]"
    assert output("the password is easy", RULES) == "the password is easy"


def carried_out(found: Decision, books: Book, now: float) -> Book:
    """The books after a decision, as whoever holds them would keep them."""
    runs, routines = list(books.runs), list(books.routines)
    for i, routine in enumerate(routines):
        if routine.id == found.routine and found.what in ("make", "miss", "skip"):
            routines[i] = routine._replace(next_at=found.next)
    if found.what in ("make", "miss"):
        status = "queued" if found.what == "make" else "missed"
        runs.append(Run(f"run-{len(runs) + 1}", found.routine, "bot-1", status))
    for i, each in enumerate(runs):
        if each.id == found.run:
            runs[i] = each._replace(**{
                "expire": {"status": "failed"},
                "start": {"status": "running", "started_at": now},
                "fail": {"status": "failed"},
                "close": {"status": "failed"},
                "defer": {"deferred_at": found.at},
                "notice": {"noticed_at": found.at},
            }[found.what])  # fmt: skip
    return Book(routines, runs, books.bot)


RUNS = st.builds(
    run,
    st.integers(1, 9).map(lambda i: f"run-{i}"),
    status=st.sampled_from(["queued", "running", "waiting", "completed", "failed"]),
    manual=st.booleans(),
    idle=st.booleans(),
    started_at=st.none() | st.floats(0.0, 1e5),
    deferred_at=st.none() | st.floats(0.0, 1e5),
)
ROUTINES = st.builds(
    Routine,
    st.sampled_from(["routine-1", "routine-2"]),
    st.just("bot-1"),
    st.builds(Interval, st.sampled_from([60.0, HOUR]), st.floats(0.0, 1e4)) | st.builds(Once, st.floats(0.0, 1e5)),
    overlap=st.sampled_from(["skip", "queue"]),
    timeout=st.none() | st.sampled_from([60.0, HOUR]),
    next_at=st.none() | st.floats(0.0, 1e5),
)


@settings(max_examples=150)
@given(
    st.lists(ROUTINES, max_size=2, unique_by=lambda routine: routine.id),
    st.lists(RUNS, max_size=6, unique_by=lambda each: each.id),
    st.sampled_from(["ready", "busy", "missing"]),
    st.floats(0.0, 1e5),
)
def test_a_pass_ends_and_leaves_nothing_that_is_due(
    routines: list[Routine], runs: list[Run], bot: str, now: float
) -> None:
    books = Book(routines, runs, lambda _: bot)
    for _ in range(4 * (len(routines) + len(runs)) + 4):
        found = decide(books, now, RULES)
        if found is None:
            break
        books = carried_out(found, books, now)
    assert decide(books, now, RULES) is None
    later = wake(books, now, RULES)
    assert later is None or decide(books, round(now + (later - now) / 2, 3), RULES) is None
