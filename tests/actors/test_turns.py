"""The scripted model: one link a call, then gate, delay, and failure or reply."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hawthorne.actors.turns import EXITED, OVERRUN, TurnsActor, TurnsMind
from hawthorne.core.ask import Answer, Ask, Fault
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.spaces.anything import Anything


def result(content: Any, errored: bool = False) -> dict[str, Any]:
    text = content if isinstance(content, str) else json.dumps(content)
    return {"role": "tool", "tool": "x", "content": text, "errored": errored}


def link(number: int, *results: dict[str, Any], turn: int = 0, role: str = "bot-1") -> Ask:
    view = {"messages": [{"role": "user", "content": "go"}, *results], "turn": turn}
    return Ask(f"1/turn-{turn + 1}.{number}", role, "turn", view, Anything(), None, "thread-1", turn)


def mind(*turns: dict[str, Any], role: str = "bot-1") -> TurnsMind:
    return TurnsActor({role: turns}).open(1, Draws.seeded(1))


def test_a_turn_without_calls_is_its_reply() -> None:
    assert mind({"reply": "Done."}).answer(link(1)) == Answer({"text": "Done."})


def test_link_k_makes_the_k_th_call_and_the_last_replies() -> None:
    model = mind({"steps": [{"arguments": {"a": 1}}, {"tool": "list_bots"}], "reply": "Done."})
    said = [model.answer(link(1)), model.answer(link(2, result({}))), model.answer(link(3, result({}), result({})))]
    assert said == [
        Answer({"calls": [{"tool": "coordinate_bots", "arguments": {"a": 1}}]}),
        Answer({"calls": [{"tool": "list_bots", "arguments": {}}]}),
        Answer({"text": "Done."}),
    ]


def test_gate_and_delay_hold_the_end_of_the_turn_and_not_its_calls() -> None:
    model = mind({"steps": [{}], "reply": "Done.", "gate": "g", "delayMs": 1500})
    assert model.answer(link(1)) == Answer({"calls": [{"tool": "coordinate_bots", "arguments": {}}]})
    assert model.answer(link(2, result({}))) == Answer({"text": "Done."}, 1.5, after="g")


def test_a_turn_that_fails_does_so_behind_its_gate() -> None:
    assert mind({"fail": True, "gate": "g"}).answer(link(1)) == Fault("the script has this turn fail", None, after="g")


def test_a_turn_without_a_reply_says_nothing() -> None:
    assert mind({}).answer(link(1)) == Answer({"text": ""})


def test_a_turn_beyond_the_script_is_an_overrun() -> None:
    assert mind({"reply": "Done."}).answer(link(1, turn=1)) == OVERRUN
    assert mind({"reply": "Done."}).answer(link(1, role="bot-9")) == OVERRUN


@pytest.mark.parametrize(
    ("expected", "errored", "why"),
    [
        (None, True, "off script: turn 0, call 0 (list_bots) was refused: not yours"),
        (False, True, "off script: turn 0, call 0 (list_bots) was refused: not yours"),
        (True, False, "off script: turn 0, call 0 (list_bots) was to be refused and succeeded"),
    ],
)
def test_a_call_that_is_not_refused_as_expected_breaks_the_turn(expected: Any, errored: bool, why: str) -> None:
    call = {"tool": "list_bots"} | ({} if expected is None else {"expectError": expected})
    assert mind({"steps": [call], "reply": "Done."}).answer(link(2, result("not yours", errored))) == Fault(why)


def test_a_refusal_that_is_expected_goes_on() -> None:
    model = mind({"steps": [{"expectError": True}], "reply": "Done."})
    assert model.answer(link(2, result("no", True))) == Answer({"text": "Done."})


def test_a_binding_stands_for_what_an_earlier_call_of_the_turn_returned() -> None:
    model = mind({"steps": [{}, {"arguments": {"ids": [{"$from": "call0.result.requests[0].id"}]}}]})
    said = model.answer(link(2, result({"requests": [{"id": "node-2"}]})))
    assert said == Answer({"calls": [{"tool": "coordinate_bots", "arguments": {"ids": ["node-2"]}}]})


def test_a_binding_may_name_an_earlier_turn_even_after_a_restart() -> None:
    turns = ({"steps": [{}]}, {"steps": [{"arguments": {"id": {"$from": "turn0.call0.result.id"}}}]})
    ended = link(2, result({"id": "x"}))
    lived, restarted = mind(*turns), mind(*turns)
    lived.answer(ended)
    restarted.recall(ended, Answer({"text": ""}))
    for model in (lived, restarted):
        assert model.answer(link(1, turn=1)) == Answer(
            {"calls": [{"tool": "coordinate_bots", "arguments": {"id": "x"}}]}
        )


@pytest.mark.parametrize(
    ("binding", "why"),
    [
        ("call3.result", "call3.result names a call that was not made: turn 0 has 1 so far"),
        ("call0.result.no", "call0 returned an object with nothing in it, where 'no' should be"),
    ],
)
def test_a_binding_that_stands_for_nothing_breaks_the_turn(binding: str, why: str) -> None:
    model = mind({"steps": [{}, {"tool": "t", "arguments": {"a": {"$from": binding}}}]})
    assert model.answer(link(2, result({}))) == Fault(f"off script: turn 0, call 1 (t): {why}")


def test_words_that_come_after_the_reply_find_nothing_more_to_say() -> None:
    model = mind({"reply": "Done."})
    assert model.answer(link(1)) == model.answer(link(1)) == Answer({"text": "Done."})
    assert model.answer(link(2)) == Answer({"text": ""})
    restarted = mind({"reply": "Done."})
    restarted.recall(link(1), Answer({"text": "Done."}))
    assert restarted.answer(link(2)) == Answer({"text": ""})


def test_a_file_of_scripts_is_an_object_of_turns_by_role(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text('{"bot-1": {"turns": [{"reply": "Hello."}]}}')
    actor = TurnsActor.from_spec(str(path))
    assert actor.scripts == {"bot-1": [{"reply": "Hello."}]}
    assert actor.describe().reproducible


@pytest.mark.parametrize("text", ["[]", '{"a": 1}', '{"a": [1]}', "{"])
def test_a_file_that_is_no_plan_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(text)
    with pytest.raises(UsageError):
        TurnsActor.from_spec(str(path))
    with pytest.raises(UsageError):
        TurnsActor.from_spec(str(tmp_path / "none.json"))


def test_a_model_whose_process_ends_is_silent_so_often_and_then_goes_on() -> None:
    model = mind({"exits": 2, "reply": "Done."})
    assert [model.answer(link(number)) for number in (1, 2, 3)] == [EXITED, EXITED, Answer({"text": "Done."})]
    resumed = mind({"exits": 2, "reply": "Done."})
    for number in (1, 2):
        resumed.recall(link(number), EXITED)
    assert resumed.answer(link(3)) == Answer({"text": "Done."})
