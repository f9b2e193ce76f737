"""`hawthorne info`"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hawthorne import facade
from hawthorne.cli.envelope import Said
from hawthorne.cli.findings import counted
from hawthorne.cli.findings import show as show_findings
from hawthorne.core.values import plain
from hawthorne.hold.plan import kind_of


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A document.", show_default=False)],
    compat: Annotated[bool, typer.Option("--compat",
        help="Read a foreign scenario: what it has beside the format is left out.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Show what a document is: its digests, pools, tasks, arms and roles.

    The protocol digest changes with anything that the study says. The
    any-actor digest leaves out who answers: a study and its check with a
    simulated actor share it.

    \b
    Example:
      hawthorne info mine.studyflow.yaml
    """
    document = facade.load(file, compat)
    kind = kind_of(document)
    findings = list(kind.check(document))
    result: dict[str, Any] = {"file": str(file), "kind": document.kind, "name": document.name}
    result["digests"] = {"file": document.source.digest, **kind.digests(document)}
    result |= plain(kind.info(document))
    result["check"] = counted(findings)
    wrong = [finding for finding in findings if finding.severity == "error"]

    def show(console: Console) -> None:
        _show(result, console)
        show_findings(wrong, console)

    return Said(result, findings, show=show)


def _show(result: Mapping[str, Any], console: Console, indent: int = 0) -> None:
    width = max((len(str(key)) for key in result), default=0)
    for key, value in result.items():
        head = Text(" " * indent + str(key).ljust(width) + "  ", style="bold" if indent == 0 else "cyan")
        if isinstance(value, Mapping) and value:
            console.print(head)
            _show(value, console, indent + 2)
        elif isinstance(value, Sequence) and value and all(isinstance(item, Mapping) for item in value):
            console.print(head)
            console.print(_grid(value, indent + 2))
        else:
            console.print(head + Text(_text(value)), soft_wrap=True)


def _grid(items: Sequence[Mapping[str, Any]], indent: int) -> Padding:
    """Items with the same keys, one a line."""
    keys = list(dict.fromkeys(key for item in items for key in item))
    grid = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="cyan")
    for key in keys:
        grid.add_column(key, overflow="fold")
    for item in items:
        grid.add_row(*[Text(_text(item.get(key))) for key in keys])
    return Padding(grid, (0, 0, 0, indent))


def _text(value: Any) -> str:
    if value is None or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_text, value)) if isinstance(value, (list, tuple)) else str(value)
