"""Words to a bot: they begin a turn, join one, or wait; and what is done to words that wait."""

from __future__ import annotations

import pytest
from bots_team import Team

from hawthorne.core.ask import Answer, Silence


def team_of(*names: str, limit: int = 3) -> Team:
    team = Team()
    for name in names:
        team.bot(name)
    team.tell("patchConfig", threads={"maxConcurrentPerBot": limit})
    return team


def open_threads(team: Team, name: str, count: int) -> list[str]:
    """Threads that are at work."""
    opened = [team.tell("openThread", botId=team.ids[name], title=f"t{i}", text=f"w{i}")[1] for i in range(count)]
    return [body["threadId"] for body in opened]


def test_words_to_a_live_turn_are_steered_into_its_next_link():
    team = team_of("ada")
    team.send("ada", "one")
    status, body = team.send("ada", "two")
    assert status == 202
    assert body["steered"] is True
    assert team.call("ada", "list_bots")["content"] != ""
    assert [m["content"] for m in team.ask("ada").view["messages"] if m["role"] == "user"] == ["one", "two"]
    team.say("ada")
    assert team.order() == ["ada"]


def test_words_steered_into_the_last_link_make_a_further_link_of_the_same_turn():
    team = team_of("ada")
    team.send("ada", "one")
    team.send("ada", "two")
    team.say("ada", "first answer")
    assert team.ask("ada").view["messages"][-1] == {"role": "user", "content": "two"}
    assert team.ask("ada").turn == 0
    team.say("ada", "")
    assert team.order() == ["ada"]
    assert len(team.view.rows) == 1
    assert team.texts(team.thread("ada")) == ["one", "two", "first answer"]


def test_an_engine_that_cannot_be_steered_has_words_wait():
    team = team_of("ada")
    team.tell("patchConfig", engine={"canSteer": False})
    team.send("ada", "one")
    _, body = team.send("ada", "two")
    assert body["queued"] is True
    assert "reason" not in body
    assert team.texts(team.thread("ada")) == ["one"]
    team.say("ada")
    assert team.ask("ada").view["messages"][-1]["content"] == "two"
    assert team.ask("ada").turn == 1


def test_pictures_are_not_steered():
    team = team_of("ada")
    team.send("ada", "one")
    assert team.send("ada", "two", images=[{}])[1]["queued"] is True


def test_the_fourth_thread_waits_for_capacity_and_goes_when_the_limit_is_raised():
    team = team_of("ada")
    open_threads(team, "ada", 3)
    _, body = team.send("ada", "own")
    assert body["queued"] is True
    assert body["reason"] == "capacity"
    assert len(team.asks("ada")) == 3
    team.tell("patchConfig", threads={"maxConcurrentPerBot": 4})
    assert len(team.asks("ada")) == 4


def test_lowering_the_limit_stops_nobody():
    team = team_of("ada")
    open_threads(team, "ada", 3)
    team.tell("patchConfig", threads={"maxConcurrentPerBot": 1})
    assert len(team.asks("ada")) == 3
    team.send("ada", "own")
    team.say("ada")
    team.say("ada")
    assert len(team.asks("ada")) == 1
    team.say("ada")
    assert team.ask("ada").view["messages"][-1]["content"] == "own"


@pytest.mark.parametrize("limit", [0, 11, 2.5, "3", True, None])
def test_a_limit_outside_1_to_10_is_refused(limit):
    team = team_of("ada")
    status, _ = team.tell("patchConfig", threads={"maxConcurrentPerBot": limit})
    assert status == 400


def test_words_go_in_the_order_in_which_they_came_across_threads():
    team = team_of("ada", limit=1)
    a, b = (team.tell("openThread", botId=team.ids["ada"], title=title)[1]["threadId"] for title in "ab")
    team.send("ada", "busy")
    team.send("ada", "b1", threadId=b)
    team.wait(1)
    team.send("ada", "a1", threadId=a)
    team.wait(1)
    team.send("ada", "b2", threadId=b)
    heard = []
    for _ in range(3):
        team.say("ada")
        heard += [team.ask("ada").view["messages"][-1]["content"]] if team.asks("ada") else []
    assert heard == ["b1\nb2", "a1"]


