"""The tables of a scenario that was played, folded from the rows that its machine noted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hawthorne.core.document import Column, Table
from hawthorne.core.record import Record

CASE = Column("case", "the play of the scenario, from 1")
STEPS = (
    CASE,
    Column("step", "the place of the step in the scenario; boot is what comes before the first"),
    Column("kind", "what is done"),
    Column("subject", "the bot, the routine or the gate that it is about"),
    Column("ok", "whether it succeeded"),
    Column("how", "how it did not", levels=("stuck", "timed-out", "failed"), missing={"": "it succeeded"}),
    Column("detail", "what was seen"),
    Column("durationMs", "how long it took on the world's clock", "ms", missing={"": "the world does not say"}),
)
ASSERTIONS = (
    CASE,
    Column("assertion", "its index in the scenario, from 0; those that are implied come behind"),
    Column("kind", "what is pinned"),
    Column("implied", "whether every scenario pins this unless it allows otherwise"),
    Column("pass", "whether it holds"),
    Column("detail", "what was found"),
    Column("form", "the assertion as the scenario has it, as JSON"),
)
TURNS = (
    CASE,
    Column("order", "the order of completion, from 0"),
    Column("bot", "whose turn it was"),
    Column("turn", "the index of the turn among the bot's, by start, from 0"),
    Column("thread", "the thread in which it ran"),
    Column("outcome", "how it ended", levels=("ok", "error", "killed", "overrun")),
    Column("calls", "the tools that it called, in order"),
    Column("seqStart", "the place of its start among all events"),
    Column("seqEnd", "the place of its end among all events"),
)
_TABLES = {"steps": STEPS, "assertions": ASSERTIONS, "turns": TURNS}
_GROUPS = {"boot": "steps", "steps": "steps", "assertions": "assertions", "implied": "assertions", "turns": "turns"}


def tables(records: Iterable[Record]) -> Sequence[Table]:
    """The tables `steps`, `assertions` and `turns`, rows by case, then as they came."""
    rows: dict[str, list[Mapping[str, Any]]] = {name: [] for name in _TABLES}
    for record in records:
        if record.what == "row" and record.who is not None:
            group = _GROUPS[record.who.partition("/")[0]]
            implied = {"implied": False} if group == "assertions" else {}
            rows[group].append({"case": record.case, **implied, **record.value})
    return [Table(name, columns, rows[name]) for name, columns in _TABLES.items()]
