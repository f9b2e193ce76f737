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
        names = [tool["name"] for tool in view.values_of(f"message/{line.id}", "tool")]
        assert names == [f"{kind} a", f"{kind} b"][: 1 + rewritten]
    assert [line["tool"]["name"] for line in view.activities(thread.id)] == ["chip b", "call a", "error a"]
