"""`hawthorne convert`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli.envelope import Said, judged
from hawthorne.cli.findings import show
from hawthorne.core.errors import UsageError


def command(
    file: Annotated[Path, typer.Argument(metavar="IN", help="A study.", show_default=False)],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to write; its ending says the format.", show_default=False)
    ],
    into: Annotated[
        Path | None, typer.Option("--into", metavar="IMG", help="The picture (PNG or SVG) that takes the study up.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--as", metavar="FORM", help="Make it a `process` or a `choreography` on the way.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Write nothing when something would not come along (exit 1).")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:
    """Write a study in another format, with everything that it says.

    A PNG carries the YAML text, an SVG the XML. A YAML file keeps its comments on the way into a PNG and back; XML has
    no place for them, and you are told how many stay behind. A choreography and a process of exchanges say the same;
    `--as` goes from one to the other. A file that is there is written over.

    \b
    Examples:
      hawthorne convert mine.studyflow.yaml mine.bpmn
      hawthorne convert mine.studyflow.yaml mine.studyflow.png --into drawing.png
    """
    if out.is_dir():
        raise UsageError(f'"{out}" is a folder: give the name of the file to write')
    made = facade.convert(file, out, into, form)
    code = judged(made.findings, strict)
    if not code:
        out.parent.mkdir(parents=True, exist_ok=True)
        # A full disk must not cost the file that was there.
        part = out.with_name(f"{out.name}.part")
        try:
            part.write_bytes(made.data)
            part.replace(out)
        finally:
            part.unlink(missing_ok=True)
    result = {"file": str(file), "out": str(out), "written": not code, "bytes": len(made.data)}

    def _show(console: Console) -> None:
        show(made.findings, console)
        console.print(f"wrote {out}" if not code else f"{out} is not written", soft_wrap=True)

    return Said(result, made.findings, code, _show)
