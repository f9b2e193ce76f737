"""`hawthorne draw`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli.envelope import Said
from hawthorne.core.errors import UsageError


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A study.", show_default=False)],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="OUT", help="The picture to write: .svg or .png.", show_default=False)
    ],
    run: Annotated[
        Path | None, typer.Option("--run", metavar="RUN", help="Show how often a run of it reached each node and flow.")
    ] = None,
    automatic: Annotated[bool, typer.Option("--auto", help="Place everything anew, whatever the file says.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:
    """Draw a study: as its own layout says, or from left to right where it has none.

    With [bold]--run[/] each node and flow shows how often it was reached, and, where that differs, by
    how many subjects (`120 · 40`). A PNG needs the extra `hawthorne[png]`.

    \b
    Examples:
      hawthorne draw mine.studyflow.yaml --out mine.svg
      hawthorne draw mine.studyflow.yaml --out mine.png --run runs/mine-1
    """
    if out.is_dir():
        raise UsageError(f'"{out}" is a folder: give the name of the picture to write')
    format = out.suffix.removeprefix(".").lower()
    drawn = facade.draw(file, format, run, automatic)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(drawn)
    result = {"file": str(file), "out": str(out), "bytes": len(drawn), "run": None if run is None else str(run)}

    def show(console: Console) -> None:
        console.print(f"wrote {out}", soft_wrap=True)

    return Said(result, show=show)
