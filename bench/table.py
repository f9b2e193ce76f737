"""The table: one line a measured quantity."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench.row import Row

COLUMNS = ("", "what", "median", "unit", "lowest to highest", "aim", "to peer", "note")
WIDE = 130
"""The width of a terminal, in characters, that all columns need."""
NUMBERS = frozenset({"median", "lowest to highest", "aim", "to peer"})


def said(value: float) -> str:
    """A number with three digits that count, or in full where it is large.

    >>> said(213456.7), said(12.345), said(0.01234)
    ('213,457', '12.3', '0.0123')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def cells(row: Row) -> list[str]:
    """What a line says, column by column."""
    aim = "" if row.aim is None else f"{'≤' if row.at_most else '≥'} {said(row.aim)}"
    spread = "" if row.value.low == row.value.high else f"{said(row.value.low)} – {said(row.value.high)}"
    peer = "" if row.peer is None else f"× {said(row.peer)}"
    return [row.subject, row.what, said(row.value.median), row.unit, spread, aim, peer, row.note]


def show(rows: Sequence[Row], console: Console, title: str) -> None:
    """Print the table; an aim is green where it is met, red where it is not."""
    table = Table(title=title, title_justify="left", pad_edge=False, box=None, header_style="bold")
    left_out = frozenset() if console.width >= WIDE else {"lowest to highest", "note"}
    for name in COLUMNS:
        if name not in left_out:
            table.add_column(name, justify="right" if name in NUMBERS else "left", no_wrap=name not in ("what", "note"))
    last = ""
    for row in rows:
        shown = [cell for name, cell in zip(COLUMNS, cells(row), strict=True) if name not in left_out]
        subject, *rest = shown
        colour = {True: "green", False: "bold red", None: "none"}[row.met]
        table.add_row("" if subject == last else subject, *map(escape, rest), style=colour)
        last = subject
    console.print(table)
    missed = [f"{row.subject}: {row.what}" for row in rows if row.met is False]
    console.print("Every aim is met." if not missed else f"Missed: {'; '.join(missed)}.", markup=False)


def markdown(rows: Sequence[Row]) -> str:
    """The table for a document."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|---|---|---:|---|---:|---:|---:|---|"]
    return "\n".join(lines + [f"| {' | '.join(cells(row))} |" for row in rows])
