"""The gate: its rows one by one, and that nothing dead opens it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.bots.computer.gate import Call, Capability, alive, answer, pass_through
from hawthorne.bots.rules.admission import Verdict
from hawthorne.bots.rules.computer import ComputerRules
from hawthorne.bots.wording import COMPAT, OURS, say

RULES = ComputerRules()
FINE = Call(True, True, True, False, "claimed", True)
TABLE: list[tuple[dict[str, Any], str, str]] = [
    ({"live": False, "known": False, "own": False}, "refuse", "gate.capability"),
    ({"known": False, "own": False}, "refuse", "gate.bot"),
    ({"own": False, "held": True}, "refuse", "gate.foreign"),
    ({"held": True, "stage": "mounted"}, "hold", "gate.person"),
    ({"held": True, "stage": "failed"}, "hold", "gate.person"),
    ({"stage": "mounted", "owned": False}, "begin", "gate.dormant"),
    ({"stage": "failed", "owned": False}, "hold", "gate.failed"),
    ({"stage": "binding", "owned": False}, "hold", "gate.contended"),
    ({"stage": "checking"}, "hold", "gate.contended"),
    ({"owned": False}, "hold", "gate.contended"),
    ({"stage": None, "owned": False}, "hold", "gate.contended"),
    ({}, "pass", "gate.open"),
]


@pytest.mark.parametrize(("change", "then", "row"), TABLE)
def test_what_a_call_meets(change: dict[str, Any], then: str, row: str) -> None:
    verdict = pass_through(FINE._replace(**change), RULES)
    assert (verdict.then, verdict.row) == (then, row)


def test_every_row_of_the_gate_is_in_the_table_above() -> None:
    assert {row for *_, row in TABLE} == {f"gate.{row.name}" for row in RULES.gate}


@pytest.mark.parametrize(
    ("verdict", "asked", "status", "body"),
    [
        (Verdict("pass", None, "gate.open"), False, 200, {"held": False, "helpOpen": False}),
        (Verdict("pass", None, "gate.open"), True, 200, {"held": False, "helpOpen": True}),
        (Verdict("hold", None, "gate.person"), True, 200, {"held": True, "helpOpen": True}),
        (
            Verdict("hold", "vm.contention", "gate.contended"),
            True,
            200,
            {"held": True, "helpOpen": False, "blockedReason": OURS["vm.contention"]},
        ),
        (Verdict("refuse", "no-row", "gate.none"), False, 403, {"error": OURS["gate.none"], "code": "gate.none"}),
        (
            Verdict("refuse", None, "gate.capability"),
            False,
            401,
            {"error": OURS["gate.capability"], "code": "gate.capability"},
        ),
    ],
)
def test_what_a_call_is_answered(verdict: Verdict, asked: bool, status: int, body: dict[str, Any]) -> None:
    assert answer(verdict, asked, partial(say, OURS)) == (status, body)


def test_a_failed_claim_is_answered_with_the_phrase_that_fixtures_know_and_not_with_contention() -> None:
    verdict = Verdict("hold", "vm.claim_failed", "gate.failed")
    _, body = answer(verdict, False, partial(say, COMPAT), label="vm", why="no desktop")
    assert body["blockedReason"].startswith("This turn could not claim the Local VM (no desktop)")
    assert "Another thread" not in body["blockedReason"]


CAPABILITY = Capability("g1")


@pytest.mark.parametrize(
    ("capability", "generation", "lives"),
    [
        (CAPABILITY, "g1", True),
        (None, "g1", False),
        (CAPABILITY, "g2", False),
        (CAPABILITY, None, False),
        (CAPABILITY._replace(live=False), "g1", False),
        (CAPABILITY._replace(lapsed=True), "g1", False),
    ],
)
def test_a_capability_dies_with_its_turn_its_lease_and_when_it_is_revoked(
    capability: Capability | None, generation: str | None, lives: bool
) -> None:
    assert alive(capability, generation) == lives


CALLS = st.builds(
    Call,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, "mounted", "binding", "checking", "claimed", "failed", "dropped"]),
    st.booleans(),
)


@settings(max_examples=200)
@given(CALLS)
def test_the_gate_opens_to_the_owner_alone(call: Call) -> None:
    if pass_through(call, RULES).then == "pass":
        assert call == FINE


@pytest.mark.parametrize("row", ["capability", "bot", "foreign", "person", "contended"])
def test_without_a_row_the_gate_opens_wrongly(row: str) -> None:
    less = replace(RULES, gate=tuple(each for each in RULES.gate if each.name != row))
    spoilt = {
        "capability": {"live": False},
        "bot": {"known": False},
        "foreign": {"own": False},
        "person": {"held": True},
        "contended": {"owned": False},
    }[row]
    assert pass_through(FINE._replace(**spoilt), less).then == "pass"
    assert pass_through(FINE._replace(**spoilt), RULES).then != "pass"
