"""The harness as a machine: every command has its answer, every request its meaning, every route its command."""

from __future__ import annotations

from typing import Any

import pytest
from bots_team import Team
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.bots import harness
from hawthorne.bots.bodies import BODIES
from hawthorne.bots.harness import COMMANDS, Harness
from hawthorne.bots.queries import QUERIES
from hawthorne.bots.routes import ROUTES, Asked, Refusal, Told, resolve
from hawthorne.bots.view import View
from hawthorne.core.ask import Answer
from hawthorne.core.case import Case, replay
from hawthorne.core.machine import Begin
from hawthorne.core.record import Record

WORDS = st.sampled_from(
    ["bot-1", "thread-1", "group-1", "queue-1", "routine-1", "run-1", "message-1", "capability-1", "vm", "", "x", "@"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats(-1, 1e9) | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
NAMES = sorted({name for shape in BODIES.values() for name in shape.get("properties", {})} | {
    "schedule", "prompt", "enabled", "overlap", "timeoutMinutes", "skills", "skillMd", "instructions", "state", "target",
})  # fmt: skip


def told(value: Any, *commands: str) -> list[tuple[int, Any]]:
    team = Team()
    team.bot("ada")
    team.tell("createGroup", name="studio", members=["bot-1"])
    team.send("ada")
    answers = []
    for i, command in enumerate(commands):
        team.case.tell(command, value, None, f"f{i}")
        while f"f{i}" not in team.view.receipts:
            assert team.case.due is not None, f"{command} is never answered"
            team.case.tick(team.case.due)
        receipt = team.view.receipts[f"f{i}"]
        answers.append((receipt["status"], receipt["body"]))
    return answers


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6))
def test_whatever_a_command_is_told_it_answers(value):
    for status, body in told(value, *COMMANDS):
        assert 200 <= status < 500
        assert status < 300 or body["error"]


@pytest.mark.parametrize("value", [None, [], "text", 3, {}, {"botId": None}])
def test_a_value_that_is_no_body_is_refused_or_taken_for_an_empty_one(value):
    for status, _ in told(value, *COMMANDS):
        assert 200 <= status < 500


def test_every_route_means_a_command_or_a_query_and_every_command_has_a_route():
    for route in ROUTES:
        assert route.does in (QUERIES if route.reads else COMMANDS), route
    assert {route.does for route in ROUTES if not route.reads} == set(COMMANDS)
    assert {route.does for route in ROUTES if route.reads} == set(QUERIES)
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)


def test_requests_are_told_asked_or_refused():
    assert resolve("POST", "/api/bots", {"name": "x"}) == Told("createBot", {"name": "x"})
    assert resolve("GET", "/api/bots/bot-1") == Asked("bot", {"botId": "bot-1"})
    sent = resolve("POST", "/api/bots/bot-1/messages", {"text": "x", "botId": "bot-2"})
    assert sent == Told("send", {"text": "x", "botId": "bot-1"})
    gate = resolve("GET", "/api/internal/computer-control?botId=bot-1", token="capability-3")
    assert gate == Told("computerGate", {"botId": "bot-1", "token": "capability-3"})
    for method, target, body, status in [
        ("GET", "/api/none", None, 404),
        ("GET", "/api/bots/", None, 404),
        ("PUT", "/api/bots", {}, 405),
        ("POST", "/api/bots", {}, 400),
        ("POST", "/api/bots", [], 400),
        ("POST", "/api/bots", {"name": 3}, 400),
    ]:
        refused = resolve(method, target, body)
        assert isinstance(refused, Refusal)
        assert refused.status == status


def test_what_is_not_a_command_does_nothing_and_quiet_ends_the_case():
    team = Team()
    team.bot("ada")
    before = len(team.records)
    team.case.tell("hello")
    assert [record.what for record in team.records[before:]] == ["told"]
    team.case.tell("quiet")
    assert team.case.result is not None
    assert team.case.result.status == "ended"


def test_a_harness_that_waits_for_somebody_is_stuck_when_nobody_comes():
    team = Team()
    team.bot("ada")
    team.send("ada")
    team.case.tell("quiet")
    assert team.case.result is not None
    assert (team.case.result.status, team.case.result.why) == ("stuck", "waiting for turn-1 of ada (running)")


def test_turns_that_end_at_one_moment_are_recorded_in_the_order_in_which_they_began():
    team = Team()
    for name in ("top", "b", "a"):
        team.bot(name)
    team.send("top")
    team.hand("top", "a")
    team.hand("top", "b")
    team.say("top")
    team.tell("deleteThread", botId="bot-1", threadId=team.thread("top"))
    assert team.order() == ["top", "a", "b"]


def test_a_view_of_part_of_the_log_is_that_of_the_moment():
    team = Team()
    team.bot("ada")
    team.send("ada")
    middle = len(team.records)
    team.say("ada", "answer")
    assert View(team.records[:middle]).busy("bot-1") is True
    assert View(team.records).busy("bot-1") is False
    assert View(team.records).values_of("turn/turn-1", "state") == ["dispatching", "running", "completed"]


def test_a_replay_of_the_log_says_the_same_and_goes_on():
    team = Team()
    team.bot("ada")
    team.bot("bob")
    team.send("ada")
    team.hand("ada", "bob")
    again: list[Record] = []
    case = replay(Case(1, Harness(), again.append), team.records)
    assert again == team.records
    case.tell("restarted", None, None, "r1")
    view = View(again)
    assert view.receipts["r1"]["status"] == 200
    assert [node["status"] for node in view.nodes()] == ["failed", "failed"]
    assert not case.open
    case.tell("send", {"botId": "bot-1", "text": "hello again"}, None, "r2")
    (ask,) = case.open.values()
    case.give(ask.id, Answer({"text": "hello"}), 0.0)
    assert View(again).rows[-1]["turnIndex"] == 1


def test_rules_that_never_come_to_rest_end_in_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that makes work for itself would hold up everything behind it without a word."""
    monkeypatch.setattr(harness, "RESTLESS", 50)
    monkeypatch.setattr(harness.routines, "on_pass", lambda house: house.stirred.add("routines"))
    machine = Harness()
    machine.house.stirred.add("routines")
    with pytest.raises(RuntimeError, match="never come to rest: 50 things"):
        machine.advance(Begin(None), 0.0, lambda effect: None)
