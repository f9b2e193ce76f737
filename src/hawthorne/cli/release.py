"""`hawthorne release`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli.envelope import Said
from hawthorne.cli.words import many
from hawthorne.protocols.release.reports import ReleaseReport


def command(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A protocol's folder.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write: new or empty.", show_default=False)],
    date: Annotated[str | None, typer.Option("--date", metavar="YYYY-MM-DD", show_default=False,
        help="Write this date into the release; without it there is none.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Write a protocol's public folder.

    Structure, numbers and your own words ship as they are. Participants' text of
    sources whose tier is [bold]withheld[/] or [bold]local[/] becomes placeholders of the same
    length; images become blank ones of the same size. Nothing is written when
    withheld words also stand somewhere else, in a title or a note. The same study
    gives the same bytes.

    \b
    Example:
      hawthorne release studies/lamp --out public/lamp
    """
    report = facade.release(study, out, date)
    return Said(report.as_json(), show=lambda console: _show(report, console))


def _show(report: ReleaseReport, console: Console) -> None:
    console.print(f"{report.folder}  ", end="", markup=False)
    console.print(f"[bold]{many(sum(report.texts.values()), 'text')}[/], {len(report.withheld)} withheld, "
                  f"{many(len(report.assets), 'image')} blank")  # fmt: skip
    for name, count in report.sources.items():
        console.print(f"  {name}: {count} withheld", markup=False)
    if report.dropped:
        console.print(f"  data that may not be passed on: {', '.join(report.dropped)}", markup=False, soft_wrap=True)
    if report.left:
        console.print(f"  not part of a release: {', '.join(report.left)}", markup=False, soft_wrap=True)
    console.print(f"  sha256 {report.sha256[:12]} (the original's {report.of_sha256[:12]})", style="dim")
