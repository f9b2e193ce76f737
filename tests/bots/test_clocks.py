"""The clocks of handed-off work: a table of verdicts, and the moments at which they come."""

from __future__ import annotations

from typing import Any

import pytest
from bots_team import Team, chain

from hawthorne.bots.entities import Node
from hawthorne.bots.handoffs import clocks
from hawthorne.bots.rules import Rules
from hawthorne.bots.rules.limits import Handoffs

BOUNDS, TERMINAL = Handoffs(), Rules().terminal
MINUTE = 60.0


def tree(*rows: dict[str, Any]) -> dict[str, Node]:
    """Nodes from rows: the first is the root, each further one a child of the root unless `parent` is given."""
    nodes: dict[str, Node] = {}
    for i, row in enumerate(rows):
        parent = row.pop("parent", "n0") if i else None
        made = Node(f"n{i}", "n0", "b", "t", "k", "x", row.pop("created", 0.0), row.pop("status"), "g", i,
                    parent_id=parent, **row)  # fmt: skip
        nodes[made.id] = made
        if parent is not None:
            nodes[parent].children.append(made.id)
    return nodes


RUNNING = {"status": "running", "started_at": 0.0, "executions": 1}
GOLDEN = [
    # what, tree, which node, at (minutes), verdict
    ("a child that nobody begins", [{"status": "waiting"}, {"status": "queued"}], "n1", 59.9, None),
    ("... for an hour", [{"status": "waiting"}, {"status": "queued"}], "n1", 60, "coord.unstarted"),
    ("its asker waits for half an hour", [{"status": "waiting"}, {"status": "queued"}], "n0", 29.9, None),
    ("... and no longer", [{"status": "waiting"}, {"status": "queued"}], "n0", 30, "coord.expired"),
    ("the pause counts", [{"status": "waiting", "paused": 600.0}, {"status": "queued"}], "n0", 39.9, None),
    ("... to the minute", [{"status": "waiting", "paused": 600.0}, {"status": "queued"}], "n0", 40, "coord.expired"),
    ("while a node runs the clock stands", [{"status": "waiting", "running_since": 0.0}, RUNNING], "n0", 200, None),
    ("... for the node too", [{"status": "waiting", "running_since": 0.0}, RUNNING], "n1", 200, None),
    ("until the cap", [{"status": "waiting", "running_since": 0.0}, RUNNING], "n1", 240, "coord.capped"),
    ("which counts from progress",
     [{"status": "waiting", "running_since": 0.0, "last_progress_at": 3600.0}, RUNNING], "n1", 299, None),
    ("results that came back protect their asker",
     [{"status": "resume"}, {"status": "completed"}], "n0", 100, None),
    ("... beyond the cap", [{"status": "resume"}, {"status": "completed"}], "n0", 300, None),
    ("... but not once they were told",
     [{"status": "waiting"}, {"status": "completed", "delivered": True}, {"status": "queued"}], "n0", 31,
     "coord.expired"),
    ("a late start has its runway",
     [{"status": "waiting", "running_since": 3600.0}, {**RUNNING, "started_at": 3600.0}], "n1", 69.9, None),
    ("... and no more than that",
     [{"status": "waiting", "running_since": 3600.0}, {**RUNNING, "started_at": 3600.0}], "n1", 70, "coord.expired"),
    ("... and protects those above it",
     [{"status": "waiting", "running_since": 3600.0}, {**RUNNING, "started_at": 3600.0}], "n0", 69.9, None),
]  # fmt: skip


@pytest.mark.parametrize(("what", "rows", "which", "minutes", "verdict"), GOLDEN)
def test_verdicts_of_the_clock(what, rows, which, minutes, verdict):
    nodes = tree(*[dict(row) for row in rows])
    assert clocks.verdict(nodes, nodes[which], minutes * MINUTE, BOUNDS, TERMINAL) == verdict, what


@pytest.mark.parametrize(("what", "rows", "which", "minutes", "verdict"), GOLDEN)
def test_whoever_wakes_at_the_next_look_misses_no_verdict(what, rows, which, minutes, verdict):
    """Between two looks no verdict changes by the clock alone."""
    nodes, now = tree(*[dict(row) for row in rows]), 0.0
    while True:
        known = {
            id: clocks.verdict(nodes, n, now, BOUNDS, TERMINAL) for id, n in nodes.items() if n.status not in TERMINAL
        }
        then = clocks.next_look(nodes, now, BOUNDS, TERMINAL)
        until = (now + 5 * 3600.0) if then is None else then
        for part in (0.25, 0.5, 0.999):
            at = now + (until - now) * part
            assert {id: clocks.verdict(nodes, nodes[id], at, BOUNDS, TERMINAL) for id in known} == known
        if then is None:
            break
        assert then > now
        now = then


def busy_lead() -> Team:
    team = chain("chief", "lead")
    team.patch("lead", maxConcurrentThreads=1)
    team.send("lead", "own business")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    return team


def test_a_team_that_gets_nowhere_for_half_an_hour_gives_up():
    team = busy_lead()
    team.wait(30 * MINUTE - 1)
    assert team.tree() == [("chief", "waiting"), ("lead", "queued")]
    team.wait(1)
    assert team.tree() == [("chief", "failed"), ("lead", "failed")]
    team.say("lead")
    assert team.tree()[1] == ("lead", "failed")


def test_a_teammate_at_work_is_given_four_hours_and_then_stopped():
    team = chain("chief", "lead")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.wait(4 * 3600 - 1)
    assert team.tree() == [("chief", "waiting"), ("lead", "running")]
    team.wait(1)
    assert team.tree() == [("chief", "running"), ("lead", "failed")]
    assert team.view.rows[-1]["outcome"] == "killed"
    assert "no progress" in team.ask("chief").view["messages"][-1]["content"]


def test_the_cap_tells_what_had_come_back():
    team = Team()
    for name in ("top", "near", "chief", "far"):
        team.bot(name)
    team.send("top")
    team.hand("top", "near", "chief")
    team.say("top")
    team.say("near", "early result")
    team.hand("chief", "far")
    team.say("chief")
    team.wait(4 * 3600)
    top = team.view.nodes()[0]
    assert top["status"] == "failed"
    assert "early result" in top["digest"]
    assert "early result" not in top["error"]


def test_time_that_only_passes_makes_no_record_until_a_deadline():
    team = busy_lead()
    before = len(team.records)
    team.wait(29 * MINUTE)
    assert len(team.records) == before


def test_moments_between_two_grains_of_the_clock_do_not_stop_it():
    team = Team()
    team.bot("chief")
    team.bot("lead", maxConcurrentThreads=1)
    team.case.tick(0.1234567849)
    team.send("lead", "own")
    team.send("chief")
    team.hand("chief", "lead")
    team.say("chief")
    team.wait(2000.000000123)
    assert team.tree() == [("chief", "failed"), ("lead", "failed")]
