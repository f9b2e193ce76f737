"""Models and permission modes: whose they are, and how far they go."""

from __future__ import annotations

import pytest
from bots_team import Team, chain

from hawthorne.bots.entities import Bot, Node, Thread
from hawthorne.bots.leave import model_of, permission_of


def node(mode: str | None) -> Node:
    return Node("n", "n", "b", "t", "root", "", 0.0, "running", "g", 1, permission_mode=mode)


@pytest.mark.parametrize(
    ("bot", "thread", "asker", "mode"),
    [
        (None, None, None, "ask"),
        ("auto", None, None, "auto"),
        ("auto", "ask", None, "ask"),
        ("ask", "auto", None, "auto"),
        ("auto", None, "auto", "auto"),
        ("auto", None, "ask", "ask"),
        ("ask", None, "auto", "ask"),
        (None, None, "auto", "ask"),
    ],
)
def test_a_turn_has_its_threads_leave_or_its_bots_and_never_more_than_its_asker(
    bot: str | None, thread: str | None, asker: str | None, mode: str
) -> None:
    who = Bot("b", "B", 0.0, permission_mode=bot)
    where = Thread("t", "b", "", 0.0, permission_mode=thread)
    assert permission_of(who, where, None if asker is None else node(asker)) == mode
    assert permission_of(who, where, node(None)) == permission_of(who, where, None)


def test_a_threads_own_model_goes_before_its_bots() -> None:
    assert model_of(Bot("b", "B", 0.0), Thread("t", "b", "", 0.0)) is None
    assert model_of(Bot("b", "B", 0.0, model="x"), Thread("t", "b", "", 0.0)) == "x"
    assert model_of(Bot("b", "B", 0.0, model="x"), Thread("t", "b", "", 0.0, model="y")) == "y"


def test_whoever_answers_is_shown_the_model_and_a_choice_of_another_is_for_the_next_turn() -> None:
    team = chain("ada")
    team.patch("ada", model="large", permissionMode="auto")
    team.send("ada")
    assert team.ask("ada").view["model"] == "large"
    team.patch("ada", model=None, permissionMode="ask")
    assert team.call("ada", "request_approval", action="Go on?")["errored"] is False
    team.say("ada")
    team.send("ada")
    assert "model" not in team.ask("ada").view
    assert [(row["model"], row["permissionMode"]) for row in team.view.rows] == [("large", "auto")]
    assert team.call("ada", "request_approval", action="Go on?") == {}, "a person is asked"


@pytest.mark.parametrize("patch", [{"permissionMode": "free"}, {"model": ""}, {"model": 3}])
def test_what_is_no_mode_and_no_model_is_refused(patch: dict[str, object]) -> None:
    team = Team()
    team.bot("ada")
    assert team.tell("patchBot", botId="bot-1", **patch)[0] == 400
    assert team.tell("patchThread", botId="bot-1", threadId="thread-1", **patch)[0] == 400