def test_a_burst_is_one_turn_and_what_comes_after_the_window_another():
    team = team_of("ada", limit=1)
    team.tell("openThread", botId=team.ids["ada"], title="x", text="busy")
    for at in (0, 60, 125):
        team.send("ada", f"at {at}")
        team.wait(60 if at == 0 else 125)
    team.say("ada")
    assert team.ask("ada").view["messages"][-1]["content"] == "at 0\nat 60"
    assert team.texts(team.thread("ada")) == ["at 0", "at 60"]
    team.say("ada")
    assert team.ask("ada").view["messages"][-1]["content"] == "at 125"


def test_the_same_send_twice_is_one_and_other_words_under_its_id_are_a_conflict():
    team = team_of("ada")
    first = team.send("ada", "hello", sendId="s1")
    assert team.send("ada", "hello", sendId="s1") == first
    assert team.send("ada", "other", sendId="s1")[0] == 409
    assert team.texts(team.thread("ada")) == ["hello"]


def test_queued_words_are_taken_back_in_their_own_thread_only():
    team = team_of("ada", limit=1)
    other = team.tell("openThread", botId=team.ids["ada"], title="x", text="busy")[1]["threadId"]
    queue_id = team.send("ada", "later")[1]["queueId"]
    own = {"botId": team.ids["ada"], "queueId": queue_id}
    assert team.tell("cancelQueued", **own, threadId=other)[0] == 404
    assert team.tell("cancelQueued", **own, threadId=team.thread("ada"))[0] == 200
    assert team.tell("cancelQueued", **own, threadId=team.thread("ada"))[0] == 404
    team.say("ada")
    assert team.asks("ada") == []
    assert team.texts(team.thread("ada")) == []


def test_a_turn_that_waits_for_a_person_holds_its_slot():
    team = team_of("ada", limit=1)
    team.tell("openThread", botId=team.ids["ada"], title="x", text="busy")
    team.call("ada", "request_approval", action="erase everything")
    assert team.view.activity(team.ids["ada"]) == "waiting-on-you"
    assert team.send("ada", "later")[1]["reason"] == "capacity"
    assert team.asks("ada") == []
    (request,) = team.view.all("request")
    assert team.tell("resolveRequest", requestId=request["id"], allow=False)[0] == 200
    assert team.ask("ada").view["messages"][-1]["errored"] is True
    assert team.tell("resolveRequest", requestId=request["id"], allow=True)[0] == 409
    assert team.tell("resolveRequest", requestId="request-9", allow=True)[0] == 404


def test_a_bot_whose_peer_talk_is_approved_hands_out_work_when_a_person_allows_it():
    team = team_of("ada", "bob")
    team.patch("ada", approvePeerComms=True)
    team.send("ada")
    assert team.hand("ada", "bob") == {}
    assert team.tree() == []
    (request,) = team.view.all("request")
    team.tell("resolveRequest", requestId=request["id"], allow=True)
    assert team.tree() == [("ada", "source"), ("bob", "running")]
    assert team.view.nodes()[1]["approvalGranted"] is True


def test_a_stopped_turn_leaves_evidence_and_its_late_answer_does_nothing():
    team = team_of("ada")
    team.send("ada")
    ask = team.ask("ada")
    assert team.tell("interrupt", botId=team.ids["ada"])[1]["interrupted"] is True
    team.case.give(ask.id, Answer({"text": "too late"}), 0.0)
    assert [row["outcome"] for row in team.view.rows] == ["killed"]
    assert "too late" not in team.texts(team.thread("ada"))
    assert not team.view.busy(team.ids["ada"])
    assert team.records[-1].what == "late"


def test_a_person_who_stops_a_turn_that_waits_withdraws_what_it_asked():
    team = team_of("ada")
    team.send("ada")
    team.call("ada", "request_approval", action="x")
    team.tell("interrupt", botId=team.ids["ada"])
    (request,) = team.view.all("request")
    assert request["state"] == "withdrawn"
    assert team.tell("resolveRequest", requestId=request["id"], allow=True)[0] == 409


