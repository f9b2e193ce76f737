"""`hawthorne check`"""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from hawthorne import facade
from hawthorne.audit.report import Audit, Check, Detail
from hawthorne.audit.subject import SEEDS
from hawthorne.cli.envelope import FINE, WRONG, Said
from hawthorne.cli.progress import Steps
from hawthorne.core.values import plain

STYLES = {"pass": "green", "fail": "bold red", "warn": "bold yellow", "skip": "dim", "known": "cyan"}
SHOWN = 10
"""How many details of a check a terminal shows."""


def command(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A protocol's folder, or a document.",
                                          show_default=False)],
    public: Annotated[bool, typer.Option("--public", help="Check what is to be published; the report quotes "
                                         "nothing.")] = False,
    source: Annotated[list[str] | None, typer.Option("--source", metavar="[ID=]PATH", show_default=False,
        help="Your copy of a source: plain text with a form feed between pages, or a folder.")] = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="How many sessions an arm the proofs play.")] = SEEDS,
    only: Annotated[str | None, typer.Option("--only", metavar="ID,...", show_default=False,
        help="Only these checks, or groups of checks.")] = None,
    ocr: Annotated[bool, typer.Option("--ocr", help="Forgive what scanners mistake (l and 1, rn and m).")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as failures (exit 1).")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", show_default=False,
        help="Write the report to a file, as JSON.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Validate a document and play it: every check, in one report.

    Of a protocol: references, coding rules, the paper's own numbers against
    each other, tiers, and with [bold]--source[/] the served text against the source's.
    Exit code 1 when a check fails. No model is called and nothing leaves your
    machine; the same document gives the same report.

    \b
    Examples:
      hawthorne check studies/lamp
      hawthorne check studies/lamp --source s1=lamp.txt
      hawthorne check public/lamp --public --json
      hawthorne check studies/lamp --only paper,tier.policy
    """
    words = [word.strip() for word in (only or "").split(",") if word.strip()]
    with Steps() as steps:
        found = facade.check(study, public=public, sources=source or [], seeds=seeds, only=words, ocr=ocr,
                             progress=steps)  # fmt: skip
    report = plain(found.as_json())
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")
    code = FINE if found.passed(strict) else WRONG
    return Said(report, exit=code, show=lambda console: _show(found, code, console))


def _show(found: Audit, code: int, console: Console) -> None:
    wide = max((len(check.id) for check in found.checks), default=0)
    for check in found.checks:
        said = _said(check)
        line = Text.assemble(
            (f"{check.status:4}", STYLES[check.status]), "  ", f"{check.id:{wide}}" if said else check.id
        )
        if said:
            line.append(f"  {said}", "dim" if check.status in ("pass", "skip") else "")
        console.print(line, soft_wrap=True)
    for check in found.checks:
        if check.outcome.details and check.status in ("fail", "warn"):
            console.print()
            console.print(Text.assemble((check.id, "bold"), "  ", (check.status, STYLES[check.status])))
            for detail in check.outcome.details[:SHOWN]:
                _show_detail(detail, found.public and check.quotes, console)
            left = len(check.outcome.details) - SHOWN
            if left > 0:
                console.print(f"  and {left} more (--json shows up to 50)", style="dim")
    counts = ", ".join(f"{count} {status}" for status, count in found.counts.items() if count)
    word = "[bold green]OK[/]" if code == FINE else "[bold red]not OK[/]"
    console.print()
    console.print(f"{found.study}: {word} ({counts})", soft_wrap=True)


def _said(check: Check) -> str:
    outcome = check.outcome
    if outcome.status == "skip":
        return " ".join(part for part in (outcome.reason.replace("_", " "), outcome.message) if part)
    known = sum(detail.severity == "known" for detail in outcome.details)
    parts = [outcome.message, f"{len(outcome.details)} found" if outcome.details else "",
             f"{known} known" if known else ""]  # fmt: skip
    return ", ".join(part for part in parts if part)


def _show_detail(detail: Detail, hidden: bool, console: Console) -> None:
    line = Text("  ").append(detail.where, "bold").append(f"  {detail.code}", STYLES[detail.severity])
    console.print(line, soft_wrap=True)
    if hidden:
        return
    if detail.message:
        console.print(Text(f"    {detail.message}"), soft_wrap=True)
    for word, said in (("expected", detail.expected), ("found", detail.found)):
        if said:
            console.print(Text.assemble((f"    {word}: ", "dim"), said), soft_wrap=True)
