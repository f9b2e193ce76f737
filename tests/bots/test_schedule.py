"""When routines are due."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.bots.schedule import Due, Interval, Once, arrived, following, read, write

HOUR = 3600.0


@pytest.mark.parametrize(
    ("value", "schedule"),
    [
        ({"type": "interval", "everyMinutes": 60, "anchorAt": 3_600_000}, Interval(HOUR, HOUR)),
        ({"type": "interval", "everyMinutes": 60, "anchorAt": -1500}, Interval(HOUR, -1.5)),
        ({"type": "interval", "everyMinutes": 5}, Interval(300.0, 310.0)),
        ({"type": "once", "at": 5000}, Once(5.0)),
    ],
)
def test_a_schedule_is_read_in_seconds(value: Any, schedule: object) -> None:
    assert read(value, 10.0) == schedule
    assert read(write(read(value, 10.0)), 99.0) == schedule


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (None, "a schedule is"),
        ({"type": "cron"}, "a schedule is"),
        ({"type": "interval"}, "everyMinutes"),
        ({"type": "interval", "everyMinutes": 0}, "not 0"),
        ({"type": "interval", "everyMinutes": 1.5}, "not 1.5"),
        ({"type": "interval", "everyMinutes": True}, "not True"),
        ({"type": "interval", "everyMinutes": 1, "anchorAt": "x"}, "anchorAt"),
        ({"type": "interval", "everyMinutes": 1, "at": 1}, 'no "at"'),
        ({"type": "once"}, "at must be"),
        ({"type": "once", "at": float("nan")}, "at must be"),
        ({"type": "once", "at": 10**400}, "at must be"),
    ],
)
def test_what_is_wrong_with_a_schedule_is_said(value: Any, found: str) -> None:
    problem = read(value, 0.0)
    assert isinstance(problem, str)
    assert found in problem


@pytest.mark.parametrize(
    ("schedule", "now", "next_at"),
    [
        (Interval(HOUR, HOUR), 0.0, HOUR),
        (Interval(HOUR, HOUR), HOUR, 2 * HOUR),
        (Interval(HOUR, HOUR), 2.5 * HOUR, 3 * HOUR),
        (Interval(HOUR, -100.0), 0.0, 3500.0),
        (Once(5.0), 4.0, 5.0),
        (Once(5.0), 5.0, None),
    ],
)
def test_the_next_time_keeps_the_phase(schedule: Any, now: float, next_at: float | None) -> None:
    assert following(schedule, now) == next_at


@pytest.mark.parametrize(
    ("schedule", "planned", "now", "due"),
    [
        (Interval(HOUR, 0.0), HOUR, HOUR - 1, None),
        (Interval(HOUR, 0.0), HOUR, HOUR, Due(HOUR, 2 * HOUR)),
        (Interval(HOUR, 0.0), HOUR, 5.5 * HOUR, Due(5 * HOUR, 6 * HOUR)),
        (Interval(HOUR, 0.0), None, 9 * HOUR, None),
        (Once(5.0), 5.0, 90.0, Due(5.0, None)),
        (Once(5.0), None, 90.0, None),
    ],
)
def test_of_the_times_gone_by_the_latest_is_made_up_for(
    schedule: Any, planned: float | None, now: float, due: Due | None
) -> None:
    assert arrived(schedule, planned, now) == due


@settings(max_examples=100)
@given(
    st.integers(1, 10_000),
    st.integers(-(10**9), 10**9).map(lambda ms: ms / 1000),
    st.lists(st.floats(0.0, 10**7).map(lambda t: round(t, 6)), min_size=1, max_size=6),
)
def test_however_late_one_looks_every_time_is_in_phase_and_the_next_lies_ahead(
    minutes: int, anchor: float, looks: list[float]
) -> None:
    schedule = Interval(minutes * 60.0, anchor)
    planned = following(schedule, 0.0)
    for now in sorted(looks):
        due = arrived(schedule, planned, now)
        if due is None:
            assert planned is not None
            assert planned > now
            continue
        assert due.at <= now < due.next
        assert now - due.at < schedule.every + 1e-6
        assert abs((due.at - anchor) / schedule.every - round((due.at - anchor) / schedule.every)) < 1e-6
        planned = due.next
