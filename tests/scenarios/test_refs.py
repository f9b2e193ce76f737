"""References, bindings and wordings: what stands for something else, and what it means."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hawthorne.lang.bindings import Binding, is_binding
from hawthorne.records.evidence import Evidence
from hawthorne.scenarios.refs import Meaning, Reference, found, in_evidence, is_reference, resolve, say

BOTS = ("ops", "a.thread")
MEANING = Meaning(
    lambda reference: f"<{reference.what} {reference.name}>",
    lambda binding: ["bound", *binding],
    lambda message: f"<{message['$msg']}>",
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("@ops", "<bot ops>"),
        ("@ops.thread", "<original ops>"),
        ("@ops.node", "<node ops>"),
        ("@a.thread", "<bot a.thread>"),
        ("@a.thread.node", "<node a.thread>"),
        ("@routine:night.box", "<routine night.box>"),
        ("@thread:side", "<thread side>"),
        ("@@ops", "@ops"),
        ("@@@ops", "@@ops"),
        ("a@ops", "a@ops"),
        ("", ""),
    ],
)
def test_a_text_whose_first_character_is_the_sign_is_a_reference_as_a_whole(text: str, meant: str) -> None:
    assert resolve(text, MEANING, BOTS) == meant


def test_values_are_resolved_however_deep_and_keys_are_not() -> None:
    value = {"@ops": ["@ops", {"x": {"$from": "call0.result.a[1]"}, "y": {"$msg": "vm.free"}, "z": [1, None, True]}]}
    assert resolve(value, MEANING, BOTS) == {
        "@ops": ["<bot ops>", {"x": ["bound", None, 0, ("a", 1)], "y": "<vm.free>", "z": [1, None, True]}]
    }


@given(st.recursive(st.none() | st.integers() | st.text(), lambda v: st.lists(v) | st.dictionaries(st.text(), v)))
def test_what_has_no_sign_stands_for_itself(value: Any) -> None:
    if not list(found(value)) and "@@" not in str(value):
        assert resolve(value, MEANING, BOTS) == value


@given(st.text())
def test_the_escape_says_any_text(text: str) -> None:
    written = "@" + text if text.startswith("@") else text
    assert resolve(written, MEANING, BOTS) == text
    assert not is_reference(written)


@pytest.mark.parametrize("text", ["", "call.result", "call0", "callx.result", "call0.result.", "call0.result[x]",
                                  "call-1.result", "turn0.result", "call0.result a", "call0.result..a"])  # fmt: skip
def test_a_binding_of_another_form_binds_nothing(text: str) -> None:
    with pytest.raises(ValueError, match="binds nothing"):
        Binding.of(text)


def test_a_binding_leads_into_what_a_call_returned() -> None:
    result = {"requests": [{"id": "n1"}, {"id": "n2", "list": [[7]]}]}
    assert Binding.of("call0.result").within(result) == result
    assert Binding.of("call0.result.requests[1].list[0][0]").within(result) == 7
    for text in ("call0.result.requests[2]", "call0.result.none", "call0.result[0]", "call0.result.requests.id"):
        with pytest.raises(ValueError, match="should be"):
            Binding.of(text).within(result)
    assert is_binding({"$from": "anything"})
    assert not is_binding({"$from": 1})


def test_a_wording_ends_before_the_first_place_that_has_no_value() -> None:
    wording = {"x.y": "{name} waits for {holder} and {holder}."}
    assert say({"$msg": "x.y", "name": "A", "holder": "B"}, wording) == "A waits for B and B."
    assert say({"$msg": "x.y", "name": "A"}, wording) == "A waits for "
    assert say({"$msg": "x.y"}, wording) == ""


def test_a_value_for_which_a_wording_has_no_place_is_a_slip() -> None:
    with pytest.raises(ValueError, match='the wording "w" has no place "nam": did you mean "name"?'):
        say({"$msg": "w", "nam": "Ada"}, {"w": "{name} replied"})
    with pytest.raises(ValueError, match="it has none"):
        say({"$msg": "w", "name": "Ada"}, {"w": "Done."})


def test_in_a_run_references_mean_the_harness_ids() -> None:
    evidence = Evidence.model_validate({
        "turns": [], "threads": {}, "sends": [], "observations": {}, "activities": {},
        "handoffs": [{"bot": "ops", "status": "failed", "threadId": "n1"}, {"bot": "ops", "status": "failed", "threadId": "n2"}],
        "activeThreads": {"ops": "t1"}, "bots": {"ops": {"id": "id7"}, "idle": {"id": "id8"}},
        "routines": {"night": "r1"}, "opened": {"side": "t9"}, "wording": {"vm.free": "free"},
    })  # fmt: skip
    meant = in_evidence(evidence)
    assert meant(["@ops", "@ops.thread", "@ops.node", "@routine:night", "@thread:side", {"$msg": "vm.free"}, "@@x"]) == [
        "id7", "t1", "n1", "r1", "t9", "free", "@x"
    ]  # fmt: skip
    for unknown in (
        "@op",
        "@idle.node",
        "@routine:day",
        "@thread:none",
        {"$msg": "vm.busy"},
        {"$from": "call0.result"},
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            meant(unknown)


def test_a_reference_names_its_bot_even_where_there_is_none() -> None:
    assert Reference.of("@nobody.node", BOTS) == ("bot", "nobody.node")
