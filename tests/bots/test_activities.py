"""Activities: what may be rewritten, and that nothing that was shown is forgotten."""

from __future__ import annotations

from played_team import Team

from hawthorne.bots import activities
from hawthorne.bots.harness import Harness
from hawthorne.bots.view import View
from hawthorne.core.machine import Effect, Note, Sink, Told
from hawthorne.core.record import Record


def folded(view: View) -> Sink:
    """A sink that keeps a view of what is noted."""

    def put(effect: Effect) -> None:
        if isinstance(effect, Note):
            view.take(Record(1, view.n + 1, 0.0, effect.what, effect.who, None, effect.value))

    return put


def played() -> Team:
    team = Team()
    team.bot("One", {"calls": [[{"tool": "list_bots", "arguments": {}}, {"tool": "nothing", "arguments": {"a": 1}}]]})
    return team


def test_a_call_is_a_line_with_its_arguments_and_whether_it_went_well() -> None:
    team = played()
    team.send("bot-1")
    tools = [line["tool"] for line in team.view.activities(team.thread("bot-1"))]
    assert tools == [
        {"name": "list_bots", "kind": "call", "ok": True, "arguments": {}},
        {"name": "nothing", "kind": "call", "ok": False, "arguments": {"a": 1}},
    ]


def test_a_turn_that_fails_has_one_error_line() -> None:
    team = Team()
    bot = team.bot("One", {"fail": True})
    team.send(bot)
    assert [line["tool"]["kind"] for line in team.view.activities(team.thread(bot))] == ["error"]


def test_only_a_chip_is_rewritten_and_both_its_names_are_remembered() -> None:
    harness, view = Harness(), View()
    harness.advance(Told("createBot", {"name": "One"}, None, "c1"), 0.0, folded(view))
    house = harness.house
    thread = house.threads[house.bots["bot-1"].thread_id]
    for kind, rewritten in (("chip", True), ("call", False), ("error", False)):
        line = activities.append(house, thread, f"{kind} a", kind)
        assert activities.patch(house, line, f"{kind} b", ok=True) is rewritten
    names = [line["name"] for line in activities.ever_shown(view, "bot-1")]
    assert names == ["chip a", "chip b", "call a", "error a"]
    assert [line["tool"]["name"] for line in view.activities(thread.id)] == ["chip b", "call a", "error a"]


def test_whatever_was_ever_shown_is_in_the_history_of_a_bot_also_what_is_gone() -> None:
    team = played()
    team.send("bot-1")
    status, opened = team.request("POST", "/api/bots/bot-1/tasks", {"title": "Aside"})
    assert status == 201
    thread = opened["threadId"]
    team.send("bot-1", threadId=thread)
    assert team.request("DELETE", f"/api/bots/bot-1/tasks/{thread}")[0] == 200
    lines = activities.ever_shown(team.view, "bot-1")
    assert [line["name"] for line in lines][:2] == ["list_bots", "nothing"]
    assert {line["threadId"] for line in lines} == {team.thread("bot-1"), thread}
    assert [line["seq"] for line in lines] == sorted(line["seq"] for line in lines)
    assert activities.ever_shown(team.view, "bot-2") == []
