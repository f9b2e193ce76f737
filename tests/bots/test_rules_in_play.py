"""No row and no edge of the rooms is there for nothing: each decides in one of these small plays."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from played_team import Team

from hawthorne.bots.rules import Rules

ASK = {"tool": "request_approval", "arguments": {"action": "Go on?"}}
HAND = {"tool": "coordinate_bots", "arguments": {"bot_ids": ["bot-1"], "message": "look"}}
SCHEDULE = {"type": "interval", "everyMinutes": 60}


def state(team: Team, **parts: Any) -> None:
    assert team.request("PUT", "/api/vm", parts)[0] == 200


def run(team: Team, bot: str, **parts: Any) -> str:
    """A routine of a bot, run at once; returns the run's id."""
    body = {"name": "Digest", "prompt": "Sum up", "botId": bot, "schedule": SCHEDULE, "enabled": False, **parts}
    routine = team.request("POST", "/api/routines", body)[1]["routine"]["id"]
    return str(team.request("POST", f"/api/routines/{routine}/run")[1]["run"]["id"])


def computers(team: Team) -> None:
    """Whatever may be said of where a computer is, and of calls of its screen."""
    team.send(team.bot("Nowhere", {}))
    state(team)
    for profile in ({"computer": "off"}, {"computer": "browser"}):
        team.send(team.bot("Settled", {}, **profile))
    auto = team.bot("Auto", {"gate": "A"}, {"gate": "A2"}, {"gate": "A3"})
    holder = team.bot("Holder", {"gate": "H"}, computer="vm")
    team.send(auto)
    team.send(holder)
    url, token = team.capture(auto)
    team.poll((url, "nonsense"))
    team.poll((url.replace(auto, "bot-99"), token))
    team.poll((url.replace(auto, holder), token))
    team.request("POST", f"/api/bots/{auto}/computer/control")
    team.poll((url, token))
    team.request("DELETE", f"/api/bots/{auto}/computer/control")
    team.poll((url, token))
    team.open("H")
    team.poll((url, token))
    team.open("A")
    team.send(auto)
    state(team, failed=True)
    team.poll(team.capture(auto))
    team.send(auto)
    team.open("A3")


def claims(team: Team) -> None:
    """Claims that hang, lapse, are stopped, and are given up."""
    state(team, blocked=True)
    bot = team.bot("One", {"gate": "1"}, {"gate": "2"}, {"gate": "3"}, {"gate": "4"}, computer="vm")
    stop = f"/api/bots/{bot}/interrupt"
    team.send(bot)
    team.request("POST", stop, {})
    team.send(bot)
    state(team, clockOffset=1_900_000)
    state(team, stopped=["shared"])
    auto = team.bot("Auto", {"gate": "A"}, {"gate": "A"})
    team.send(auto)
    other = team.bot("Other", {}, {}, computer="vm")
    team.send(other)
    team.advance(1801.0)
    team.send(other)
    team.request("POST", f"/api/bots/{other}/interrupt", {})
    team.open("A")
    team.send(auto)


def runs(team: Team) -> None:
    """Every way of a run."""
    worker = team.bot("Mate", {"gate": "M"}, {"gate": "M2"}, section="A")
    chief = team.bot(
        "Chief", {"calls": [[ASK]]}, {"calls": [[HAND]]}, {}, {"fail": True}, {"gate": "C"}, {"gate": "D"}, {"gate": "E"},
        {"calls": [[ASK]]}, {"calls": [[ASK]]}, {"calls": [[ASK]]}, {"calls": [[ASK]]}, section="A",
    )  # fmt: skip
    run(team, chief)
    team.request("POST", "/api/requests/request-1", {"allow": True})
    run(team, chief)
    team.open("M")
    run(team, chief)
    run(team, chief, timeoutMinutes=1)
    team.advance(60.0)
    run(team, chief)
    team.tell("restarted", None)
    team.request("POST", f"/api/routine-runs/{run(team, chief)}/cancel")
    run(team, chief, timeoutMinutes=1)
    team.advance(60.0)
    team.request("POST", f"/api/routine-runs/{run(team, chief)}/cancel")
    run(team, chief)
    team.tell("restarted", None)
    run(team, chief)
    thread = team.request("GET", "/api/routines")[1]["runs"][-1]["threadId"]
    team.request("POST", f"/api/bots/{chief}/interrupt", {"threadId": thread})
    team.request("PATCH", "/api/config", {"threads": {"maxConcurrentPerBot": 1}})
    team.send(worker)
    team.request("POST", f"/api/routine-runs/{run(team, worker)}/cancel")
    gone = team.bot("Gone")
    body = {"prompt": "Sum up", "botId": gone, "schedule": SCHEDULE}
    routine = team.request("POST", "/api/routines", body)[1]["routine"]["id"]
    team.request("DELETE", f"/api/bots/{gone}")
    team.request("POST", f"/api/routines/{routine}/run")


