"""`hawthorne preview`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli.envelope import Said
from hawthorne.core.errors import UsageError


def command(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A protocol, or its folder.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE.html", help="The page to write.")],
    seed: Annotated[str, typer.Option("--seed", help="The seed of the sessions that are played.")] = "0",
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:
    """Show every screen of every arm side by side, with the words marked that differ, and the flow drawn.

    For co-authors and ethics boards: one page of HTML that needs nothing else. The screens are those that sessions
    with random answers came to, as many as it takes until nothing new is shown.

    \b
    Examples:
      hawthorne preview studies/mine --out mine.html
    """
    if out.is_dir() or out.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f'"{out}" is not the name of a page: give one that ends in .html')
    page = facade.preview(study, int(seed) if seed.isdecimal() else seed)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8")

    def show(console: Console) -> None:
        console.print(f"wrote {out}", soft_wrap=True)

    return Said({"study": str(study), "out": str(out), "bytes": out.stat().st_size}, show=show)
