"""Steps about routines: they are created so that they only run when they are told to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.evals.broken import StepFailed
from hawthorne.evals.stage import Stage
from hawthorne.evals.steps.asking import asked

Step = Mapping[str, Any]

HOUR_MS = 3_600_000


def create_routine(stage: Stage, step: Step) -> str:
    """Create a disabled routine; its first time lies an hour ahead."""
    body = {
        "name": step["routine"],
        "prompt": step["prompt"],
        "botId": stage.bot(step["bot"]),
        "enabled": False,
        "schedule": {"type": "interval", "everyMinutes": 60, "anchorAt": round(stage.now * 1000) + HOUR_MS},
    }
    routine = stage.demand("POST", "/api/routines", body).body["routine"]
    stage.routines[step["routine"]] = routine["id"]
    return "created"


def run_routine(stage: Stage, step: Step) -> str:
    """Run a routine now; its run is the latest from now on."""
    run = stage.demand("POST", f"/api/routines/{stage.routine(step['routine'])}/run").body["run"]
    stage.runs[step["routine"]] = run["id"]
    return f"the run was {run['status']}"


def snapshot_routine_run(stage: Stage, step: Step) -> str:
    """Save what the latest run looks like at this moment."""
    id = stage.run(step["routine"])
    run = next((each for each in stage.look("/api/routines")["runs"] if each["id"] == id), None)
    if run is None:
        raise StepFailed(f"the run of {step['routine']} is no longer there")
    stage.observations[step["saveAs"]] = {
        "status": run["status"],
        "deferredAt": run.get("deferredAt"),
        "executionThreadId": run.get("threadId"),
    }
    deferred = ", deferred" if run.get("deferredAt") is not None else ""
    return f"{run['status']}{deferred}"


def cancel_run(stage: Stage, step: Step) -> str:
    """Cancel the latest run."""
    return asked(stage, step, "POST", f"/api/routine-runs/{stage.run(step['routine'])}/cancel")
