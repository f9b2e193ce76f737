"""Sessions: the caller is the participant, sees no more than one, and time is the case's."""

from __future__ import annotations

import json
from typing import Any

import pytest
from toys import FULL, content, text, toy_plan

from hawthorne.core.ask import Answer, Silence
from hawthorne.core.errors import InvalidDocument, UnknownAsk, UsageError
from hawthorne.hold.play import play
from hawthorne.hold.session import Session

ASK = {"op": "ask", "roles": ["A"]}


def session(*steps: dict[str, Any], actors: Any = None, roles: tuple[str, ...] = ("A",), **more: Any) -> Session:
    return Session(toy_plan({"roles": roles, "n": 3, "steps": steps}, actors, level="full"), **more)


def what(held: Session) -> list[tuple[float, str, Any]]:
    kinds = ("given", "due", "late", "invalid", "failed")
    return [(each.at, each.what, each.value) for each in held.records if each.what in kinds]


def test_reset_shows_the_first_ask_and_step_the_next_until_the_case_is_done() -> None:
    held = session(ASK, ASK)
    state = held.reset()
    assert state == {
        "done": False,
        "asks": [
            {"ask": "ask-1", "view": {"text": "step 0", "total": 0}, "answer": {}, "thread": "thread-1", "turn": 0}
        ],
    }
    state = held.step({"ask-1": 5})
    assert [each["ask"] for each in state["asks"]] == ["ask-2"]
    assert state["asks"][0]["view"]["total"] == 5
    assert held.step({"ask-2": 1}) == {"done": True, "asks": []}


def test_no_state_holds_an_id_of_the_document_or_the_asking_step() -> None:
    held = session(ASK, ASK, {"op": "timed", "role": "A", "seconds": 3})
    states = [held.reset(), held.step({"ask-1": 1}), held.step({"ask-2": 1})]
    assert not any(word in json.dumps(states) for word in ("ask0", "timed2", "talk", "1/", "position"))


def test_an_invalid_answer_gives_the_same_state_and_the_error_and_is_recorded() -> None:
    held = session({**ASK, "space": "closed"})
    before = held.reset()
    after = held.step({"ask-1": "x"})
    assert after == before | {"error": {"ask-1": "'x' is not a number from 0 to 99"}}
    assert held.step({"ask-1": 9})["done"]
    assert what(held) == [(0.0, "invalid", "x"), (0.0, "given", 9)]


def test_one_invalid_answer_holds_back_the_others_of_its_step() -> None:
    held = session({"op": "ask", "roles": ["A", "A"], "space": "closed"})
    held.reset()
    state = held.step({"ask-1": 5, "ask-2": "x"})
    assert [each["ask"] for each in state["asks"]] == ["ask-1", "ask-2"]
    assert list(state["error"]) == ["ask-2"]


def test_an_answer_takes_its_time_and_one_that_takes_too_long_is_late() -> None:
    held = session({**ASK, "limit": 2}, ASK)
    held.reset()
    held.step({"ask-1": Answer(5, 2.5)})
    assert what(held) == [(2.0, "due", None), (2.5, "late", 5)]
    held.step({"ask-2": Answer(6, 1.0)})
    assert what(held)[2:] == [(3.0, "given", 6)]


def test_a_step_without_answers_lets_time_pass_to_what_comes_next() -> None:
    held = session({**ASK, "limit": 2}, ASK)
    held.reset()
    assert held.step()["asks"][0]["ask"] == "ask-2"
    assert what(held) == [(2.0, "due", None)]


def test_a_caller_who_lets_nothing_come_is_stuck_and_the_case_is_done() -> None:
    held = session(ASK)
    held.reset()
    assert held.step({})["done"]
    assert held.records[-1].value["status"] == "stuck"


def test_a_refusal_is_given() -> None:
    held = session(ASK)
    held.reset()
    assert held.step({"ask-1": Silence("refused")})["done"]
    assert [each.why for each in held.records if each.what == "given"] == ["refused"]


def test_the_other_roles_are_played_along() -> None:
    steps = [{"op": "ask", "roles": ["B"]}, {"op": "ask", "roles": ["B", "A"]}, {"op": "ask", "roles": ["B"]}]
    held = session(*steps, actors={"B": "toy"}, roles=("A", "B"))
    state = held.reset()
    assert len(state["asks"]) == 1
    assert held.step({"ask-1": Answer(1, 60.0)})["done"]
    assert sum(each.who == "B" for each in held.records if each.what == "given") == 3


def test_a_caller_may_play_several_roles_and_is_told_whose_an_ask_is() -> None:
    held = session({"op": "ask", "roles": ["A", "B"]}, roles=("A", "B"))
    assert [each["role"] for each in held.reset()["asks"]] == ["A", "B"]


def test_an_answer_to_what_was_withdrawn_is_late() -> None:
    held = session({"op": "ask", "roles": ["A", "A"], "until": "first"}, ASK)
    held.reset()
    held.step({"ask-1": 5})
    held.step({"ask-2": 6})
    assert what(held) == [(0.0, "given", 5), (0.0, "late", 6)]


def test_an_unknown_ask_is_refused_and_nothing_happens() -> None:
    held = session(ASK)
    held.reset()
    with pytest.raises(UnknownAsk, match='unknown ask "ask-7": did you mean "ask-1"'):
        held.step({"ask-7": 1})
    assert what(held) == []


def test_reset_begins_anew_with_the_same_bytes() -> None:
    held = session(ASK, ASK)
    first = held.reset()
    held.step({"ask-1": 5})
    assert held.reset() == first
    assert [each.what for each in held.records] == ["begin", "reached", "put"]


def test_which_role_the_caller_plays_is_asked_where_it_is_not_plain() -> None:
    with pytest.raises(UsageError, match="say which role the caller plays: A, B"):
        Session(toy_plan(FULL, "toy"))
    with pytest.raises(UsageError, match='no role "C"'):
        Session(toy_plan(FULL, "toy"), role="C")
    with pytest.raises(InvalidDocument, match='nobody plays the role "B"'):
        Session(toy_plan(FULL, None), role="A")
    with pytest.raises(UsageError, match=r"call reset\(\) first"):
        Session(toy_plan(FULL, "toy"), role="A").step({})


def test_a_session_that_answers_as_an_actor_would_gives_the_actors_records() -> None:
    """One plan, once driven and once with the caller in its only role: the same bytes."""
    model = {"roles": ["A"], "n": 2, "steps": [{**ASK, "limit": 1.0}, {**ASK, "space": "closed"}, ASK]}
    plan = toy_plan(model, "toy")
    held = Session(plan, case=2, role="A")
    mind = plan.minds(2)["A"]
    state = held.reset()
    blind = held._blind
    while not state["done"]:
        (shown,) = state["asks"]
        ask = held._agenda.case.open[blind.real(shown["ask"])]
        state = held.step({shown["ask"]: mind.answer(ask)})
    assert content(play(plan)).endswith(text(held.records))
