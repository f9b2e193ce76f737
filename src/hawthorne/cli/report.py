"""`hawthorne report`"""

from __future__ import annotations

import json as json_text
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli.envelope import Said
from hawthorne.reports.report import Report
from hawthorne.reports.text import show


class Format(StrEnum):
    """The forms of a report."""

    text = "text"
    markdown = "markdown"
    html = "html"
    json = "json"


def command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run's folder.", show_default=False)],
    format: Annotated[Format, typer.Option("--format", "-f", help="The form of the report.")] = Format.text,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write to this file, not to the terminal.",
                                             show_default=False)] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Report on a run: who took part, who left, what was planted, what came back.

    The page that [bold]--format html[/] writes needs no network and can be
    sent as it is.

    \b
    Examples:
      hawthorne report runs/ax
      hawthorne report runs/ax --format html --out ax.html
    """
    made = facade.report(run)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(written(made, format), encoding="utf-8", newline="\n")
        return Said(
            {"file": str(out), "format": format.value},
            show=lambda console: console.print(str(out), soft_wrap=True, markup=False),
        )
    return Said(made.as_json(), show=lambda console: _print(made, format, console))


def _print(report: Report, format: Format, console: Console) -> None:
    if format is Format.text:
        on_screen(report, console)
    else:
        console.file.write(written(report, format))


def on_screen(report: Report, console: Console) -> None:
    """Print a report: as wide as the terminal and in colour there, plain text into a file or a pipe."""
    if console.is_terminal:
        show(report, console)
    else:
        console.file.write(str(report))


def written(report: Report, format: Format) -> str:
    """The report in one of its forms."""
    if format is Format.markdown:
        return report.markdown()
    if format is Format.html:
        return report.html()
    if format is Format.json:
        return json_text.dumps(report.as_json(), ensure_ascii=False, indent=1) + "\n"
    return str(report)