def passes(team: Team) -> None:
    """Every decision of a pass."""
    team.request("PATCH", "/api/config", {"threads": {"maxConcurrentPerBot": 1}})
    worker = team.bot("Worker", {"gate": "1"}, {"gate": "2"}, {"gate": "3"}, section="B")
    body = {"prompt": "Sum up", "botId": worker, "schedule": SCHEDULE, "timeoutMinutes": 90}
    team.request("POST", "/api/routines", body)
    team.send(worker)
    team.advance(7300.0)
    team.open("1")
    team.advance(5400.0)
    team.case.now += 100 * 86400.0
    daily = {"type": "once", "at": round(team.case.now * 1000) + 1000}
    team.request("POST", "/api/routines", body | {"schedule": daily})
    team.case.now += 86400.0
    team.tell("restarted", None)
    slow = team.bot("Slow", {"gate": "S"}, section="B")
    mate = team.bot("Mate", {"calls": [[HAND | {"arguments": {"bot_ids": [slow], "message": "x"}}]]}, section="B")
    run(team, mate)
    thread = team.request("GET", "/api/routines")[1]["runs"][-1]["threadId"]
    team.request("POST", f"/api/bots/{mate}/interrupt", {"threadId": thread})


PLAYS: tuple[Callable[[Team], None], ...] = (computers, claims, runs, passes)


def mutants() -> dict[str, Rules]:
    """The rules, each time without one row or edge of the rooms."""
    rules, computer = Rules(), Rules().computer
    found = {
        edge.name: replace(rules, edges=tuple(each for each in rules.edges if each != edge))
        for edge in rules.edges
        if edge.machine in ("run", "slot")
    }
    for table in ("destination", "claim", "gate"):
        for row in getattr(computer, table):
            rows = tuple(each for each in getattr(computer, table) if each != row)
            found[f"{table}.{row.name}"] = replace(rules, computer=replace(computer, **{table: rows}))
    for stage in rules.routines.stages:
        stages = tuple(each for each in rules.routines.stages if each != stage)
        found[f"stage.{stage}"] = replace(rules, routines=replace(rules.routines, stages=stages))
    return found


MUTANTS = mutants()


@pytest.mark.parametrize("name", MUTANTS)
def test_without_any_one_rule_the_harness_goes_on_and_behaves_otherwise(name: str) -> None:
    """A missing rule is another behaviour, never a loop without end; some play shows it."""
    assert any(heard(play, MUTANTS[name]) != as_ruled(play) for play in PLAYS)


@cache
def as_ruled(play: Callable[[Team], None]) -> list[Any]:
    """What a play says under the rules as they are."""
    return heard(play, Rules())


def heard(play: Callable[[Team], None], rules: Rules) -> list[Any]:
    """What a play says, as far as it goes: one that expects what a missing rule would have done stops there."""
    team = Team(rules)
    with contextlib.suppress(AssertionError, KeyError, IndexError):
        play(team)
    return [(record.what, record.who, record.value) for record in team.log]


def decided() -> set[str]:
    """What decided in any of the plays."""
    found: set[str] = set()
    for play in PLAYS:
        team = Team()
        play(team)
        found |= team.view.took.keys()
    return found


def test_every_edge_and_row_of_the_rooms_decides_somewhere() -> None:
    rules = Rules()
    wanted = {edge.name for edge in rules.edges if edge.machine in ("run", "slot")}
    tables = (*rules.computer.destination, *rules.computer.claim, *rules.computer.gate)
    wanted |= {f"computer.{row.surface}.{row.name}" for row in tables}
    wanted |= {
        f"routines.{deed}" for deed in ("make", "miss", "skip", "start", "defer", "notice", "fail", "expire", "close")
    }
    assert wanted - decided() == set()
