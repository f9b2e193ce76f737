"""The machine that a fixture describes."""

from __future__ import annotations

from typing import Any

import pytest

from hawthorne.bots.computer.vm import KEYS, Status, lease_clock, problems, started, status

READY = Status("running", True)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (None, Status("none", False)),
        ({}, READY),
        ({"failed": True}, Status("running", False)),
        ({"failed": False}, READY),
        ({"blocked": True}, Status("running", True, blocked=True)),
        ({"blockedTarget": "shared"}, Status("running", True, blocked=True)),
        ({"blockedTarget": "other"}, READY),
        ({"containers": ["shared"]}, READY),
        ({"containers": ["other"]}, Status("missing", False)),
        ({"containers": []}, Status("missing", False)),
        ({"noContainers": True, "containers": ["shared"]}, Status("missing", False)),
        ({"stopped": ["shared"]}, Status("stopped", False)),
        ({"stopped": ["other"]}, READY),
        ({"stopped": ["shared"], "failed": True}, Status("stopped", False)),
    ],
)
def test_the_status_follows_the_state(state: Any, expected: Status) -> None:
    found = status(state, "shared")
    assert found._replace(problem=None) == expected
    assert (found.problem is None) == found.ready


@pytest.mark.parametrize(
    "state",
    [
        {"stopped": ["shared"]},
        {"containers": []},
        {"noContainers": True},
        {"containers": ["other"], "stopped": ["other"]},
    ],
)
def test_a_machine_that_was_started_is_ready_and_the_others_are_left_alone(state: dict[str, Any]) -> None:
    after = started(state, "shared")
    assert status(after, "shared") == READY
    assert status(after, "other") == status(state, "other")


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ([], "not an object"),
        ({"stoped": []}, "stoped"),
        ({"failed": 1}, "true or false"),
        ({"stopped": "shared"}, "list of names"),
        ({"clockOffset": "1"}, "a number"),
        ({"clockOffset": True}, "a number"),
        ({"blockedTarget": True}, "a text"),
    ],
)
def test_a_state_that_says_something_else_is_refused(state: Any, found: str) -> None:
    assert any(found in problem for problem in problems(state))


def test_every_key_can_be_said() -> None:
    values = {"flag": True, "text": "x", "number": 1.5, "names": ["x"]}
    assert problems({key: values[kind] for key, kind in KEYS.items()}) == []


def test_the_clock_of_leases_can_be_ahead() -> None:
    assert lease_clock({"clockOffset": 1_860_000}, 10.0) == 1870.0
    assert lease_clock({}, 10.0) == lease_clock(None, 10.0) == 10.0
