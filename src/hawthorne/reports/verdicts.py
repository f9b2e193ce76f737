"""What a report says of scenarios that were played: the verdicts, what was done, whose turns ended when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hawthorne.core.document import Column, Table
from hawthorne.reports.parts import Section

TABLES = frozenset({"steps", "assertions", "turns"})
"""The tables of a run that has verdicts."""


def sections(tables: Mapping[str, Table]) -> list[Section]:
    """The sections of a run with these tables."""
    return [_verdicts(tables), _steps(tables["steps"]), _turns(tables["turns"])]


def _verdicts(tables: Mapping[str, Table]) -> Section:
    rows = tables["assertions"].rows
    failed = [row for row in tables["steps"].rows if not row["ok"]]
    if failed:
        told = [f"{row['step']} ({row['kind']}) {row.get('how') or 'failed'}: {row['detail']}" for row in failed]
        return Section("Verdicts", ("Nothing was judged, since a step did not succeed.", *told))
    held = sum(bool(row["pass"]) for row in rows)
    text = f"{held} of {len(rows)} assertions hold; those that are implied are marked."
    shown = [{"kind": row["kind"] + (" (implied)" if row["implied"] else ""), "holds": row["pass"],
              "found": row["detail"]} for row in rows]  # fmt: skip
    columns = (Column("kind", "what is pinned"), Column("holds", "whether it holds"), Column("found", "what was found"))
    return Section("Verdicts", (text,), (Table("", columns, shown),))


def _steps(steps: Table) -> Section:
    rows = [{"step": row["step"], "kind": row["kind"], "about": row.get("subject"), "ok": row["ok"],
             "seen": row["detail"]} for row in steps.rows]  # fmt: skip
    columns = (
        Column("step", "its place in the scenario"), Column("kind", "what is done"), Column("about", "to whom or what"),
        Column("ok", "whether it succeeded"), Column("seen", "what was seen"),
    )  # fmt: skip
    return Section("Steps", (), (Table("", columns, rows),))


def _turns(turns: Table) -> Section:
    if not turns.rows:
        return Section("Turns", ("No turn ended.",))
    rows = [{"bot": row["bot"], "turn": row["turn"], "thread": row["thread"], "outcome": row["outcome"],
             "calls": _listed(row["calls"])} for row in turns.rows]  # fmt: skip
    columns = (
        Column("bot", "whose turn it was"), Column("turn", "its index"), Column("thread", "where it ran"),
        Column("outcome", "how it ended"), Column("calls", "the tools that it called"),
    )  # fmt: skip
    return Section("Turns, in the order of their ends", (), (Table("", columns, rows),))


def _listed(calls: Sequence[str]) -> str | None:
    return ", ".join(calls) or None
