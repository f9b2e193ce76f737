"""Rooms: one speaks at a time, words wait, and work within a room keeps to the room's order."""

from __future__ import annotations

import json

from bots_team import Team


def room(*names: str) -> tuple[Team, str]:
    team = Team()
    for name in names:
        team.bot(name)
    status, body = team.tell("createGroup", name="studio", members=[team.ids[name] for name in names])
    assert status == 201
    return team, body["group"]["id"]


def test_words_in_a_room_go_to_the_member_they_name():
    team, studio = room("ada", "bob")
    team.tell("sayToGroup", groupId=studio, text="what do you think, @Bob?")
    team.say("bob", "fine")
    team.tell("sayToGroup", groupId=studio, text="anybody?")
    assert team.ask("ada").view["messages"] == [
        {"role": "user", "content": "what do you think, @Bob?"},
        {"role": "user", "content": "bob: fine"},
        {"role": "user", "content": "anybody?"},
    ]
    team.say("ada")
    team.tell("sayToGroup", groupId=studio, text="you", botId="bot-2")
    assert team.ask("bob").view["messages"][1] == {"role": "assistant", "content": "fine"}
    assert team.tell("sayToGroup", groupId=studio, text="you", botId="bot-9")[0] == 404
    assert team.tell("sayToGroup", groupId="group-9", text="you")[0] == 404


def test_a_room_that_is_at_work_has_words_wait_and_joins_them_only_when_told():
    team, studio = room("ada", "bob")
    team.tell("sayToGroup", groupId=studio, text="one")
    first = team.tell("sayToGroup", groupId=studio, text="two")[1]["queueId"]
    second = team.tell("sayToGroup", groupId=studio, text="three")[1]["queueId"]
    assert team.tell("steerGroup", groupId=studio, queueId=second)[1]["code"] == "queue-head-only"
    assert team.tell("steerGroup", groupId=studio, queueId=first)[1]["steered"] is True
    assert team.tell("steerGroup", groupId=studio, queueId=first)[0] == 404
    team.say("ada")
    assert team.ask("ada").view["messages"][-1]["content"] == "two"
    team.say("ada", "")
    assert team.ask("ada").turn == 1
    assert team.ask("ada").view["messages"][-1]["content"] == "three"


def test_a_turn_in_a_room_takes_no_slot_and_holds_up_direct_words():
    team, studio = room("ada", "bob")
    team.patch("ada", maxConcurrentThreads=1)
    team.send("ada", "own")
    team.tell("sayToGroup", groupId=studio, text="and here")
    assert len(team.asks("ada")) == 2
    _, opened = team.tell("openThread", botId="bot-1", title="x", text="a third")
    assert opened["reason"] == "capacity"
    team.say("ada")
    assert len(team.asks("ada")) == 1
    assert team.send("ada", "again")[1]["reason"] == "group-turn"
    assert team.send("bob")[1].get("queued") is None
    team.say("ada")
    assert len(team.asks("ada")) == 1
    assert team.view.busy("bot-1")


def test_work_within_a_room_waits_until_its_asker_has_spoken():
    team, studio = room("ada", "bob")
    team.tell("sayToGroup", groupId=studio, text="go")
    team.hand("ada", "bob", group_id=studio)
    assert team.tree() == [("ada", "source"), ("bob", "queued")]
    assert team.view.nodes()[1]["kind"] == "assignment"
    team.say("ada", "over to you")
    assert team.tree() == [("ada", "waiting"), ("bob", "running")]
    thread = team.view.get("group", studio)["threadId"]
    assert team.ask("bob").thread == thread
    team.say("bob", "mine")
    team.say("ada")
    assert [status for _, status in team.tree()] == ["completed"] * 2


def test_a_bot_writes_in_a_room_once_for_each_time_that_a_person_did():
    team, studio = room("ada", "bob")
    team.tell("patchConfig", features={"delegation": True})
    team.send("ada")
    assert not team.call("ada", "post_to_room", group_id=studio, message="news")["errored"]
    assert team.call("ada", "post_to_room", group_id=studio, message="more news")["errored"]
    assert team.call("ada", "post_to_room", group_id="group-9", message="x")["errored"]
    assert [bot["name"] for bot in json.loads(team.call("ada", "list_room_targets")["content"])["bots"]] == ["bob"]
    team.tell("sayToGroup", groupId=studio, text="thanks", botId="bot-2")
    assert not team.call("ada", "post_to_room", group_id=studio, message="more news")["errored"]


def test_a_room_is_stopped_and_closed():
    team, studio = room("ada", "bob")
    team.tell("sayToGroup", groupId=studio, text="go")
    team.tell("sayToGroup", groupId=studio, text="later", botId="bot-2")
    assert team.tell("deleteGroup", groupId=studio)[0] == 409
    assert team.tell("interruptGroup", groupId=studio)[1]["interrupted"] is True
    assert team.ask("bob").view["messages"][-1]["content"] == "later"
    team.say("bob")
    assert team.tell("deleteGroup", groupId=studio)[0] == 200
    assert team.tell("deleteGroup", groupId=studio)[0] == 404
    assert team.view.all("group") == []


def test_words_that_wait_for_a_bot_that_is_gone_are_dropped():
    team, studio = room("ada", "bob")
    team.tell("sayToGroup", groupId=studio, text="go")
    team.tell("sayToGroup", groupId=studio, text="later", botId="bot-2")
    assert team.tell("deleteBot", botId="bot-2")[0] == 200
    team.say("ada")
    assert [item["state"] for item in team.view.all("queue")] == ["dropped"]
    assert not team.case.open
