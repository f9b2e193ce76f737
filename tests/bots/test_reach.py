"""Reach: sections, chiefs, peers, and what a change of them must keep to."""

from __future__ import annotations

import pytest
from bots_team import Team, chain

from hawthorne.bots.entities import Bot
from hawthorne.bots.reach import barrier, named
from hawthorne.bots.rules import Rules

ROWS = Rules().reach


def bot(id: str, **fields) -> Bot:
    return Bot(id, id, 0.0, **fields)


CHIEF = bot("chief", section="A", chief_of_staff=True, managed_sections=["B "])
GOLDEN = [
    (bot("x"), bot("y"), None),
    (bot("x", section=" A "), bot("y", section="A"), None),
    (bot("x", section=""), bot("y"), None),
    (bot("x", section="A"), bot("y"), "team"),
    (bot("x", section="A"), bot("y", section="a"), "team"),
    (bot("x", section="A"), bot("x", section="A"), "self"),
    (bot("x"), bot("y", hidden=True), "hidden"),
    (CHIEF, bot("y", section="B"), None),
    (CHIEF, bot("y", section="A"), None),
    (CHIEF, bot("y", section="C"), "team"),
    (bot("y", section="B"), CHIEF, "team"),
    (bot("x", section="A", managed_sections=["B"]), bot("y", section="B"), "team"),
    (bot("x", peers=[]), bot("y"), "peer"),
    (bot("x", peers=["z"]), bot("y"), "peer"),
    (bot("x", peers=["y"]), bot("y", peers=[]), None),
    (bot("x", peers=["y"], section="A"), bot("y", section="B"), "team"),
]


@pytest.mark.parametrize(("sender", "target", "row"), GOLDEN)
def test_reach_row_by_row(sender, target, row):
    assert barrier(ROWS, sender, target) == row


def test_an_exact_id_wins_and_a_name_counts_among_the_reached_only():
    bots = {b.id: b for b in (bot("x", section="A"), bot("near", section="A"), bot("far", section="B"))}
    bots["far"].name = "Near"
    assert [b.id for b in named(ROWS, bots["x"], bots, "@NEAR")] == ["near"]
    assert [b.id for b in named(ROWS, bots["x"], bots, "far")] == ["far"]
    assert named(ROWS, bots["x"], bots, "nobody") == []


PATCHES = [
    ({"managedSections": ["S1"]}, 400, "patch.chief"),
    ({"chiefOfStaff": True, "managedSections": ["S1"]}, 400, "patch.acknowledged"),
    ({"chiefOfStaff": True, "managedSections": ["S1"], "acknowledgePeerScope": True}, 200, None),
    ({"chiefOfStaff": True, "managedSections": ["S9"], "acknowledgePeerScope": True}, 400, "patch.exists"),
    ({"chiefOfStaff": True, "managedSections": ["S1"] * 101, "acknowledgePeerScope": True}, 400, "patch.count"),
    ({"chiefOfStaff": True, "managedSections": ["S" * 61], "acknowledgePeerScope": True}, 400, "patch.length"),
    ({"managedSections": "S1"}, 400, "body.shape"),
    ({"peers": []}, 200, None),
    ({"maxConcurrentThreads": 0}, 400, "body.shape"),
    ({"maxConcurrentThreads": 11}, 400, "body.shape"),
    ({"computer": "abacus"}, 400, "body.shape"),
    ({"name": ""}, 400, "body.shape"),
]


@pytest.mark.parametrize(("patch", "status", "code"), PATCHES)
def test_a_change_of_a_bot_keeps_to_the_rules(patch, status, code):
    team = Team()
    team.bot("ada", section="S0")
    team.bot("bob", section="S1")
    got, body = team.tell("patchBot", botId="bot-1", **patch)
    assert (got, body.get("code")) == (status, code)


def test_more_peers_are_acknowledged_and_fewer_need_not_be():
    team = Team()
    team.bot("ada")
    team.patch("ada", peers=["bot-2"])
    assert team.tell("patchBot", botId="bot-1", peers=["bot-2", "bot-3"])[1]["code"] == "patch.peers"
    assert team.tell("patchBot", botId="bot-1", peers=None)[1]["code"] == "patch.peers"
    team.patch("ada", peers=None, acknowledgePeerScope=True)
    team.patch("ada", peers=[])


@pytest.mark.parametrize(
    "loosening",
    [
        {"managedSections": ["S0", "S2"], "acknowledgePeerScope": True},
        {"section": "S2"},
        {"approvePeerComms": False},
        {"peers": None, "acknowledgePeerScope": True},
    ],
)
def test_nothing_is_loosened_while_somebody_is_at_work(loosening):
    team = chain("ada", "bob", "cy")
    team.patch("bob", approvePeerComms=True, peers=[])
    team.send("cy")
    assert team.tell("patchBot", botId="bot-2", **loosening)[0] == 409
    team.patch("bob", title="lead", managedSections=["S2"])
    team.say("cy")
    assert team.tell("patchBot", botId="bot-2", **loosening)[0] == 200


def test_a_section_has_one_chief_and_who_is_none_manages_nothing():
    team = Team()
    team.bot("ada", section="A", chiefOfStaff=True)
    team.bot("bob", section="A", chiefOfStaff=True)
    assert team.view.get("bot", "bot-1")["chiefOfStaff"] is False
    team.patch("bob", managedSections=["A"], acknowledgePeerScope=True)
    team.patch("bob", chiefOfStaff=False)
    assert team.view.get("bot", "bot-2")["managedSections"] == []


def test_a_bot_at_work_is_not_deleted_and_a_deleted_one_leaves_nothing():
    team = chain("ada", "bob", "cy")
    team.send("ada")
    team.hand("ada", "bob")
    team.say("ada")
    assert team.tell("deleteBot", botId="bot-2")[0] == 409
    team.hand("bob", "cy")
    team.say("bob")
    assert team.tell("deleteBot", botId="bot-2")[0] == 200
    assert [node["status"] for node in team.view.nodes()] == ["running", "failed", "failed"]
    assert team.view.threads("bot-2") == []
    assert not team.asks("cy")
    assert team.tell("deleteBot", botId="bot-2")[0] == 404
