"""A stage for tests: a real harness in this process, booted with a few bots, and a step done to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hawthorne.bots.rules import Rules
from hawthorne.core.document import Document, Source
from hawthorne.evals.boot import boot
from hawthorne.evals.stage import Stage
from hawthorne.evals.steps import STEPS
from hawthorne.evals.worlds.inprocess import InProcess
from hawthorne.scenarios.kind import ScenarioKind

SUITE = Path(__file__).parents[2] / "examples" / "scenarios"
FILES = sorted(SUITE.glob("*.scenario.json"))

DONE = {"reply": "Done."}
HELD = {"reply": "Done.", "gate": "g"}


def bot(key: str, *turns: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"key": key, "name": key.title(), "turns": list(turns), **more}


def staged(*bots: dict[str, Any], world: str = "coordination", compat: bool = False, **more: Any) -> Stage:
    """A stage on which a scenario with these bots has booted."""
    stage = Stage(InProcess(Rules()), compat=compat)
    boot(stage, {"world": world, "bots": list(bots)} | more)
    return stage


def do(stage: Stage, kind: str, **fields: Any) -> str:
    """Do a step; returns what it came to."""
    return STEPS[kind](stage, {"kind": kind, **fields})


def document(
    *bots: dict[str, Any], steps: Sequence[dict[str, Any]], assertions: Sequence[dict[str, Any]] = (), **more: Any
) -> Document:
    """A scenario of these parts, read as if it were a file; with the gates that its turns name."""
    gates = sorted({turn["gate"] for each in bots for turn in each["turns"] if "gate" in turn})
    scenario = {"id": "s", "title": "A scenario", "behavior": "It pins something.", "world": "coordination",
                "gates": gates, "bots": list(bots), "steps": list(steps), "assertions": list(assertions)} | more  # fmt: skip
    return ScenarioKind().read(Source("s.scenario.json", json.dumps(scenario).encode()))
