"""`hawthorne rehydrate`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli.envelope import FINE, WRONG, Said
from hawthorne.cli.words import files_of
from hawthorne.protocols.release.reports import RehydrateReport


def command(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A released protocol's folder.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write: new or empty.", show_default=False)],
    source: Annotated[list[str] | None, typer.Option("--source", metavar="ID=PATH", show_default=False,
        help="Your copy of a source: plain text with a form feed between pages, or a folder of text files and "
        "images.")] = None,
    given: Annotated[list[str] | None, typer.Option("--set", metavar="ITEM=FILE", show_default=False,
        help="A file with one item's text (or image); it is taken only if its digest is the original's.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write even inside a git work tree.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Put withheld text back from your own copy of the source.

    Each text is found by its length and its hashes, wherever the page breaks
    its lines. Nothing leaves your machine. Exit code 1 when something was not
    found; it stays a placeholder. When all is found, the protocol has the
    original's digest.

    \b
    Examples:
      pdftotext lamp.pdf lamp.txt
      hawthorne rehydrate public/lamp --source s1=lamp.txt --out mine/lamp
    """
    report = facade.rehydrate(study, files_of("--source", source or []), out, files_of("--set", given or []), force)
    fine = not report.missing and not report.squash_only
    return Said(report.as_json(), exit=FINE if fine else WRONG, show=lambda console: _show(report, console))


def _show(report: RehydrateReport, console: Console) -> None:
    console.print(f"{report.folder}  ", end="", markup=False)
    console.print(f"[bold]{report.exact}[/] of {report.items} put back")
    for word, ids in (("not found", report.missing), ("letters only", report.squash_only), ("local", report.local)):
        if ids:
            console.print(f"  {word}: {', '.join(ids)}", markup=False, soft_wrap=True)
    for note in report.notes:
        console.print(f"  {note}", markup=False, soft_wrap=True)
    if report.matches_original:
        console.print("  [bold green]the original[/]: the digests are the same")
    else:
        why = ", ".join(report.keeps_apart)
        console.print(f"  [bold yellow]not the original[/]: {why}", soft_wrap=True)
