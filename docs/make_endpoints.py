"""Write the tables of endpoints of `docs/evals.md` from the routes that the harness and its server go by.

    python docs/make_endpoints.py

A table stands between `<!-- table: NAME -->` and `<!-- end -->`; whatever is there is replaced.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hawthorne.bots.routes import ROUTES
from hawthorne.evals.worlds.contract import EVAL_ROUTES, MOMENT

PAGE = Path(__file__).parent / "evals.md"
BLOCK = re.compile(r"(<!-- table: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
PLAYED = ("createBot", "patchBot", "deleteBot", "send", "interrupt", "cancelQueued", "rerun", "openThread",
          "patchThread", "deleteThread", "bots", "bot", "threadMessages", "patchConfig", "handoffs", "requests",
          "resolveRequest", "setSkills", "installLibrarySkill", "installSkill", "routines", "createRoutine",
          "runRoutine", "cancelRun", "setVmState", "computerGate", "health")  # fmt: skip
"""What the steps of scenarios ask for, by what it does."""


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, a blank line around it."""
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n" + "\n".join(lines) + "\n\n"


def fields(shape: Mapping[str, Any], elsewhere: Iterable[str] = ()) -> str:
    """The fields of a body; those that may be left out with a question mark."""
    required, left_out = shape.get("required", ()), set(elsewhere)
    return ", ".join(f"`{name}`{'' if name in required else '?'}" for name in shape.get("properties", {})
                     if name not in left_out) or "–"  # fmt: skip


def public(played: bool) -> str:
    """The harness's own endpoints: those that steps ask for, or the others."""
    rows = []
    for route in ROUTES:
        if (route.does in PLAYED) is played:
            elsewhere = {*re.findall(r"\{(\w+)\}", route.path), *route.query, "token"}
            query = "?" + "&".join(f"{name}=" for name in route.query) if route.query else ""
            body = "–" if route.method == "GET" else fields(route.body, elsewhere)
            rows.append((f"`{route.method} {route.path}{query}`", route.about, body,
                         ", ".join(map(str, route.statuses))))  # fmt: skip
    return grid(("request", "what for", "body", "answers"), rows)


def player() -> str:
    """The endpoints of a player."""
    rows = []
    for route in EVAL_ROUTES:
        answer = "a moment" if route.answers is MOMENT else "an object"
        rows.append((f"`{route.method} {route.path}`", route.about, fields(route.body), answer))
    return grid(("request", "what for", "body", "answers"), rows)


TABLES = {"played": lambda: public(True), "others": lambda: public(False), "player": player}


def filled(text: str) -> str:
    """The page with its tables as they are now."""
    return BLOCK.sub(lambda match: match[1] + TABLES[match[2]]() + match[3], text)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
