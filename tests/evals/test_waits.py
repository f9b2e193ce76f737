"""Waits: conditions that hold, that never can, and that come too late; each says what was seen last."""

from __future__ import annotations

from typing import Any

import pytest
from staged import DONE, HELD, bot, do, staged

from hawthorne.evals.broken import Stuck, TimedOut
from hawthorne.evals.stage import Stage

SLOW = {"reply": "Done.", "delayMs": 5000}
"""A turn of which the end is due: a wait that is longer sees it happen."""

LATE = {"reply": "Done.", "delayMs": 60_000}

WAITS: dict[str, tuple[dict[str, Any], str]] = {
    "waitForTurns": ({"bot": "ann", "count": 3}, "last seen value: 0"),
    "waitForNodeStatus": ({"bot": "ann", "status": "completed"}, "last seen value: []"),
    "waitForBusy": ({"bot": "ann", "busy": False}, 'last seen value: {"busy":true,"waitingForTeammates":false}'),
    "waitForActivity": ({"bot": "ann", "namePrefix": "Never"}, "last seen value: []"),
    "waitForRoutineRun": ({"routine": "night", "status": "cancelled"}, 'last seen value: "completed"'),
    "consumeDump": ({}, "last seen value: []"),
    "captureComputer": ({"bot": "idle"}, "last seen value: []"),
}
"""Each step that waits, for something that never comes, and what it then tells."""


def waiting() -> Stage:
    """Ann is held by a gate, so that nothing about her changes; a routine of Rob's has run."""
    stage = staged(bot("ann", HELD), bot("rob", DONE), bot("slow", SLOW, LATE), bot("idle"))
    do(stage, "send", bot="ann", text="go")
    do(stage, "createRoutine", routine="night", bot="rob", prompt="tidy")
    do(stage, "runRoutine", routine="night")
    return stage


@pytest.mark.parametrize("kind", WAITS)
def test_a_wait_that_nothing_can_fulfil_is_stuck_at_once_and_tells_what_it_saw_last(kind: str) -> None:
    stage = waiting()
    fields, seen = WAITS[kind]
    if kind == "consumeDump":
        do(stage, "consumeDump")
    with pytest.raises(Stuck) as raised:
        do(stage, kind, **fields)
    assert str(raised.value).startswith("stuck waiting until ")
    assert seen in str(raised.value)
    assert 'gate "g" holds ann' in str(raised.value)
    assert stage.now == 0.0


@pytest.mark.parametrize("kind", WAITS)
def test_a_wait_that_things_happen_in_times_out_at_its_deadline_and_tells_what_it_saw_last(kind: str) -> None:
    stage = waiting()
    fields, seen = WAITS[kind]
    do(stage, "send", bot="slow", text="soon")
    do(stage, "openThread", bot="slow", thread="other")
    do(stage, "send", bot="slow", text="after the deadline", thread="other")
    if kind == "consumeDump":
        do(stage, "consumeDump")
    with pytest.raises(TimedOut, match=r"timed out after [23]0000 ms waiting until ") as raised:
        do(stage, kind, **fields)
    assert seen in str(raised.value)


def test_a_timeout_is_virtual_milliseconds_and_a_wait_moves_time_only_to_what_is_due() -> None:
    stage = staged(bot("slow", SLOW))
    do(stage, "send", bot="slow", text="go")
    with pytest.raises(Stuck, match=r"nothing is due before the deadline \(4999 ms\), the next thing in 5 s"):
        do(stage, "waitForTurns", bot="slow", count=1, timeoutMs=4999)
    assert stage.now == 0.0
    assert do(stage, "waitForTurns", bot="slow", count=1, timeoutMs=5000) == "1 turns ended"
    assert stage.now == 5.0


def test_a_wait_that_holds_already_takes_no_time() -> None:
    stage = staged(bot("ann"))
    assert do(stage, "waitForBusy", bot="ann", busy=False, timeoutMs=1) == "not busy"


def test_a_wait_for_busy_may_also_look_at_teammates() -> None:
    stage = staged(
        bot("ann", {"steps": [{"arguments": {"bot_ids": ["@rob"], "message": "help"}}]}, DONE), bot("rob", HELD)
    )
    do(stage, "send", bot="ann", text="go")
    assert do(stage, "waitForBusy", bot="ann", busy=False, waitingForTeammates=True) == (
        "not busy and waits for teammates"
    )
    with pytest.raises(Stuck, match="ann is not busy and does not wait for teammates"):
        do(stage, "waitForBusy", bot="ann", busy=False, waitingForTeammates=False)


def test_a_wait_for_a_node_looks_at_the_first_unless_another_is_named() -> None:
    call = {"arguments": {"bot_ids": ["@rob"], "message": "help"}}
    again = {"arguments": {"bot_ids": ["@rob"], "message": "more", "rework": True}}
    stage = staged(bot("ann", {"steps": [call]}, {"steps": [again]}, DONE, DONE), bot("rob", DONE, HELD))
    do(stage, "send", bot="ann", text="go")
    do(stage, "waitForNodeStatus", bot="rob", status="completed")
    do(stage, "waitForNodeStatus", bot="rob", status="running", nth=-1)
    do(stage, "waitForNodeStatus", bot="rob", status="running", any=True)
    with pytest.raises(Stuck, match="the first handoff node of rob is running"):
        do(stage, "waitForNodeStatus", bot="rob", status="running")


def test_an_activity_that_was_waited_for_is_proven() -> None:
    stage = staged(bot("ann", {"steps": [{"tool": "list_bots"}], "reply": "Done."}))
    do(stage, "send", bot="ann", text="go")
    assert do(stage, "waitForActivity", bot="@ann", namePrefix="list_") == "list_bots"
    assert stage.proven == {"ann": ["list_"]}


def test_an_activity_may_be_named_by_the_key_of_its_wording() -> None:
    stage = staged(bot("ann", {"fail": True}))
    do(stage, "send", bot="ann", text="go")
    assert do(stage, "waitForActivity", bot="ann", namePrefix={"$msg": "turn.failed"}).startswith("error: ")


def test_a_killed_turn_counts_unless_the_file_is_a_foreign_one() -> None:
    for compat, seen in ((False, 1), (True, 0)):
        stage = staged(bot("ann", HELD), compat=compat)
        do(stage, "send", bot="ann", text="go")
        do(stage, "interrupt", bot="ann")
        if seen:
            assert do(stage, "waitForTurns", bot="ann", count=1) == "1 turns ended"
        else:
            with pytest.raises(Stuck, match="last seen value: 0"):
                do(stage, "waitForTurns", bot="ann", count=1)
