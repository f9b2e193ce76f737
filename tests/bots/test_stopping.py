"""Handed-off work that is stopped, spent, evicted or refused on the way: the rarer edges and guards, played."""

from __future__ import annotations

import json
from dataclasses import replace

from bots_team import Team, chain

from hawthorne.bots.rules import Handoffs, Rules


def used(team: Team, *names: str) -> bool:
    return all(team.view.took.get(name) for name in names)


def test_an_asker_that_is_stopped_in_the_middle_of_its_turn_is_never_resumed():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.tell("interrupt", botId="bot-1")
    assert team.tree() == [("chief", "cancelled"), ("lead", "running")]
    assert team.activities("chief")[-2:] == ["Stopped by a person", "Stopped waiting; lead works on"]
    team.say("lead")
    assert not team.case.open
    assert used(team, "root.source.cancel")


def test_an_asker_that_is_stopped_while_it_reads_the_results_is_done():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.say("lead")
    team.tell("interrupt", botId="bot-1")
    assert team.tree() == [("chief", "cancelled"), ("lead", "completed")]
    assert used(team, "root.running.cancel")


def test_results_wait_for_the_thread_and_are_dropped_when_it_is_stopped():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.send("chief", "meanwhile")
    team.say("lead")
    assert team.tree()[0] == ("chief", "resume")
    team.tell("interrupt", botId="bot-1")
    assert team.tree()[0] == ("chief", "cancelled")
    assert not team.case.open
    assert used(team, "root.resume.cancel", "admission.peer.busy")


def test_a_teammate_that_waits_is_stopped_in_its_own_thread_and_its_asker_told():
    team = chain("chief", "lead", "reviewer")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.hand("lead", "reviewer")
    team.say("lead")
    pair = team.view.nodes("bot-2")[0]["threadId"]
    assert team.tell("interrupt", botId="bot-2", threadId=pair)[1]["stopped"] == 1
    assert team.tree() == [("chief", "running"), ("lead", "cancelled"), ("reviewer", "running")]
    assert "cancelled" in team.ask("chief").view["messages"][-1]["content"]
    assert used(team, "child.waiting.cancel")


def test_a_teammate_is_stopped_at_work_and_its_asker_told():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    pair = team.view.nodes("bot-2")[0]["threadId"]
    team.tell("interrupt", botId="bot-2", threadId=pair)
    assert team.tree() == [("chief", "running"), ("lead", "cancelled")]
    assert used(team, "child.running.cancel")


def test_a_teammate_that_has_results_and_no_slot_loses_its_route():
    team = chain("chief", "lead", "reviewer")
    team.patch("lead", maxConcurrentThreads=1)
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.hand("lead", "reviewer")
    team.say("lead")
    team.send("lead", "own business")
    team.say("reviewer")
    assert team.tree()[1] == ("lead", "resume")
    team.patch("chief", managedSections=[])
    assert team.tree() == [("chief", "running"), ("lead", "failed"), ("reviewer", "completed")]
    assert used(team, "child.resume.fail", "sweep.route")


def test_a_teammate_that_has_results_and_no_slot_is_stopped():
    team = chain("chief", "lead", "reviewer")
    team.patch("lead", maxConcurrentThreads=1)
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.hand("lead", "reviewer")
    team.say("lead")
    team.send("lead", "own business")
    team.say("reviewer")
    pair = team.view.nodes("bot-2")[0]["threadId"]
    assert team.tell("interrupt", botId="bot-2", threadId=pair)[1]["stopped"] == 1
    assert team.tree() == [("chief", "running"), ("lead", "cancelled"), ("reviewer", "completed")]
    assert used(team, "child.resume.cancel")


def test_a_tree_that_has_used_its_turns_fails():
    team = chain("chief", "lead", rules=replace(Rules(), handoffs=Handoffs(executions=1)))
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.say("lead")
    assert team.tree() == [("chief", "failed"), ("lead", "completed")]
    assert "used its 1 turns" in team.view.nodes()[0]["error"]
    assert used(team, "root.resume.fail", "budget.executions")


def test_the_oldest_trees_that_have_ended_make_room_for_new_ones():
    team = chain("chief", "lead", rules=replace(Rules(), handoffs=Handoffs(retained=5, kept=3)))
    for _ in range(3):
        team.send("chief")
        team.hand("chief", "lead")
        team.say("chief")
        team.say("lead")
        team.say("chief")
    assert [node["id"] for node in team.view.nodes()] == ["node-5", "node-6"]
    assert team.tell("rerun", botId="bot-1")[0] == 202


def test_a_store_full_of_open_work_refuses_more():
    team = chain("chief", "lead", rules=replace(Rules(), handoffs=Handoffs(retained=3, kept=2)))
    team.send("chief")
    assert not team.hand("chief", "lead", message="one")["errored"]
    assert not team.hand("chief", "lead", message="two")["errored"]
    assert "too much unfinished work" in team.hand("chief", "lead", message="three")["content"]
    assert used(team, "guard.retained")


