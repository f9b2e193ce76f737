"""The tools: what is offered, what is refused, and what each does."""

from __future__ import annotations

import json

import pytest
from bots_team import Team, chain

from hawthorne.bots.rules import Rules
from hawthorne.bots.rules.limits import Limits
from hawthorne.bots.tools.catalogue import catalogue
from hawthorne.bots.tools.dispatch import ACTS
from hawthorne.core.ask import Answer


def content(shown: dict) -> dict:
    assert not shown["errored"], shown
    return json.loads(shown["content"])


def test_every_tool_of_the_catalogue_is_done_by_something_and_offered_to_somebody():
    offered = {name for names in Rules().profiles.values() for name in names}
    assert set(catalogue(Limits())) == set(ACTS) == offered


def test_a_tool_that_is_not_offered_is_unknown():
    team = chain("ada", "bob")
    team.send("ada")
    shown = team.call("ada", "ask_bot", bot_id="bot-2", message="x")
    assert shown["errored"]
    assert "ask_bot" in shown["content"]
    assert team.call("ada", "fly")["errored"]
    team.say("ada")
    assert [call["code"] for call in team.view.rows[0]["calls"]] == ["tool.unknown"] * 2


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"bot_ids": [], "message": "x"},
        {"bot_ids": ["bot-2"]},
        {"bot_ids": ["bot-2", "bot-2"], "message": "x"},
        {"bot_ids": "bot-2", "message": "x"},
        {"bot_ids": ["bot-2"], "message": ""},
        {"bot_ids": ["bot-2"], "message": "x" * 4001},
        {"bot_ids": ["bot-2"], "message": "x", "rework": "yes"},
        {"bot_ids": ["bot-9"], "message": "x"},
        {"bot_ids": ["bot-1"], "message": "x"},
        {"bot_ids": ["bot-2"], "message": "x", "group_id": "group-1"},
    ],
)
def test_wrong_arguments_are_refused_and_hand_out_nothing(arguments):
    team = chain("ada", "bob")
    team.send("ada")
    assert team.call("ada", "coordinate_bots", **arguments)["errored"]
    assert team.tree() == []


def test_arguments_that_are_not_known_are_let_pass_and_recorded():
    team = chain("ada", "bob")
    team.send("ada")
    shown = team.hand("ada", "bob", request_key="k-1", label="L", whatever=[1])
    assert content(shown)["requests"][0]["bot"] == "bot-2"
    team.say("ada")
    assert team.view.rows[0]["calls"][0]["arguments"]["whatever"] == [1]


def test_a_bot_is_found_by_its_name_among_those_it_reaches():
    team = Team()
    team.bot("Ada")
    team.bot("Bob  Miller")
    team.send("Ada")
    assert content(team.call("Ada", bot_ids=["@bob miller"], message="x"))["requests"][0]["bot"] == "bot-2"
    team.ids["twin"] = team.tell("createBot", name="bob miller")[1]["bot"]["id"]
    assert "several" in team.call("Ada", bot_ids=["Bob Miller"], message="y")["content"]
    assert "bot-2" in team.call("Ada", bot_ids=["Bobb"], message="y")["content"]


def test_the_lists_show_whom_a_bot_reaches_and_what_they_are_at():
    team = chain("ada", "bob", "cy")
    team.send("bob")
    team.send("ada")
    (bob,) = content(team.call("ada", "list_bots"))["bots"]
    assert (bob["name"], bob["status"]) == ("bob", "working")
    team.call("bob", "request_approval", action="x")
    assert content(team.call("ada", "list_bots"))["bots"][0]["status"] == "waiting on user"
    assert [bot["name"] for bot in content(team.call("ada", "list_room_targets"))["bots"]] == ["bob"]


def test_a_thread_that_a_bot_opened_itself_cannot_open_further_ones():
    team = chain("ada", "bob")
    team.send("ada")
    opened = content(team.call("ada", "start_thread", title="aside", message="look into it"))
    child = next(ask for ask in team.asks("ada") if ask.thread == opened["threadId"])
    assert "start_thread" not in [tool["name"] for tool in child.view["tools"]]
    call = {"tool": "start_thread", "arguments": {"title": "x", "message": "y"}}
    team.case.give(child.id, Answer({"calls": [call]}), 0.0)
    child = next(ask for ask in team.asks("ada") if ask.thread == opened["threadId"])
    assert child.view["messages"][-1]["errored"]


