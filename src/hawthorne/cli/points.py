"""`hawthorne points`"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from hawthorne.cli.envelope import Said
from hawthorne.core.registry import names, points


def command(json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False) -> Said:
    """List every extension point: its contract, what is built in, where that lives, and how to add your own.

    \b
    A package adds its own under the entry-point group of the point:
      \\[project.entry-points."hawthorne.instruments"]
      ST = "my_package.stroop:Stroop"
    """
    result = [
        {
            "point": point.name,
            "about": point.about,
            "contract": point.contract,
            "group": point.group,
            "names": {name: {"target": target, "plugin": name not in point.builtins, "file": where(target)}
                      for name, target in names(point.name).items()},
        }
        for point in points()
    ]  # fmt: skip
    return Said(result, show=lambda console: _show(result, console))


def where(target: str) -> str | None:
    """The file of a target `module:Name`, or None where it is not installed."""
    try:
        spec = find_spec(target.partition(":")[0])
    except ImportError:
        return None
    return spec.origin if spec is not None else None


def _show(result: list[dict], console: Console) -> None:
    for point in result:
        console.print(Text.assemble((point["point"], "bold"), f": {point['about']}"))
        console.print(Text(f"  contract {point['contract']}   entry-point group {point['group']}", style="dim"))
        grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2))
        grid.add_column(overflow="fold")
        grid.add_column(overflow="fold")
        for name, entry in point["names"].items():
            note = ("plug-in" if entry["plugin"] else "") if entry["file"] else "not installed"
            grid.add_row(f"  {name}", entry["target"], note)
        console.print(grid)
        console.print()
