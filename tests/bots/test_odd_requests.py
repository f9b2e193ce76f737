"""Whatever a request of the rooms holds, it is answered: no value breaks the harness."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_team import Team

from hawthorne.bots import routines, skills
from hawthorne.bots.bodies import BODIES
from hawthorne.bots.computer import requests as computer
from hawthorne.bots.computer.vm import KEYS
from hawthorne.bots.user_skills import KEYS as MANIFEST

COMMANDS = {**routines.COMMANDS, **skills.COMMANDS, **computer.COMMANDS}
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["bot-1", "routine-1", "run-1", "capability-2", "shared", "triage", "approved", "skip", "interval", "once"]
    )
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
SCHEDULES = st.fixed_dictionaries(
    {"type": st.sampled_from(["interval", "once", 3])},
    optional={"everyMinutes": LEAVES, "anchorAt": LEAVES, "at": LEAVES},
)
KNOWN = {"installSkill": [*MANIFEST, "skillMd"], "setVmState": list(KEYS)}


def team() -> Team:
    played = Team()
    played.request("PUT", "/api/vm", {})
    bot = played.bot("One", {"gate": "G"}, {"gate": "H"})
    played.send(bot)
    body = {"prompt": "Sum up", "botId": bot, "schedule": {"type": "interval", "everyMinutes": 60}}
    routine = played.request("POST", "/api/routines", body)[1]["routine"]["id"]
    played.request("POST", f"/api/routines/{routine}/run")
    return played


@pytest.mark.parametrize("command", COMMANDS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_command_answers_whatever_it_is_told(command: str, data: Any) -> None:
    names = list(BODIES[command].get("properties", {})) + KNOWN.get(command, [])
    fields = {name: SCHEDULES | VALUES if name == "schedule" else VALUES for name in names}
    value = data.draw(st.fixed_dictionaries({}, optional=fields))
    played = team()
    id = played.tell(command, value)
    played.advance(10_000.0)
    receipt = played.view.receipts[id]
    assert 200 <= receipt["status"] < 500
    assert receipt["status"] < 300 or receipt["body"].get("error") or receipt["body"].get("held") is not None


@pytest.mark.parametrize("number", [math.nan, math.inf, 10**400, 1e16])
def test_numbers_without_measure_are_refused(number: float) -> None:
    played = team()
    assert played.view.receipts[played.tell("setVmState", {"clockOffset": number})]["status"] == 400
    schedule = {"type": "interval", "everyMinutes": 5, "anchorAt": number}
    body = {"prompt": "x", "botId": "bot-1", "schedule": schedule}
    refused = number != 1e16
    assert (played.view.receipts[played.tell("createRoutine", body)]["status"] == 400) is refused