def test_start_thread_on_a_teammate_points_to_coordinate_bots():
    team = chain("ada", "bob")
    team.send("ada")
    shown = team.call("ada", "start_thread", title="x", message="y", bot_id="bot-2")
    assert shown["errored"]
    assert "coordinate_bots" in shown["content"]


def test_five_threads_are_opened_in_a_turn_and_no_more():
    team = chain("ada", "bob")
    team.patch("ada", maxConcurrentThreads=1)
    team.send("ada")
    for i in range(5):
        assert not team.call("ada", "start_thread", title=f"t{i}", message="x")["errored"]
    assert "at most 5" in team.call("ada", "start_thread", title="t6", message="x")["content"]


def test_who_opened_a_thread_may_close_it_when_it_is_idle():
    team = chain("ada", "bob", "cy")
    team.send("ada")
    pair = content(team.hand("ada", "bob"))["requests"][0]["threadId"]
    listed = {card["id"] for card in content(team.call("ada", "list_threads"))["threads"]}
    assert listed == {team.thread("ada"), pair}
    assert team.call("ada", "close_thread", thread_id=pair)["errored"]
    assert team.call("ada", "close_thread", thread_id=team.thread("ada"))["errored"]
    assert team.call("ada", "close_thread", thread_id=team.thread("cy"))["errored"]
    team.say("bob")
    assert content(team.call("ada", "close_thread", thread_id=pair)) == {"closed": pair}
    assert team.view.get("thread", pair)["closedBy"]["botId"] == "bot-1"
    again = content(team.hand("ada", "bob", message="more", rework=True))["requests"][0]["threadId"]
    assert again != pair


def delegating() -> Team:
    team = chain("ada", "bob")
    team.tell("patchConfig", features={"delegation": True})
    team.send("ada")
    return team


def test_delegated_work_is_asked_about_and_given_once():
    team = delegating()
    task = content(team.call("ada", "delegate_bot", bot_id="bob", message="dig"))["taskId"]
    assert content(team.call("ada", "check_delegation", task_id=task))["status"] == "running"
    team.say("bob", "found it")
    assert content(team.call("ada", "check_delegation", task_id=task))["result"] == "found it"
    team.say("ada")
    assert team.tree() == [("ada", "completed"), ("bob", "completed")]
    assert team.asks("ada") == []


def test_delegated_work_that_nobody_asked_about_comes_back_by_itself():
    team = delegating()
    team.call("ada", "delegate_bot", bot_id="bob", message="dig")
    team.say("ada")
    team.say("bob", "found it")
    assert "found it" in team.ask("ada").view["messages"][-1]["content"]


def test_a_bot_that_asks_waits_for_the_answer_in_the_middle_of_its_turn():
    team = delegating()
    assert team.call("ada", "ask_bot", bot_id="bob", message="how much?") == {}
    assert team.asks("ada") == []
    team.say("bob", "seven")
    assert json.loads(team.ask("ada").view["messages"][-1]["content"])["result"] == "seven"
    team.say("ada")
    assert team.asks("ada") == []


def test_a_wait_ends_at_its_time():
    team = delegating()
    task = content(team.call("ada", "delegate_bot", bot_id="bob", message="dig"))["taskId"]
    assert team.call("ada", "wait_delegation", task_id=task, timeout_seconds=30) == {}
    team.wait(29)
    assert team.asks("ada") == []
    team.wait(1)
    assert json.loads(team.ask("ada").view["messages"][-1]["content"])["status"] == "running"
    assert team.call("ada", "check_delegation", task_id="node-9")["errored"]


def test_work_that_is_sent_one_way_never_comes_back():
    team = delegating()
    opened = content(team.call("ada", "send_to_bot", bot_id="bob", title="FYI", message="note this"))
    team.say("ada")
    assert team.ask("bob").thread == opened["threadId"]
    team.say("bob", "noted")
    assert team.asks("ada") == []
    assert team.tree() == []


def test_the_limits_of_the_rules_are_those_of_the_tools() -> None:
    tools = catalogue(Limits(targets=2, brief=10, title=5, delegation_wait=7))
    properties = {name: tool.schema["properties"] for name, tool in tools.items()}
    assert properties["coordinate_bots"]["bot_ids"]["maxItems"] == 2
    assert properties["coordinate_bots"]["message"]["maxLength"] == 10
    assert properties["start_thread"]["title"]["maxLength"] == 5
    assert properties["wait_delegation"]["timeout_seconds"]["maximum"] == 7
