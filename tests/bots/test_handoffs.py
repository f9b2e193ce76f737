"""Handed-off work: what a team does, from the first request to the last report."""

from __future__ import annotations

import json

from bots_team import Team, chain

from hawthorne.core.ask import Answer, Silence


def test_a_message_sent_while_a_teammate_works_runs_now_and_the_work_survives():
    team = chain("chief", "lead")
    team.send("chief", "first")
    team.hand("chief", "lead")
    assert team.tree() == [("chief", "source"), ("lead", "running")]
    team.say("chief", "r1")
    assert team.view.busy(team.ids["chief"]) is False
    assert team.view.waiting_for_teammates(team.ids["chief"]) is True
    status, body = team.send("chief", "second")
    assert status == 202
    assert "queued" not in body
    team.say("chief", "r2")
    team.say("lead", "found")
    assert team.ask("chief").view["resumed"] is True
    team.say("chief", "r3")
    assert team.order() == ["chief", "chief", "lead", "chief"]
    assert team.tree() == [("chief", "completed"), ("lead", "completed")]
    assert "r3" in team.texts(team.thread("chief"))
    assert team.view.waiting_for_teammates(team.ids["chief"]) is False
    assert team.history("chief") == ["source", "waiting", "resume", "running", "completed"]
    assert team.history("lead") == ["queued", "running", "completed"]


def test_a_bot_does_not_reach_up():
    team = chain("chief", "lead")
    team.send("lead")
    shown = team.hand("lead", "chief")
    assert shown["errored"]
    assert "outside" in shown["content"]
    assert team.tree() == []


def test_work_is_handed_on_and_comes_back_step_by_step():
    team = chain("chief", "lead", "reviewer")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.hand("lead", "reviewer")
    team.say("lead")
    assert team.tree() == [("chief", "waiting"), ("lead", "waiting"), ("reviewer", "running")]
    team.say("reviewer", "deep")
    assert team.tree()[1] == ("lead", "running")
    team.say("lead", "middle")
    team.say("chief", "top")
    assert team.order() == ["chief", "lead", "reviewer", "lead", "chief"]
    assert [status for _, status in team.tree()] == ["completed"] * 3
    assert team.view.get("node", "node-1")["executions"] == 4
    assert team.texts(team.thread("lead")) == []


def test_an_independent_child_ends_while_its_asker_still_speaks_and_resumes_it_only_after():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("lead")
    assert team.tree() == [("chief", "source"), ("lead", "completed")]
    assert len(team.asks("chief")) == 1
    team.say("chief")
    assert team.ask("chief").view["resumed"] is True
    assert team.tree()[0] == ("chief", "running")


def test_a_failed_asking_turn_does_not_erase_what_it_handed_out():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.fail("chief")
    team.say("lead")
    team.say("chief")
    assert team.tree() == [("chief", "completed"), ("lead", "completed")]


def test_a_lead_that_fails_after_handing_on_is_resumed_all_the_same():
    team = chain("chief", "lead", "reviewer")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.hand("lead", "reviewer")
    team.fail("lead")
    assert team.tree()[1] == ("lead", "waiting")
    team.say("reviewer")
    team.say("lead")
    assert team.tree()[1] == ("lead", "completed")


def test_a_child_that_fails_resumes_its_asker_with_the_failure():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.fail("lead", "no paper left")
    assert team.tree() == [("chief", "running"), ("lead", "failed")]
    assert "no paper left" in team.ask("chief").view["messages"][-1]["content"]


def test_the_same_call_twice_is_one_request():
    team = chain("chief", "lead")
    team.send("chief")
    first = json.loads(team.hand("chief", "lead")["content"])
    again = json.loads(team.hand("chief", "lead")["content"])
    assert first["requests"][0]["id"] == again["requests"][0]["id"]
    assert again["requests"][0]["duplicate"] is True
    assert len(team.tree()) == 2


def test_thanks_after_the_work_is_done_need_no_turn_and_rework_does():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.say("lead")
    assert team.hand("chief", "lead", message="thanks")["errored"]
    assert not team.hand("chief", "lead", message="once more", rework=True)["errored"]
    assert team.tree() == [("chief", "running"), ("lead", "completed"), ("lead", "running")]
    team.say("chief")
    team.say("lead")
    team.say("chief")
    assert [status for _, status in team.tree()] == ["completed"] * 3


def test_two_at_once_come_back_in_one_turn_each_once():
    team = Team()
    for name in ("chief", "a", "b"):
        team.bot(name)
    team.send("chief")
    team.hand("chief", "a", "b")
    team.say("chief")
    team.say("a", "from a")
    assert team.asks("chief") == []
    team.say("b", "from b")
    content = team.ask("chief").view["messages"][-1]["content"]
    assert content.count("from a") == 1
    assert content.count("from b") == 1
    team.say("chief")
    assert team.order() == ["chief", "a", "b", "chief"]


def test_five_at_once_the_fifth_edge_and_the_twenty_fifth_request_are_refused():
    team = Team()
    names = [f"b{i}" for i in range(6)]
    for name in names:
        team.bot(name)
    team.send("b0")
    assert "at most 4" in team.hand("b0", *names[1:])["content"]
    for i in range(4):
        assert not team.hand(f"b{i}", f"b{i + 1}")["errored"]
    assert "at most 4" in team.hand("b4", "b5")["content"]
    for i in range(20):
        assert not team.hand("b0", "b5", message=f"part {i}")["errored"]
    assert "at most 24" in team.hand("b0", "b5", message="one too many")["content"]