def test_a_hidden_bot_takes_no_requests_and_is_in_no_list():
    team = Team()
    team.bot("ada")
    team.bot("bob", hidden=True)
    team.send("ada")
    assert "takes no requests" in team.hand("ada", "bob")["content"]
    assert json.loads(team.call("ada", "list_bots")["content"])["bots"] == []
    assert used(team, "reach.hidden")


def test_work_does_not_come_back_into_the_room_that_it_left():
    team = Team()
    for name in ("ada", "bob", "cy"):
        team.bot(name)
    _, body = team.tell("createGroup", name="studio", members=["bot-1", "bot-2", "bot-3"])
    studio = body["group"]["id"]
    team.tell("sayToGroup", groupId=studio, text="go")
    team.hand("ada", "bob")
    shown = team.hand("bob", "cy", group_id=studio)
    assert shown["errored"]
    assert "already at work" in shown["content"]
    assert team.hand("bob", "cy", group_id="group-9")["errored"]
    assert used(team, "guard.room")


def test_a_result_that_was_waited_for_is_not_given_again():
    team = chain("chief", "lead", "reviewer")
    team.tell("patchConfig", features={"delegation": True})
    team.send("chief")
    team.call("chief", "delegate_bot", bot_id="lead", message="dig")
    team.call("lead", "ask_bot", bot_id="reviewer", message="check")
    team.say("reviewer", "checked")
    team.say("lead", "dug")
    assert team.tree()[1] == ("lead", "completed")
    team.say("chief")
    assert "dug" in team.ask("chief").view["messages"][-1]["content"]
    assert "checked" not in team.ask("chief").view["messages"][-1]["content"]


def test_work_whose_results_were_all_asked_for_elsewhere_is_done_and_not_resumed():
    team = chain("chief", "lead", "reviewer")
    team.tell("patchConfig", features={"delegation": True})
    team.send("chief")
    team.call("chief", "delegate_bot", bot_id="lead", message="dig")
    team.call("lead", "delegate_bot", bot_id="reviewer", message="check")
    team.say("lead", "dug")
    assert team.tree()[1] == ("lead", "waiting")
    team.send("lead", "what does the reviewer say?")
    team.call("lead", "wait_delegation", task_id=team.view.nodes("bot-3")[0]["id"])
    team.say("reviewer", "checked")
    assert team.tree()[1:] == [("lead", "completed"), ("reviewer", "completed")]
    assert "checked" in team.ask("lead").view["messages"][-1]["content"]
    assert used(team, "child.waiting.done")


def test_words_for_a_room_whose_engine_cannot_be_steered_go_on_waiting():
    team = Team()
    team.bot("ada")
    _, body = team.tell("createGroup", name="studio", members=["bot-1"])
    studio = body["group"]["id"]
    team.tell("patchConfig", engine={"canSteer": False})
    team.tell("sayToGroup", groupId=studio, text="go")
    queue_id = team.tell("sayToGroup", groupId=studio, text="and")[1]["queueId"]
    assert team.tell("steerGroup", groupId=studio, queueId=queue_id)[1]["queued"] is True
    _, opened = team.tell("openThread", botId="bot-1", title="x", text="aside")
    assert opened["reason"] == "group-turn"
    assert used(team, "admission.room-steer.queue", "admission.opened-thread.group")


def test_stopping_one_conversation_leaves_the_work_of_another_alone():
    team = chain("chief", "lead")
    _, body = team.tell("openThread", botId="bot-1", title="aside", text="over here")
    aside = body["threadId"]
    team.hand("chief", "lead", message="from the aside")
    team.say("chief")
    team.send("chief", "and here")
    team.hand("chief", "lead", message="from the first thread")
    team.say("chief")
    team.tell("interrupt", botId="bot-1", threadId=aside)
    assert team.tree() == [("chief", "cancelled"), ("lead", "running"), ("chief", "waiting"), ("lead", "queued")]
    team.say("lead")
    assert team.tree()[3] == ("lead", "running")
    team.say("lead", "second")
    assert team.ask("chief").thread == team.thread("chief")


def test_work_whose_route_is_gone_fails_before_it_runs():
    team = chain("chief", "lead")
    team.patch("lead", maxConcurrentThreads=1)
    team.send("lead", "own business")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.patch("chief", managedSections=[])
    assert team.history("lead") == ["queued", "failed"]
    assert team.view.nodes()[1]["withheld"] is True


def test_long_words_are_kept_in_part():
    team = chain("chief", "lead")
    team.send("chief", "w" * 20_000)
    team.hand("chief", "lead")
    team.say("chief")
    team.say("lead", "r" * 20_000)
    root, child = team.view.nodes()
    assert len(root["text"]) == len(child["result"]) == 12_000
