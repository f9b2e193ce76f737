"""Write the tables of `docs/bots.md` from the rules that the harness goes by.

    python docs/make_tables.py

A table stands between `<!-- table: NAME -->` and `<!-- end -->`; whatever is there is replaced.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from hawthorne.bots.computer.entities import Capability, Control, Lease, Machine, Resource, Slot
from hawthorne.bots.entities import (
    Bot,
    Config,
    Group,
    Message,
    Node,
    QueueItem,
    Request,
    Routine,
    Run,
    Thread,
    Turn,
    shown,
)
from hawthorne.bots.library import Entry
from hawthorne.bots.rules import Row, Rules
from hawthorne.bots.user_skills import Skill

PAGE = Path(__file__).parent / "bots.md"
BLOCK = re.compile(r"(<!-- table: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
RULES = Rules()
ENTITIES = (Bot, Thread, Message, QueueItem, Turn, Node, Request, Group, Config, Routine, Run, Skill, Entry, Machine,
            Slot, Resource, Lease, Capability, Control)  # fmt: skip


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, a blank line around it."""
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n" + "\n".join(lines) + "\n\n"


def code(names: Iterable[str]) -> str:
    """Names as code, with commas."""
    return ", ".join(f"`{name}`" for name in names)


def machine(name: str) -> str:
    """An edge table: a line for each state, what leads out of it, and where to."""
    edges = [edge for edge in RULES.edges if edge.machine == name]
    states = dict.fromkeys([*(edge.source for edge in edges), *(edge.target for edge in edges)])
    rows = []
    for state in states:
        out = [f"{edge.on} → `{edge.target}`" for edge in edges if edge.source == state]
        rows.append((f"`{state}`", ", ".join(out) or "(final)"))
    return grid(("state", "what may happen"), rows)


def first_match(rows: Iterable[Row]) -> str:
    """A table of rows that is read from the top."""
    return grid(
        ("surface", "row", "holds when", "then", "reason"),
        (
            (f"`{row.surface}`", f"`{row.name}`", " or ".join(map(str, row.when)).replace("_", " ") or "always",
             row.then, f"`{row.reason}`" if row.reason else "")
            for row in rows
        ),
    )  # fmt: skip


def numbers(part: Any) -> str:
    """The numbers of a part of the rules."""
    values = ((field.name, getattr(part, field.name)) for field in fields(part))
    return grid(
        ("name", "value"), ((f"`{name}`", f"{value:g}") for name, value in values if isinstance(value, (int, float)))
    )


def sections() -> str:
    """The rows of the prompt."""
    return grid(
        ("section", "heading", "half"),
        ((f"`{row.id}`", row.label, "volatile" if row.volatile else "stable") for row in RULES.prompts.sections),
    )


def entities() -> str:
    """What is kept, and the fields of each."""
    return grid(("kind", "fields"), ((f"`{kind.KIND}`", code(wire for _, wire in shown(kind))) for kind in ENTITIES))


def names() -> str:
    """The rows that are functions, by their names, in order."""
    lists = {
        "reach": RULES.reach,
        "guards": RULES.guards,
        "patches": RULES.patches,
        "skills of people": RULES.prompts.choice,
        "skills of the library": RULES.prompts.sight,
        "pass of the routines": RULES.routines.stages,
    }
    return grid(("table", "rows in order"), ((name, code(rows)) for name, rows in lists.items()))


TABLES = {
    "entities": entities,
    **{name: (lambda name=name: machine(name)) for name in dict.fromkeys(edge.machine for edge in RULES.edges)},
    "admission": lambda: first_match(RULES.admission),
    "destination": lambda: first_match(RULES.computer.destination),
    "claim": lambda: first_match(RULES.computer.claim),
    "gate": lambda: first_match(RULES.computer.gate),
    "handoffs": lambda: numbers(RULES.handoffs),
    "limits": lambda: numbers(RULES.limits),
    "drain": lambda: numbers(RULES.drain),
    "routines": lambda: numbers(RULES.routines),
    "computer": lambda: numbers(RULES.computer),
    "prompts": lambda: numbers(RULES.prompts),
    "sections": sections,
    "names": names,
    "profiles": lambda: grid(("profile", "tools"), ((f"`{n}`", code(t)) for n, t in RULES.profiles.items())),
}


def filled(text: str) -> str:
    """The page with every table written anew. Raises KeyError for a table that there is not."""
    return BLOCK.sub(lambda found: found[1] + TABLES[found[2]]() + found[3], text)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(PAGE)
