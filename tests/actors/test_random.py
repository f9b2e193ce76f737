"""The random actor."""

from collections import Counter

import pytest

from hawthorne.actors.random import RandomActor
from hawthorne.core.ask import Answer, Ask
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.integer import Integer
from hawthorne.spaces.text import Text

SIDES = ["Left", "Right"]


def answers(view, space, n=200, seat="1"):
    mind = RandomActor.from_spec("").open(1, Draws.seeded(3))
    return [mind.answer(Ask(f"{seat}/T.1.1.{i}", "R", "T", view, space)).value for i in range(n)]


def test_every_option_of_a_trial_is_as_likely():
    for view in ({"Stimulus": "x", "ResponseOptions": SIDES}, {"Prompt": "x", "Trial": {"ResponseOptions": SIDES}}):
        counts = Counter(answers(view, Choice(tuple(SIDES), open=True)))
        assert 70 < counts["Left"] < 130
        assert counts.total() == counts["Left"] + counts["Right"]


def test_a_question_is_answered_with_a_sample_of_its_space():
    values = answers({"text": "Your age?"}, Integer((18, 99)))
    assert all(18 <= value <= 99 for value in values)
    assert len(set(values)) > 20


def test_n_a_message_without_options_is_answered_ready():
    assert answers({"Prompt": "Shall we?"}, Text(), 1) == ["READY"]


def test_seats_of_one_case_answer_each_for_itself_and_again_the_same():
    view, space = {"ResponseOptions": SIDES}, Choice(tuple(SIDES), open=True)
    assert answers(view, space, seat="1/1") != answers(view, space, seat="1/2")
    assert answers(view, space, seat="1/1") == answers(view, space, seat="1/1")


def test_it_says_how_it_answers():
    mind = RandomActor().open(1, Draws.seeded(3))
    assert mind.answer(Ask("1/A.1", "R", "A", {}, Text())) == Answer("READY", None, None)
    about = RandomActor().describe()
    assert (about.kind, about.reproducible, about.sees) == ("random", True, "view")
    with pytest.raises(UsageError, match="nothing behind"):
        RandomActor.from_spec("x")
