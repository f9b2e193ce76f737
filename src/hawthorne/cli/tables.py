"""`hawthorne tables`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli.envelope import Said
from hawthorne.records.tables import FORMATS, write_tables


def command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run's folder.", show_default=False)],
    format: Annotated[str, typer.Option("--format", "-f", help=f"{', '.join(FORMATS)}.")] = "csv",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Where to write. Without it RUN/tables.",
                                             show_default=False)] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Write a run's tables and one codebook for all of them.

    A study flow has [bold]trials[/] (a row a trial), [bold]cases[/] (a row a participant),
    [bold]flow[/] (counts by node and flow) and [bold]asks[/] (a row a question). A missing
    value is an empty cell; the column [bold]outcome[/] says which kind: missed, late,
    unreadable, absent, abandoned, not reached.

    A protocol has one for each of its units, [bold]responses[/] (a row an answer, with the
    text that was shown) and [bold]sessions[/]; a scenario has its steps and verdicts.

    \b
    Examples:
      hawthorne tables runs/ax
      hawthorne tables runs/ax --format parquet --out analysis
    """
    folder = out if out is not None else run / "tables"
    tables = facade.tables(run)
    paths = write_tables(tables.values(), folder, format)
    result = {
        "folder": str(folder),
        "format": format,
        "tables": {name: len(table.rows) for name, table in tables.items()},
        "files": [str(path) for path in paths],
    }

    def show(console: Console) -> None:
        for path in paths:
            rows = f"  {len(tables[path.stem].rows):,} rows" if path.stem in tables else ""
            console.print(f"{path}{rows}", soft_wrap=True, markup=False)

    return Said(result, show=show)
