"""Scenarios that do not hold say why, on the real harness: a gate that nobody opens, a wait that can never hold, turns
that are never reached or not in the script, a script that the harness does not follow."""

from __future__ import annotations

import json
from typing import Any

import pytest

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.core.result import Result
from hawthorne.scenarios.kind import ForeignScenarioKind, ScenarioKind

DOCUMENT: dict[str, Any] = {
    "id": "one-bot", "title": "T", "behavior": "B.", "world": "coordination", "gates": ["hold"],
    "bots": [{"key": "a", "name": "Ada", "turns": [{"gate": "hold", "reply": "r"}]}],
    "steps": [{"kind": "send", "bot": "a", "text": "t"}, {"kind": "writeGate", "gate": "hold"},
              {"kind": "waitForTurns", "bot": "a", "count": 1}],
    "assertions": [{"kind": "turnOrder", "bots": ["a"]}],
}  # fmt: skip


def ended(kind: type[ScenarioKind] = ScenarioKind, **changes: Any) -> dict[str, Any]:
    document = kind().read(Source("x.scenario.json", json.dumps(DOCUMENT | changes).encode()))
    run = hw.run(hw.plan(document, seed=1))
    done: dict[str, Any] = next(record.value for record in run.records() if record.what == "done")
    return done


def test_a_scenario_that_holds_has_ended() -> None:
    assert ended() == Result("ended", value={"pass": True, "steps": 3, "assertions": 3}).as_json()


def test_a_gate_that_nobody_opens_ends_the_scenario_at_once_and_is_named() -> None:
    done = ended(steps=[DOCUMENT["steps"][0], DOCUMENT["steps"][2]])
    assert done["status"] == "stuck"
    assert done["where"] == "steps/1"
    assert 'closed: gate "hold" holds a' in done["why"]
    assert "last seen value: 0" in done["why"]


@pytest.mark.parametrize(
    "wait",
    [
        {"kind": "waitForTurns", "bot": "a", "count": 2},
        {"kind": "waitForNodeStatus", "bot": "a", "status": "running"},
        {"kind": "waitForBusy", "bot": "a", "busy": True},
        {"kind": "waitForActivity", "bot": "a", "namePrefix": "never"},
    ],
)
def test_a_wait_that_can_never_hold_ends_at_once_with_what_it_saw_last(wait: dict[str, Any]) -> None:
    done = ended(steps=[*DOCUMENT["steps"], wait])
    assert (done["status"], done["where"]) == ("stuck", "steps/3")
    assert "last seen value: " in done["why"]


def test_a_bot_whose_turns_are_never_reached_fails_as_unused() -> None:
    bots = [*DOCUMENT["bots"], {"key": "b", "name": "Ben", "turns": [{"reply": "x"}, {"reply": "y"}]}]
    assert ended(bots=bots)["why"] == "scriptConsumed: never reached: turn 0, 1 of b"
    assert ended(ForeignScenarioKind, bots=bots)["status"] == "ended"
    bots[1] |= {"allowUnusedTurns": True}
    assert ended(bots=bots)["status"] == "ended"


def test_a_turn_that_is_not_in_the_script_fails_as_an_overrun_and_leaves_no_row() -> None:
    steps = [
        *DOCUMENT["steps"],
        {"kind": "send", "bot": "a", "text": "once more"},
        {"kind": "waitForBusy", "bot": "a", "busy": False},
    ]
    assert ended(steps=steps)["why"] == "noOverrun: beyond the script: turn 1 of a"
    assert ended(ForeignScenarioKind, steps=steps)["status"] == "ended"
    assert ended(steps=steps, bots=[DOCUMENT["bots"][0] | {"allowOverrun": True}])["status"] == "ended"


def test_a_call_that_is_refused_where_it_must_succeed_breaks_its_turn() -> None:
    turns = [{"steps": [{"tool": "no_such_tool"}], "gate": "hold", "reply": "r"}]
    outcome = {"kind": "turnOutcome", "bot": "a", "turn": 0, "outcome": "error"}
    bot = DOCUMENT["bots"][0] | {"turns": turns}
    assert ended(bots=[bot], assertions=[outcome])["why"].startswith("scriptKept: a: turn 0, call 0 (no_such_tool)")
    assert ended(bots=[bot | {"allowBrokenTurns": True}], assertions=[outcome])["status"] == "ended"


def test_a_request_that_is_refused_fails_its_step() -> None:
    steps = [{"kind": "patchBot", "bot": "a", "patch": {"managedSections": ["x"]}}, *DOCUMENT["steps"]]
    done = ended(steps=steps)
    assert (done["status"], done["where"]) == ("failed", "steps/0")
    steps[0]["expectStatus"] = 400
    assert ended(steps=steps)["status"] == "ended"
