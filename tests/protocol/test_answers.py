"""What can be answered: the schema of a State and its step agree, and a wrong answer changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spaces_at_random import VALUES, bent
from taken_study import NAMES, made, played, seats

import hawthorne.protocol as hs
from hawthorne.core.draws import Draws
from hawthorne.hold.refusals import ERRORS
from hawthorne.spaces.asked import SPACES, form_of, space_of
from hawthorne.testing import schema as schemas

pytest.importorskip("jsonschema", reason="the reference validator is an extra of developers")

WRONG: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 3, 50, 1.5, -0.0, 1e-12, 1e308, 2**53, 2**70, 10**500, float("nan"), float("inf"), -float("inf"),
    "", " ", "1", "50", "o1", "o99", "O1", "yes", "left", "nan", "NaN", "Infinity", "null", "None", "true", "\x00", "\ud800",
    "' OR 1=1 --", "<script>alert(1)</script>", "{{resp.consent}}", "${arm}", "\u202eright", "e\u0301" * 400, "x" * 5000,
    [], [None], [[]], [1, 2, 3], ["o1", "o1"], ["o1", "nope"], [5, 4], [True, False], ["1", "2"], [float("nan"), 1], ("o1",),
    {}, {"": 1}, {"code": "o1", "x": 1}, {"code": "nope"}, {"code": None}, {"o1": "1"}, {"o1": True}, {"w1": "5"}, {"w1": {}},
    {"r1": 1}, {"value": 1}, {1: 2}, {"o1": -1}, {"o1": 10**400}, {"w1": None, "w2": None}, {"a": {"b": {"c": [1]}}},
    b"o1", {1, 2}, object(), range(3), 1j, lambda: 0, Exception("x"),
)  # fmt: skip
"""Whatever a model, a script or a person may send: wrong types, huge, not numbers, nested, other screens' ids, markup."""


def unlike(state: hs.State) -> str:
    return json.dumps({key: value for key, value in state.items() if key != "error"})


def test_forty_wrong_values_of_every_kind_leave_the_state_equal_but_for_the_error() -> None:
    tried: dict[str, int] = dict.fromkeys(SPACES, 0)
    for name in NAMES:
        env = made(name)
        for session, state in played(seats(env, 2)):
            for shown in state["screen"]["responses"]:
                if tried[shown["kind"]] < 2 * 40:
                    tried[shown["kind"]] += refused(env, session, state, shown)
    for group in range(1, 25):  # the study with every kind has several ways out
        if all(count >= 40 for count in tried.values()):
            break
        env = made("fixture_kinds")
        for session, state in played(seats(env, group), group):
            for shown in state["screen"]["responses"]:
                if tried[shown["kind"]] < 40:
                    tried[shown["kind"]] += refused(env, session, state, shown)
    assert all(count >= 40 for count in tried.values()), tried


def refused(env: hs.Env, session: hs.Session, state: hs.State, shown: dict[str, Any]) -> int:
    """Send every wrong value as the answer to one response; how many were wrong."""
    space, before, count = space_of(shown), unlike(state), 0
    valid = form_of(state).sample(Draws.seeded(1))
    records = session._table.group.records
    secrets = documents_words(env)
    for value in WRONG:
        if space.check(value) is None or (value is None and not shown["required"]):
            continue
        lines = len(records)
        after = session.step(valid | {shown["id"]: value})
        assert unlike(after) == before
        error = after["error"]
        assert error["code"] == "invalid_answers"
        codes = {each["id"]: each["code"] for each in error["responses"]}
        assert set(codes) == {shown["id"]}
        assert codes[shown["id"]] in ERRORS
        assert [record.what for record in records[lines:]] == ["invalid"]
        assert not [word for word in secrets if word in json.dumps(error) and word not in repr(value)], error
        count += 1
    return count


def documents_words(env: hs.Env) -> set[str]:
    """Ids of the document that are no ordinary words."""
    model = env.document.model
    parts = [
        *model.responses,
        *model.stages,
        *(item for stage in model.stages for page in stage.pages for item in page.items),
    ]
    return {part.id for part in parts if len(part.id) > 6 or "_" in part.id}


@pytest.mark.parametrize("name", NAMES)
def test_what_the_schema_and_its_rules_allow_is_what_step_accepts(name: str) -> None:
    env = made(name)
    kinds: set[str] = set()

    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    @given(st.integers(1, 30), st.lists(VALUES, min_size=2, max_size=5))
    def law(seed: int, values: list[Any]) -> None:
        sessions = seats(env, seed)
        states = [session.reset() for session in sessions]
        for turn in range(60):
            for k, session in enumerate(sessions):
                if states[k]["done"]:
                    continue
                kinds.update(shown["kind"] for shown in states[k]["screen"]["responses"])
                for answers in tries(states[k], values, seed + turn):
                    states[k] = agree(session, states[k], answers)
                    if states[k]["done"]:
                        break
            if all(state["done"] for state in states):
                break

    law()
    if name == "fixture_kinds":
        assert kinds == set(SPACES)


def tries(state: hs.State, values: list[Any], seed: int) -> list[Any]:
    """Answers to a State: near misses, nonsense, and valid ones at last."""
    if state["timing"]["advance"] == "wait":
        return [{}]
    form = form_of(state)
    sample = form.sample(Draws.seeded(seed))
    found: list[Any] = [values[0], bent(form, sample, seed, values[0])]
    for k, (id, space) in enumerate(form.parts.items()):
        value = values[k % len(values)]
        found += [sample | {id: value}, sample | {id: bent(space, sample[id], seed + k, value)}]
        found += [{key: each for key, each in sample.items() if key != id}]
    return [*found, sample]


def agree(session: hs.Session, state: hs.State, answers: Any) -> hs.State:
    """One step, which must come out as the State's schema says."""
    if state["timing"]["advance"] == "wait":
        return session.step({})
    if unlike(session.state) != unlike(state):
        return session.state  # the screen went on with an answer before this one
    schema = hs.answer_schema(state)
    assert schema == session.answer_schema()
    allowed = schemas.accepts(schema, answers) and schemas.obeys(schema, answers)
    after = session.step(answers)
    if "error" not in after:
        assert schemas.accepts(schema, answers)
        assert allowed
        return after
    page = after["error"]["code"] == "constraint" and any(rule["rule"] == "page" for rule in schema.get("x-rules", ()))
    assert page or not allowed, (after["error"], answers)
    assert unlike(after) == unlike(state)
    return state


def test_the_schema_of_a_state_that_was_read_from_json_is_that_of_its_session() -> None:
    env = made("fixture_kinds")
    for session, state in played(seats(env)):
        again = json.loads(json.dumps(state))
        schema = session.answer_schema()
        schema.pop("x-rules", None)
        assert hs.answer_schema(again) == schema
        schemas.check_schema(schema)


def test_nothing_can_be_answered_once_it_is_over() -> None:
    env = made("fixture_mini")
    (*_, (_, last)) = played(seats(env))
    assert hs.answer_schema(last) == {"not": {}}
