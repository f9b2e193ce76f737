"""`hawthorne validate`"""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from hawthorne import facade
from hawthorne.cli.envelope import Said, judged
from hawthorne.cli.findings import counted, show
from hawthorne.cli.sarif import log
from hawthorne.core.errors import Finding


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Documents to check.", show_default=False)],
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors (exit 1).")] = False,
    compat: Annotated[bool, typer.Option("--compat",
        help="Read foreign scenarios: what they have beside the format is left out.")] = False,
    sarif: Annotated[Path | None, typer.Option("--sarif", metavar="OUT", show_default=False,
        help="Write the findings to a SARIF 2.1.0 file, for editors and code hosts.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Check documents without playing them.

    Each finding has file, line and column, the line itself, and what would
    be right. Exit code 1 with errors. Every choice of a study is explored: a
    note says how much, warnings say what can wait for ever, be done twice,
    never be reached, or be sent to nobody.

    \b
    Examples:
      hawthorne validate mine.studyflow.yaml
      hawthorne validate --strict studies/*.studyflow.yaml
      hawthorne validate mine.studyflow.yaml --sarif mine.sarif
      hawthorne validate --compat theirs.json
    """
    found = {str(file): facade.validate(file, compat) for file in files}
    every = [finding for findings in found.values() for finding in findings]
    if sarif is not None:
        sarif.parent.mkdir(parents=True, exist_ok=True)
        sarif.write_text(dumps(log(found), ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
    result = [{"file": file, "ok": judged(findings, strict) == 0, "findings": len(findings)}
              for file, findings in found.items()]  # fmt: skip
    return Said(result, every, judged(every, strict), lambda console: _show(found, strict, console))


def _show(found: dict[str, list[Finding]], strict: bool, console: Console) -> None:
    for file, findings in found.items():
        shown = [finding for finding in findings if finding.code != "soundness"]
        explored = "".join(f", {finding.message}" for finding in findings if finding.code == "soundness")
        show(shown, console)
        word = "[bold red]not valid[/]" if judged(findings, strict) else "[bold green]OK[/]"
        console.print(f"{escape(file)}: {word} ({counted(shown)}){escape(explored)}", soft_wrap=True)
