"""What each response kind accepts, refuses and says, one rule a test."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import pytest

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.spaces.allocation import Allocation
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.form import Constraint, Form
from hawthorne.spaces.integer import MOST, Integer
from hawthorne.spaces.interval import Interval
from hawthorne.spaces.keypress import Keypress
from hawthorne.spaces.likert import Likert
from hawthorne.spaces.matrix import Matrix
from hawthorne.spaces.multi_choice import MultiChoice
from hawthorne.spaces.number import Number
from hawthorne.spaces.problem import Problem, shown
from hawthorne.spaces.ranking import Ranking
from hawthorne.spaces.slider import Slider
from hawthorne.spaces.text import Text
from hawthorne.spaces.turn import Turn


@pytest.mark.parametrize(
    ("space", "value", "code"),
    [
        (Choice(("a", "b")), "c", "not_an_option"),
        (Choice(("a", "b")), 0, "wrong_type"),
        (MultiChoice(("a", "b"), min=1), [], "too_few"),
        (MultiChoice(("a", "b"), max=1), ["a", "b"], "too_many"),
        (MultiChoice(("a", "b")), ["a", "a"], "duplicate"),
        (MultiChoice(("a", "b"), exclusive=("b",)), ["a", "b"], "too_many"),
        (Ranking(("a", "b", "c"), top=2), ["a"], "too_few"),
        (Ranking(("a", "b", "c"), top=2), ["a", "b", "c"], "too_many"),
        (Likert((1, 7)), 8, "out_of_range"),
        (Likert((1, 7)), True, "wrong_type"),
        (Slider((0, 100), 5), 7, "off_step"),
        (Slider((0, 100), 5), 105, "out_of_range"),
        (Integer((0, 5)), "3", "wrong_type"),
        (Integer(), MOST + 1, "out_of_range"),
        (Number((0, 1), decimals=1), 0.25, "off_step"),
        (Text(min_len=2), " a ", "too_short"),
        (Text(max_len=2), "abc", "too_long"),
        (Text(), "\ud800", "wrong_type"),
        (Matrix(("w1", "w2"), Likert((1, 5))), {"w1": 1}, "missing_required"),
        (Matrix(("w1", "w2"), Likert((1, 5))), {"w1": 1, "w2": 9}, "out_of_range"),
        (Matrix(("w1",), Likert((1, 5))), {"w1": 1, "w3": 1}, "unknown_response"),
        (Allocation(("a", "b"), 10), {"a": 5, "b": 6}, "bad_sum"),
        (Allocation(("a", "b"), 10), {"a": 10}, "missing_required"),
        (Allocation(("a", "b"), 10, step=5), {"a": 3, "b": 7}, "off_step"),
        (Allocation(("a", "b"), 10), {"a": 10, "b": 0, "c": 0}, "not_an_option"),
        (Interval((0, 9)), [5, 4], "bad_order"),
        (Interval((0, 9), "lo<hi"), [4, 4], "bad_order"),
        (Interval((0, 9)), [-1, 4], "out_of_range"),
        (Keypress(("f", "j"), rt="required"), {"code": "f"}, "missing_required"),
        (Keypress(("f", "j"), window_ms=100), {"code": "f", "rt_ms": 101}, "out_of_range"),
        (Keypress(("f", "j"), rt="absent"), {"code": "f", "rt_ms": 1}, "unknown_response"),
        (Turn(("t",)), {"calls": []}, "too_few"),
        (Turn(("t",), most=1), {"calls": [{"tool": "t"}, {"tool": "t"}]}, "too_many"),
        (Turn(("t",)), {"calls": [{"tool": "u"}]}, "not_an_option"),
        (Form({"a": Integer()}), {"a": None}, "invalid_answers"),
    ],
)
def test_a_refusal_has_the_code_of_its_rule(space: Any, value: Any, code: str) -> None:
    problem = space.check(value)
    assert problem is not None
    assert problem.code == code


@pytest.mark.parametrize(
    ("space", "value"),
    [
        (MultiChoice(("a", "b", "none"), min=2, exclusive=("none",)), ["none"]),
        (MultiChoice(("a", "b")), []),
        (Integer((0, 5)), 3.0),
        (Likert((1, 7)), 7.0),
        (Slider((0, 1), 0.1), 0.7),
        (Slider((0.05, 1), 0.1), 0.35),
        (Slider((0, 10), 4), 8),
        (Number(), -1e-300),
        (Number(decimals=2), 19.99),
        (Text(max_len=1), "  e\u0301 "),
        (Text(), ""),
        (Matrix(("w1", "w2"), Likert((1, 5)), optional=("w2",)), {"w1": 1, "w2": None}),
        (Allocation(("a", "b", "c"), 0.3, step=0.1), {"a": 0.1, "b": 0.1, "c": 0.1}),
        (Allocation(("a", "b"), 10, allow_omit=True), {"a": 10}),
        (Allocation(("a", "b"), 10, must_sum=False), {"a": 1, "b": 2}),
        (Interval(), [4, 4]),
        (Keypress(("f",)), {"code": "f", "rt_ms": None}),
        (Turn(("t",)), {"text": "", "calls": []}),
        (Form({}), {}),
        (Form({"a": Integer(), "b": Text()}, optional=("b",)), {"a": 1, "b": None}),
    ],
)
def test_a_valid_answer_at_the_border_is_accepted(space: Any, value: Any) -> None:
    assert space.check(value) is None


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Choice(()), "at least one"),
        (lambda: Choice(("a", "a")), '"a" stands there twice'),
        (lambda: Choice("ab"), "list of strings"),
        (lambda: MultiChoice(("a",), min=2), "cannot be picked"),
        (lambda: MultiChoice(("a",), exclusive=("b",)), 'exclusive "b"'),
        (lambda: Ranking(("a",), top=2), "best 2 of 1"),
        (lambda: Likert((7, 1)), "in order"),
        (lambda: Slider((0, 1), 0), "above 0"),
        (lambda: Slider((1, 0)), "is empty"),
        (lambda: Slider((0, 10**9), 1e-9), "more digits"),
        (lambda: Integer((0.5, 1)), "whole numbers"),
        (lambda: Number((0.01, 0.02), decimals=1), "has 1 decimals"),
        (lambda: Text(3, 2), "from 3 to 2"),
        (lambda: Matrix(("a",), Likert((1, 2)), ("b",)), 'optional row "b"'),
        (lambda: Allocation(("a", "b"), 10, step=3), "never sum to 10"),
        (lambda: Allocation(("a", "b"), 10, max_each=4), "never sum to 10"),
        (lambda: Interval((1, 1), "lo<hi"), "two different"),
        (lambda: Keypress(("a",), window_ms=0), "above 0"),
        (lambda: Form({}, optional=("x",)), 'optional "x"'),
        (lambda: Turn(most=0), "at least 1"),
    ],
)
def test_a_declaration_that_no_answer_can_meet_is_refused(make: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        make()


def test_only_a_choice_can_be_open_and_it_still_tells_options_from_the_rest() -> None:
    trial = Choice(("Match", "NonMatch"), open=True)
    assert trial.open
    assert trial.check("F5") is not None
    assert trial.check("Match") is None
    assert not Choice(("Match",)).open


def test_a_form_names_every_part_that_is_wrong_at_once() -> None:
    form = Form({"a": Integer((0, 5)), "b": Text(), "c": Choice(("x",))}, optional=("b",))
    problems = form.problems({"a": 9, "b": 1, "z": 1})
    assert {name: problem.code for name, problem in problems.items()} == {
        "z": "unknown_response", "a": "out_of_range", "b": "wrong_type", "c": "missing_required",
    }  # fmt: skip


def test_a_forms_constraint_holds_of_its_samples_and_its_message_is_the_refusal() -> None:
    rule = Constraint("the first must be the smaller", lambda page: page["a"] < page["b"])
    form = Form({"a": Integer((0, 9)), "b": Integer((0, 9))}, constraints=(rule,))
    root = Draws.seeded(1)
    assert all(form.check(form.sample(root.at(i))) is None for i in range(50))
    assert form.check({"a": 2, "b": 1}) == "the first must be the smaller"
    never = Form({"a": Integer((0, 9))}, constraints=(Constraint("never", lambda page: False),))
    with pytest.raises(UsageError, match="never"):
        never.sample(root)


@pytest.mark.parametrize(
    ("space", "outcomes"),
    [
        (Choice(("a", "b", "c")), 3),
        (Likert((1, 5)), 5),
        (Slider((0, 1), 0.25), 5),
        (MultiChoice(("a", "b"), exclusive=("b",)), 3),
        (Ranking(("a", "b", "c")), 6),
        (Number((0, 0.3), decimals=1), 4),
        (Allocation(("a", "b"), 4), 5),
    ],
)
def test_samples_reach_every_valid_answer(space: Any, outcomes: int) -> None:
    root = Draws.seeded(3)
    counts = Counter(str(space.sample(root.at(i))) for i in range(600))
    assert len(counts) == outcomes
    assert min(counts.values()) > 600 / outcomes / 4


def test_a_problem_is_its_sentence_and_keeps_its_code() -> None:
    problem = Problem("bad_sum", "must sum to 10")
    twin = pickle.loads(pickle.dumps(problem))
    assert (twin, twin.code) == ("must sum to 10", "bad_sum")


def test_a_value_that_cannot_be_printed_is_still_named() -> None:
    assert shown(10**5000) == "a number of more than 40 digits"
    assert "more than 40" in str(Integer((0, 5)).check(10**5000))
