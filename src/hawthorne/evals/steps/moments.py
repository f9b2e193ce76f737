"""Steps about gates, time, and the harness's own life."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.evals.stage import Stage

Step = Mapping[str, Any]


def write_gate(stage: Stage, step: Step) -> str:
    """Open a gate; it stays open."""
    stage.host.signal(step["gate"])
    stage.settle()
    return "opened"


def advance_clock(stage: Stage, step: Step) -> str:
    """Let time pass; what falls due on the way happens at its time."""
    moment = stage.host.pass_time(step["ms"] / 1000)
    stage.moment = moment
    return f"it is {moment.now:g} s"


def restart_server(stage: Stage, step: Step) -> str:
    """Stop the harness at once and start it again on what it has written."""
    stage.host.restart()
    stage.settle()
    return "restarted"
