"""What the bench measures is what it says it measures."""

from __future__ import annotations

from bench import models, nodes, sessions, trials
from bench.row import Row, Spread, rate
from bench.table import markdown

from hawthorne import facade
from hawthorne.hold import plan as plans


def test_a_line_visits_each_step_and_both_ends_once_a_case() -> None:
    assert nodes.walked(models.line(5), 3) == 3 * 7


def test_a_loop_visits_its_step_and_its_gateway_each_pass() -> None:
    assert nodes.walked(models.loop(10), 2) == 2 * (2 * 10 + 2)


def test_a_cohort_plays_two_trials_a_pair_for_each_subject() -> None:
    run = facade.run(plans.make(models.trials(5), n=3))
    assert trials.counted(run) == 3 * 2 * 5
    assert run.counts == {"ended": 3, "stuck": 0, "failed": 0}


def test_a_session_takes_every_trial() -> None:
    marks: dict[int, float] = {}
    sessions.taken(sessions.made(2), marks)
    assert list(marks) == list(range(1, sessions.TRIALS + 1))


def test_an_aim_is_met_from_the_right_side() -> None:
    fast = rate(100, [1.0, 2.0, 4.0])
    assert fast == Spread(50.0, 25.0, 100.0)
    assert Row("", "", fast, "/s", 50).met is True
    assert Row("", "", fast, "/s", 51).met is False
    assert Row("", "", fast, "s", 51, at_most=True).met is True
    assert Row("", "", fast, "s").met is None


def test_the_table_has_a_line_for_each_row() -> None:
    row = Row("trials", "a cohort", Spread(213456.7, 1.0, 0.01234), "trials/s", 30_000, peer=2.0, note="here")
    assert markdown([row]).splitlines()[2:] == [
        "| trials | a cohort | 213,457 | trials/s | 1 – 0.0123 | ≥ 30,000 | × 2 | here |"
    ]
