"""`hawthorne prov`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hawthorne import facade
from hawthorne.cli.envelope import Said


def command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run's folder.", show_default=False)],
    out: Annotated[Path | None, typer.Argument(metavar="[OUT.ttl]", show_default=False,
                                               help="Where to write. Without it, to the terminal.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Say where a run's data come from, as W3C PROV in Turtle.

    The run, the study with its digests, who answered, the records and the
    data sets made of them, the steps that were reached.

    \b
    Examples:
      hawthorne prov runs/ax
      hawthorne prov runs/ax ax.ttl
    """
    text = facade.prov(run)
    if out is None:
        return Said({"turtle": text}, show=lambda console: console.print(text, markup=False, soft_wrap=True, end=""))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8", newline="\n")
    return Said({"file": str(out)}, show=lambda console: console.print(str(out), soft_wrap=True))
