"""A large protocol, made from fixture_score: many stages, items with conditions and pipings, responses, variables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

STUDY = Path(__file__).parent.parent / "fixtures" / "studies" / "fixture_score" / "protocol.json"


def large(items: int, per_stage: int = 10, variables: int = 100) -> bytes:
    """The text of a protocol with so many items, `per_stage` on a stage's page with one response."""
    protocol: dict[str, Any] = json.loads(STUDY.read_text("utf-8"))
    protocol["draws"] = [
        {"id": "town", "kind": "pick", "from": ["Avonlea", "Brightwater"], "public": True, "cite": "own"}
    ]
    for s in range(items // per_stage):
        protocol["responses"].append(
            {"id": f"r{s}", "kind": "likert", "prompt": f"Statement {s} is true.", "points": [1, 7],
             "anchors": {"1": "no", "7": "yes"}, "cite": "own"})  # fmt: skip
        shown = [
            {"id": f"i{k}", "type": "text", "cite": "own", "text": f"Sentence {k} of {{{{draw.town}}}}, part {s}.",
             "when": f'factor.cue = "hi" or resp.sure > {(s + k) % 100}'}
            for k in range(per_stage)
        ]  # fmt: skip
        protocol["stages"].append(
            {"id": f"more{s}", "cite": "own", "pages": [{"id": "pg1", "items": shown, "responses": [f"r{s}"]}]}
        )
        protocol["flow"]["sequence"].append({"stage": f"more{s}"})
    for v in range(variables):
        protocol["variables"].append(
            {"id": f"v{v}", "unit": "p", "type": "boolean", "expr": f"resp.r{v} > 4", "cite": "own",
             "cases": [{"given": {f"resp.r{v}": 5}, "expect": True}, {"given": {f"resp.r{v}": 1}, "expect": False},
                       {"given": {}, "expect": None}]})  # fmt: skip
    return json.dumps(protocol, indent=1).encode()