def test_a_call_is_accepted_whole_or_not_at_all():
    team = Team()
    for name, section in (("chief", "A"), ("near", "A"), ("far", "B")):
        team.bot(name, section=section)
    team.send("chief")
    assert team.hand("chief", "near", "far")["errored"]
    assert team.tree() == []


def test_work_for_a_bot_without_a_free_slot_waits_and_its_own_thread_is_left_alone():
    team = chain("chief", "lead")
    team.patch("lead", maxConcurrentThreads=1)
    team.send("lead", "own business")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    assert team.tree() == [("chief", "waiting"), ("lead", "queued")]
    team.say("lead", "own done")
    assert team.tree()[1] == ("lead", "running")
    team.say("lead", "handed done")
    own, pair = (row["threadId"] for row in team.view.rows_of(team.ids["lead"]))
    assert own == team.thread("lead")
    assert pair != own
    assert team.texts(own) == ["own business", "own done"]


def test_with_a_spare_slot_work_runs_beside_an_unrelated_turn():
    team = chain("chief", "lead")
    team.patch("lead", maxConcurrentThreads=2)
    team.send("lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    pair = next(ask for ask in team.asks("lead") if ask.thread != team.thread("lead"))
    team.case.give(pair.id, Answer({"text": "x"}), 0.0)
    assert team.tree()[1] == ("lead", "completed")
    assert team.view.busy(team.ids["lead"])


def test_one_standing_thread_for_each_asker():
    team = chain("chief", "lead")
    for i in range(3):
        team.send("chief", f"go {i}")
        team.hand("chief", "lead", message=f"part {i}")
        team.say("chief")
        team.say("lead")
        team.say("chief")
    pairs = [thread for thread in team.view.threads(team.ids["lead"]) if thread["surface"] == "pair"]
    assert len(pairs) == 1
    assert pairs[0]["title"] == "chief"
    assert "closedBy" not in pairs[0]


def test_stopping_the_asker_cancels_what_waits_and_lets_teammates_finish():
    team = Team()
    for name in ("chief", "lead", "other"):
        team.bot(name, maxConcurrentThreads=1)
    team.send("other", "own business")
    team.send("chief")
    team.hand("chief", "lead", "other")
    team.say("chief")
    assert team.tree() == [("chief", "waiting"), ("lead", "running"), ("other", "queued")]
    assert team.tell("interrupt", botId=team.ids["chief"])[0] == 200
    assert team.tree() == [("chief", "cancelled"), ("lead", "running"), ("other", "cancelled")]
    assert sum(name.startswith("Stopped waiting") for name in team.activities("chief")) == 1
    team.say("lead")
    assert team.tree()[1] == ("lead", "completed")
    assert team.asks("chief") == []


def test_deleting_the_askers_thread_cancels_everything():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    thread = team.thread("chief")
    assert team.tell("deleteThread", botId=team.ids["chief"], threadId=thread)[0] == 409
    team.say("chief")
    assert team.tell("deleteThread", botId=team.ids["chief"], threadId=thread)[0] == 200
    assert team.tree() == [("chief", "cancelled"), ("lead", "cancelled")]
    assert team.view.get("thread", thread) is None
    assert team.view.messages(thread) == []
    assert team.asks("lead") == []
    assert team.view.rows[-1]["outcome"] == "killed"


def test_revoking_reach_fails_the_work_and_withholds_its_result():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.patch("chief", managedSections=[])
    assert team.tree() == [("chief", "running"), ("lead", "failed")]
    content = team.ask("chief").view["messages"][-1]["content"]
    assert "withheld" in content


def test_results_are_withheld_again_when_they_are_shown_after_reach_was_revoked():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.say("lead", "the secret")
    assert "the secret" in team.ask("chief").view["messages"][-1]["content"]
    team.say("chief")
    team.patch("chief", managedSections=[])
    assert team.tell("rerun", botId=team.ids["chief"])[0] == 202
    shown = json.dumps(team.ask("chief").view)
    assert "the secret" not in shown
    assert "withheld" in shown
    team.say("chief")
    team.send("chief", "what was it?")
    assert "the secret" not in json.dumps(team.ask("chief").view)


def test_a_restart_fails_what_ran_and_runs_nothing_again():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    assert team.tell("restarted")[0] == 200
    assert team.tree() == [("chief", "failed"), ("lead", "failed")]
    assert not team.case.open
    assert "restarted" in team.view.nodes()[1]["error"]
    team.wait(100_000)
    assert not team.case.open


def test_words_are_parked_behind_work_only_if_the_bot_wants_it():
    team = chain("chief", "lead")
    team.patch("chief", parkDirectMessages=True)
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    status, body = team.send("chief", "later")
    assert status == 202
    assert body["queued"] is True
    assert "reason" not in body
    assert "later" not in team.texts(team.thread("chief"))
    team.say("lead")
    team.say("chief", "synthesis")
    assert team.ask("chief").view["messages"][-1]["content"] == "later"


def test_a_follow_up_is_dispatched_while_the_asker_works_in_another_thread():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    _, body = team.tell("openThread", botId=team.ids["chief"], title="aside", text="unrelated")
    team.say("lead")
    assert {ask.thread for ask in team.asks("chief")} == {team.thread("chief"), body["threadId"]}


def test_an_engine_that_exits_once_is_asked_again_and_nothing_is_made_twice():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.give("lead", Silence("exited"))
    team.say("lead")
    team.say("chief")
    team.say("chief")
    assert team.tree() == [("chief", "completed"), ("lead", "completed")]
    assert team.order() == ["lead", "chief", "chief"]
