"""The endpoints by which a player moves a served harness: how time passes, which gates are open, what the scripted
models say, and what is to be seen. They stand beside those of `hawthorne.bots.routes`, and only when a server was
started for evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
"""What gates are called."""

SECONDS: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 10_000_000}


class EvalRoute(NamedTuple):
    """One endpoint: `body` is the shape of what it takes (empty: nothing), `answers` that of what it answers."""

    method: str
    path: str
    does: str
    about: str
    statuses: tuple[int, ...] = (200, 400)
    body: Mapping[str, Any] = {}
    answers: Mapping[str, Any] = {"type": "object"}


def _body(required: str = "", **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required.split()}


MOMENT = _body(
    "now due seq moved held turns",
    now={"type": "number"},
    due={"type": ["number", "null"]},
    seq={"type": "integer"},
    moved={"type": "boolean"},
    held={"type": "object"},
    turns={"type": "object"},
)
"""Where time stands: see `hawthorne.evals.worlds.host.Moment`."""

CALL = _body(tool={"type": "string"}, arguments={"type": "object"}, expectError={"type": "boolean"})

TURN = _body(
    steps={"type": "array", "items": CALL},
    reply={"type": "string"},
    gate={"type": "string", "pattern": NAME},
    delayMs={"type": "number", "minimum": 0},
    fail={"type": "boolean"},
    exits={"type": "integer", "minimum": 0},
)
"""A scripted turn, and a call in it."""

EVAL_ROUTES: tuple[EvalRoute, ...] = (
    EvalRoute("GET", "/api/eval/moment", "moment", "Where time stands.", (200,), answers=MOMENT),
    EvalRoute("POST", "/api/eval/settle", "settle", "Let everything happen that happens now.", answers=MOMENT),
    EvalRoute("POST", "/api/eval/advance", "advance",
              "Move to the next moment at which something is due, at most `seconds` from now; `moved` says whether "
              "there was one.", body=_body(seconds=SECONDS | {"type": ["number", "null"]}), answers=MOMENT),
    EvalRoute("POST", "/api/eval/pass", "pass", "Let so many `seconds` pass, and all that falls due on the way happen.",
              body=_body("seconds", seconds=SECONDS), answers=MOMENT),
    EvalRoute("POST", "/api/eval/signal", "signal", "Open a gate; it stays open.",
              body=_body("gate", gate={"type": "string", "pattern": NAME, "maxLength": 100}), answers=MOMENT),
    EvalRoute("PUT", "/api/eval/plan", "plan",
              "Give scripted models their turns: an object from bot ids to their turns.",
              body=_body("scripts", scripts={"type": "object",
                                             "additionalProperties": {"type": "array", "items": TURN}}),
              answers=MOMENT),
    EvalRoute("GET", "/api/eval/dumps", "dumps", "The turns that were launched, each with the token by which it "
              "reaches a computer.", (200,)),
    EvalRoute("GET", "/api/eval/evidence", "evidence", "All that is to be seen of the harness.", (200,)),
    EvalRoute("POST", "/api/eval/restart", "restart", "Forget all that is in memory and go on from what is written.",
              answers=MOMENT),
    EvalRoute("POST", "/api/eval/fresh", "fresh", "Begin anew in an empty data folder; `compat` has the harness say "
              "what foreign scenarios compare with.", body=_body(compat={"type": "boolean"}), answers=MOMENT),
)  # fmt: skip
"""Every endpoint of an evaluation, beside the harness's own."""