def test_a_model_that_breaks_leaves_one_error_and_one_row():
    team = team_of("ada")
    team.send("ada")
    team.fail("ada", "no more memory")
    assert team.activities("ada") == ["error: no more memory"]
    assert [row["outcome"] for row in team.view.rows] == ["error"]


def test_a_script_that_has_no_such_turn_overruns():
    team = team_of("ada")
    team.send("ada")
    team.give("ada", Silence("overrun"))
    assert [row["outcome"] for row in team.view.rows] == ["overrun"]


def test_an_empty_text_ends_a_turn_and_is_no_message():
    team = team_of("ada")
    team.send("ada", "hello")
    team.say("ada", "")
    assert team.texts(team.thread("ada")) == ["hello"]
    assert team.view.rows[0]["outcome"] == "ok"


def test_a_message_said_again_begins_a_branch():
    team = team_of("ada")
    team.send("ada", "one")
    team.say("ada", "answer one")
    team.send("ada", "two")
    team.say("ada", "answer two")
    first = team.view.messages(team.thread("ada"))[0]["id"]
    assert team.tell("rerun", botId=team.ids["ada"], messageId=first, text="one, better")[0] == 202
    assert [m["content"] for m in team.ask("ada").view["messages"]] == ["one, better"]
    assert team.tell("rerun", botId=team.ids["ada"])[0] == 409
    assert team.tell("rerun", botId=team.ids["ada"], messageId="message-99")[0] == 404


@pytest.mark.parametrize(
    ("command", "value", "status"),
    [
        ("send", {"botId": "bot-9", "text": "x"}, 404),
        ("send", {"botId": "bot-1", "text": "x", "threadId": "thread-9"}, 404),
        ("send", {"botId": "bot-1", "text": "x", "threadId": "thread-2"}, 404),
        ("send", {"botId": "bot-1", "text": "  "}, 400),
        ("send", {"botId": "bot-1"}, 400),
        ("send", {"botId": "bot-1", "text": 3}, 400),
        ("interrupt", {"botId": "bot-9"}, 404),
        ("openThread", {"botId": "bot-9"}, 404),
        ("openThread", {"botId": "bot-1", "title": "t" * 81}, 400),
        ("patchThread", {"botId": "bot-1", "threadId": "thread-2", "title": "x"}, 404),
        ("deleteThread", {"botId": "bot-1", "threadId": "thread-2"}, 404),
        ("dance", {}, 404),
    ],
)
def test_what_is_refused_says_so_and_changes_nothing(command, value, status):
    team = team_of("ada", "bob")
    before = len([r for r in team.records if r.what == "wrote"])
    got, body = team.tell(command, **value)
    assert got == status
    assert body["error"]
    assert body["code"]
    assert len([r for r in team.records if r.what == "wrote"]) == before


def test_a_deleted_thread_drops_what_waits_for_it_and_its_bot_has_another():
    team = team_of("ada", limit=1)
    team.tell("openThread", botId=team.ids["ada"], title="x", text="busy")
    team.send("ada", "never heard")
    gone = team.thread("ada")
    assert team.tell("deleteThread", botId=team.ids["ada"], threadId=gone)[0] == 200
    assert team.view.all("queue")[0]["state"] == "dropped"
    assert team.thread("ada") != gone
    assert team.send("ada", "x", threadId=gone)[0] == 404


def test_a_thread_that_is_opened_with_words_at_capacity_waits():
    team = team_of("ada", limit=1)
    team.send("ada")
    _, body = team.tell("openThread", botId=team.ids["ada"], title="x", text="later")
    assert body["queued"] is True
    assert body["reason"] == "capacity"
    team.say("ada")
    assert team.ask("ada").thread == body["threadId"]


def test_guarded_words_begin_a_turn_or_are_refused():
    team = team_of("ada")
    assert "message" in team.send("ada", "one", guarded=True)[1]
    assert team.send("ada", "two", guarded=True) == (
        409,
        {"error": "ada takes no words now", "code": "guarded_busy"},
    )
