"""What a player and a scripted harness tell each other through the data folder, where no endpoint does.

room-plan.json                   the turns of each bot's model, by its id (written by the player)
eval-gates/NAME                  a gate that stands open (made by the player)
room-plan.json.evidence.jsonl    a line for each turn that has ended (written by the harness)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from hawthorne.evals.worlds.host import Scripts
from hawthorne.records.disk import replace_file

PLAN = "room-plan.json"
GATES = "eval-gates"
EVIDENCE = "room-plan.json.evidence.jsonl"


def read_plan(folder: Path) -> dict[str, Any]:
    """The scripts of the plan, by bot; empty where there is none yet."""
    path = folder / PLAN
    plan = orjson.loads(path.read_bytes()) if path.exists() else {}
    return {bot: said["turns"] for bot, said in plan.items()}


def write_plan(folder: Path, scripts: Scripts) -> None:
    """Add scripts to the plan. A turn's `gate` is also told as the path of its file (`gateFile`)."""
    plan = {bot: {"turns": turns} for bot, turns in read_plan(folder).items()}
    plan |= {bot: {"turns": [_turn(folder, turn) for turn in turns]} for bot, turns in scripts.items()}
    replace_file(folder / PLAN, orjson.dumps(plan, option=orjson.OPT_INDENT_2))


def _turn(folder: Path, turn: Mapping[str, Any]) -> dict[str, Any]:
    gate = turn.get("gate")
    return dict(turn) | ({} if gate is None else {"gateFile": str((folder / GATES / gate).absolute())})


def open_gate(folder: Path, gate: str) -> None:
    """Open a gate."""
    (folder / GATES).mkdir(exist_ok=True)
    replace_file(folder / GATES / gate, b"open\n")


def is_open(folder: Path, gate: str) -> bool:
    """Whether a gate stands open."""
    return (folder / GATES / gate).exists()


def rows(folder: Path) -> list[dict[str, Any]]:
    """The evidence of the turns that have ended; a torn last line is left out."""
    path = folder / EVIDENCE
    data = path.read_bytes() if path.exists() else b""
    return [orjson.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()]
