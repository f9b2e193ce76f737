"""Findings as a reader wants them: file, line and column, what is wrong, the line itself, what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hawthorne.cli.visible import visible
from hawthorne.core.errors import Finding

STYLES = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
LONGEST = 160


def show(findings: Iterable[Finding], console: Console) -> None:
    """Print findings, each with its source line and a caret under the place."""
    for finding in findings:
        place, line = visible(str(finding.place)), Text()
        if place:
            line.append(place, style="bold").append(": ")
        line.append(finding.severity, style=STYLES[finding.severity])
        line.append(f": {visible(finding.message)} ").append(f"[{finding.code}]", style="dim")
        console.print(line, soft_wrap=True)
        for shown in excerpt(finding):
            console.print(Text(visible(shown), style="dim"), soft_wrap=True)
        if finding.fix:
            console.print(Text.assemble(("  fix: ", "green"), visible(finding.fix)), soft_wrap=True)


def excerpt(finding: Finding) -> list[str]:
    """The source line of a finding and a caret under its column; of a long line, what stands around the column.

    Nothing where the place is not a line of a file.
    """
    place = finding.place
    if place.file is None or place.line is None:
        return []
    lines = _lines(place.file)
    if not 0 < place.line <= len(lines):
        return []
    source = lines[place.line - 1].rstrip().replace("\t", " ")
    number, column = f"{place.line:>5} | ", place.column or 1
    start = max(0, column - 1 - LONGEST // 4) if column > LONGEST else 0
    before, after = "…" if start else "", "…" if start + LONGEST < len(source) else ""
    shown = [number + before + source[start : start + LONGEST] + after]
    if place.column is not None:
        shown.append(" " * (len(number) - 2) + "| " + " " * (len(before) + column - 1 - start) + "^")
    return shown


@lru_cache(maxsize=16)
def _lines(file: str) -> Sequence[str]:
    try:
        return Path(file).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        return ()


def counted(findings: Sequence[Finding]) -> str:
    """How many of each severity, in words.

    >>> counted([Finding("error", "x", ""), Finding("warning", "y", ""), Finding("warning", "z", "")])
    '1 error, 2 warnings'
    >>> counted([])
    'no findings'
    """
    counts = {word: sum(finding.severity == word for finding in findings) for word in STYLES}
    parts = [f"{count} {word}{'s' if count != 1 else ''}" for word, count in counts.items() if count]
    return ", ".join(parts) or "no findings"
