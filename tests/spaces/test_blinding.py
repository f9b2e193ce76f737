"""Blinded spaces: the same answers under opaque codes, which tell nothing of the document."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spaces_at_random import PARTS, VALUES, bent

from hawthorne.core.draws import Draws
from hawthorne.core.space import Coded, Normed
from hawthorne.spaces.allocation import Allocation
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.form import Constraint, Form
from hawthorne.spaces.keypress import Keypress
from hawthorne.spaces.likert import Likert
from hawthorne.spaces.matrix import Matrix
from hawthorne.spaces.multi_choice import MultiChoice
from hawthorne.spaces.ranking import Ranking
from hawthorne.spaces.slider import Slider
from hawthorne.testing import check_space

CODED = ("allocation", "choice", "form", "keypress", "matrix", "multi_choice", "ranking")
NORMED = ("allocation", "form", "integer", "interval", "keypress", "likert", "matrix", "number", "slider")
CANARY = "hsx0a1b2c"
WORDS = [f"{CANARY}-{k}" for k in range(1, 6)]
"""Codes of a document that no other text holds."""

CANARIES = (
    Choice(WORDS),
    MultiChoice(WORDS, min=1, exclusive=(WORDS[0],)),
    Ranking(WORDS, top=2),
    Allocation(WORDS, 10),
    Keypress(WORDS, rt="optional"),
    Matrix(WORDS, Likert((1, 5)), optional=(WORDS[2],)),
    Matrix(WORDS, Choice(WORDS)),
    Form({WORDS[0]: Choice(WORDS), WORDS[1]: Slider((0, 1), 0.1), WORDS[2]: Matrix(WORDS, Choice(WORDS))}, (WORDS[1],)),
)


@pytest.mark.parametrize("kind", sorted(PARTS))
def test_the_kinds_with_codes_can_be_blinded_and_those_with_several_forms_have_a_normal_one(kind: str) -> None:
    space = _one(kind)
    assert isinstance(space, Coded) == (kind in CODED)
    assert isinstance(space, Normed) == (kind in NORMED)


def _one(kind: str) -> Any:
    found: list[Any] = []

    @settings(max_examples=1, database=None, suppress_health_check=list(HealthCheck))
    @given(PARTS[kind])
    def draw(space: Any) -> None:
        found.append(space)

    draw()
    return found[0]


@pytest.mark.parametrize("kind", CODED)
def test_unblinding_is_one_to_one_between_valid_values(kind: str) -> None:
    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(PARTS[kind], st.lists(st.integers(0, 10**6), min_size=2, max_size=4))
    def law(space: Any, seeds: list[int]) -> None:
        blinded = space.blinded()
        there = [blinded.sample(Draws.seeded(seed)) for seed in seeds]
        back = [space.unblind(value) for value in there]
        assert all(space.check(value) is None for value in back)
        assert [space.blind(value) for value in back] == there
        assert all(
            (a == b) == (c == d) for a, c in zip(there, back, strict=True) for b, d in zip(there, back, strict=True)
        )

    law()


@pytest.mark.parametrize("space", CANARIES, ids=lambda space: space.kind)
def test_neither_schema_nor_sentence_nor_sample_of_a_blinded_space_holds_a_code_of_the_document(space: Any) -> None:
    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(VALUES, st.integers(0, 10**6))
    def law(value: Any, seed: int) -> None:
        blinded = space.blinded()
        sample = blinded.sample(Draws.seeded(seed))
        wrong = [value, bent(blinded, sample, seed, value), None, *blinded.examples()[1]]
        said = [str(blinded.check(each)) for each in wrong]
        assert CANARY not in json.dumps([blinded.schema(), sample, said, list(blinded.examples())])

    law()
    check_space(space, samples=10, codes=WORDS)


def test_the_names_of_a_page_count_on_and_its_rules_are_asked_of_the_answers_behind() -> None:
    rule = Constraint("the first must be less than the second", lambda answers: answers["low"] < answers["high"])
    form = Form({"low": Slider((0, 9)), "high": Slider((0, 9)), "why": Choice(("a", "b"))}, ("why",), (rule,))
    blinded = form.blinded(first=7)
    assert list(blinded.parts) == ["r7", "r8", "r9"]
    assert blinded.optional == ("r9",)
    assert blinded.check({"r7": 1, "r8": 2}) is None
    assert blinded.check({"r7": 2, "r8": 1}) == "the first must be less than the second"
    assert form.unblind({"r9": "o2", "r7": 1, "r8": 2}, 7) == {"low": 1, "high": 2, "why": "b"}
    assert form.blind({"low": 1, "why": None}, 7) == {"r7": 1, "r9": None}


def test_the_normal_form_has_whole_numbers_as_ints_and_says_what_was_left_out() -> None:
    form = Form({
        "n": Slider((0, 9)), "share": Allocation(("a", "b"), 10, allow_omit=True), "key": Keypress(("x",)),
        "grid": Matrix(("u", "v"), Likert((1, 5)), optional=("v",)), "skipped": Slider((0, 1)),
    }, optional=("skipped",))  # fmt: skip
    given = {"grid": {"v": None, "u": 2.0}, "n": 3.0, "share": {"b": 10.0}, "key": {"code": "x"}, "skipped": None}
    assert form.check(given) is None
    wanted = {"n": 3, "share": {"a": 0, "b": 10}, "key": {"code": "x", "rt_ms": None}, "grid": {"u": 2}}
    assert json.dumps(form.normal(given)) == json.dumps(wanted)
