"""`hawthorne validate`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from hawthorne import facade
from hawthorne.cli.envelope import Said, judged
from hawthorne.cli.findings import counted, show
from hawthorne.core.errors import Finding


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Documents to check.", show_default=False)],
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors (exit 1).")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:
    """Check documents without playing them. Nothing is run, nothing is written.

    Each finding has file, line and column, the line itself, and what would
    be right. Exit code 1 with errors.

    \b
    Examples:
      hawthorne validate mine.studyflow.yaml
      hawthorne validate --strict studies/*.studyflow.yaml
    """
    found = {str(file): facade.validate(file) for file in files}
    every = [finding for findings in found.values() for finding in findings]
    result = [{"file": file, "ok": judged(findings, strict) == 0, "findings": len(findings)}
              for file, findings in found.items()]  # fmt: skip
    return Said(result, every, judged(every, strict), lambda console: _show(found, strict, console))


def _show(found: dict[str, list[Finding]], strict: bool, console: Console) -> None:
    for file, findings in found.items():
        show(findings, console)
        word = "[bold red]not valid[/]" if judged(findings, strict) else "[bold green]OK[/]"
        console.print(f"{escape(file)}: {word} ({counted(findings)})", soft_wrap=True)
