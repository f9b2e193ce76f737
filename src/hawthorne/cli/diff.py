"""`hawthorne diff`"""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from hawthorne import facade
from hawthorne.cli.envelope import FINE, WRONG, Said
from hawthorne.records.comparison import Comparison, Parting

LONGEST = 400


def command(
    one: Annotated[Path, typer.Argument(metavar="RUN", help="A run's folder.", show_default=False)],
    two: Annotated[Path, typer.Argument(metavar="RUN", help="Another run's folder.", show_default=False)],
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:
    """Say whether two runs' records are the same, line by line.

    Exit code 0 where they are, 1 where they are not: then the first line
    that differs, how many lines of each kind both have, and what differs
    in what the runs were made from.

    \b
    Example:
      hawthorne diff runs/ax-1 runs/ax-2
    """
    found = facade.diff(one, two)
    return Said(found.as_json(), exit=FINE if found.same else WRONG, show=lambda console: _show(found, console))


def _show(found: Comparison, console: Console) -> None:
    lines = found.lines
    if found.first is None:
        console.print(f"[bold green]the same[/]: {lines[0]:,} lines, byte for byte")
    else:
        console.print(f"[bold red]different[/]: {lines[0]:,} and {lines[1]:,} lines; the first difference is "
                      f"case {found.first.case}, line {found.first.n}", soft_wrap=True)  # fmt: skip
        _show_lines(found.first, console)
        for kind, (left, right) in found.counts.items():
            mark = "  " if left == right else "! "
            console.print(f"{mark}{kind:<10} {left:>10,} {right:>10,}")
    for title, facts in (("made from", found.facts), ("circumstances", found.circumstances)):
        if facts:
            console.print(f"{title}:", style="bold")
            for name, (left, right) in facts.items():
                console.print(Text(f"  {name}: {_brief(left)}  |  {_brief(right)}"), soft_wrap=True)


def _show_lines(first: Parting, console: Console) -> None:
    for line in (first.one, first.two):
        console.print(Text("  " + ("no such line" if line is None else line[:LONGEST])), soft_wrap=True)


def _brief(value: Any) -> str:
    text = value if isinstance(value, str) else dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."
