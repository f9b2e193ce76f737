"""`hawthorne eval`"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from hawthorne.cli.envelope import FINE, WRONG, Said
from hawthorne.cli.findings import show
from hawthorne.cli.progress import Watch
from hawthorne.cli.visible import visible
from hawthorne.cli.words import many
from hawthorne.core.errors import InvalidDocument
from hawthorne.evals import playing
from hawthorne.evals.playing import Outcome
from hawthorne.evals.report.write import junit, junit_broken, write
from hawthorne.evals.select import select
from hawthorne.evals.summary import Row, rows_of, steps_before
from hawthorne.evals.way import Way

STYLES = {"passed": "green", "skipped": "yellow"}
BAD = "bold red"
WHAT, HOW, MORE = "What is played", "Where and how", "What is written"


class Clock(StrEnum):
    """What the harness's clock goes by."""

    virtual = "virtual"
    wall = "wall"


def command(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", show_default=False,
        help="Scenarios (*.scenario.json) and folders that hold some.")],
    scenario: Annotated[list[str] | None, typer.Option("--scenario", metavar="ID", show_default=False,
        rich_help_panel=WHAT, help="Play this one alone; may be given more than once.")] = None,
    repeat: Annotated[int, typer.Option("--repeat", metavar="N", min=1, rich_help_panel=WHAT,
        help="How often each is played; a table shows which did not always end alike.")] = 1,
    compat: Annotated[bool, typer.Option("--compat", rich_help_panel=WHAT,
        help="Read files that others wrote: unknown keys are left out, what only we demand is a warning.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, rich_help_panel=HOW,
        help="How many are played at a time, each in a process of its own.")] = 1,
    isolated: Annotated[bool, typer.Option("--isolated", rich_help_panel=HOW,
        help="Against a server process, in a fresh data folder for each play.")] = False,
    url: Annotated[str | None, typer.Option("--url", metavar="URL", show_default=False, rich_help_panel=HOW,
        help="Against a server that stands already.")] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR", show_default=False, rich_help_panel=HOW,
        help="The data folder of that server, where nobody can move it (--clock wall).")] = None,
    clock: Annotated[Clock, typer.Option("--clock", rich_help_panel=HOW,
        help="Virtual time takes none.")] = Clock.virtual,
    max_wall: Annotated[float | None, typer.Option("--max-wall", metavar="S", min=0, show_default=False,
        rich_help_panel=HOW, help="On the wall clock: skip what lets more seconds pass than this.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="DIR", show_default=False, rich_help_panel=MORE,
        help="Write results.json, report.md and report.html there.")] = None,
    junit_file: Annotated[Path | None, typer.Option("--junit", metavar="FILE", show_default=False,
        rich_help_panel=MORE, help="Write JUnit XML there, as continuous integration reads it.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Play scenarios, and say which behaviours hold.

    A scenario is a behaviour of a team of bots as data: what scripted models
    say, what is done to the harness, and what must come of it. Time is
    virtual: a wait that can never hold ends at once, and says why.

    \b
    Examples:
      hawthorne eval examples/scenarios
      hawthorne eval examples/scenarios --scenario dispatch-supersede --out report
      hawthorne eval examples/scenarios --isolated --repeat 20 --jobs 2 --junit evals.xml

    Exit codes: 0 all passed, 1 some did not, 2 usage.
    """
    way = Way(isolated, url, clock.value, max_wall, None if data is None else str(data))
    selection = select(paths, scenario or (), compat)
    findings = [finding for finding in selection.findings if finding.severity != "note"]
    if selection.broken:
        if junit_file is not None:
            _write_junit(junit_file, junit_broken(findings))
        raise InvalidDocument(findings)
    if not json:
        show(findings, Console(stderr=True, highlight=False))
    with Watch(len(selection.documents) * repeat, json, word="plays", waiting="") as watch:
        outcome = playing.play(selection.documents, way, repeat, jobs, progress=watch)
    files = write(outcome, out) if out is not None else []
    if junit_file is not None:
        _write_junit(junit_file, junit(outcome))
        files.append(junit_file)
    result = {
        "passed": outcome.passed,
        "counts": outcome.counts,
        "flakes": outcome.flakes,
        "files": [str(file) for file in files],
        "results": [each.as_json() for each in outcome.results],
    }
    return Said(result, findings, FINE if outcome.passed else WRONG, lambda console: on_screen(outcome, files, console))


def _write_junit(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def on_screen(outcome: Outcome, files: list[Path], console: Console) -> None:
    """Print the verdict on each scenario, why those that did not pass did not, and the count."""
    rows = rows_of(outcome.results)
    wide = max(len(row.id) for row in rows)
    for row in rows:
        plays = f"{row.passed}/{row.plays}" if row.plays > 1 else ""
        line = Text.assemble(
            (f"{row.status:<8}", STYLES.get(row.status, BAD)),
            f"{row.id:<{wide}}  {plays:>7} {row.median_ms:>8.1f} ms  ",
            (visible(row.behavior), "dim"),
        )  # fmt: skip
        if console.is_terminal:
            line.truncate(console.width, overflow="ellipsis")
        console.print(line, soft_wrap=True)
    for row in rows:
        if row.status not in STYLES:
            _print_failure(row, console)
    counts = ", ".join(f"{count:,} {status}" for status, count in outcome.counts.items())
    console.print(f"\n{many(len(rows), 'scenario')}, {many(len(outcome.results), 'play')}: ", end="")
    console.print(Text(counts, "bold green" if outcome.passed else BAD))
    for file in files:
        console.print(str(file), soft_wrap=True, markup=False)


def _print_failure(row: Row, console: Console) -> None:
    """What a scenario pins, how far it came, and every reason why it does not hold."""
    result = row.example
    assert result is not None
    console.print()
    console.print(Text.assemble((f"{row.status}  ", BAD), (row.id, "bold"), f"  ({result.file})"), soft_wrap=True)
    console.print(Text(f"  pins: {visible(row.behavior)}", "dim"), soft_wrap=True)
    if row.passed:
        console.print(Text(f"  {row.plays - row.passed} of {row.plays} plays did not pass", "yellow"))
    for step in steps_before(result):
        mark, style = ("✓", "green") if step["ok"] else ("✗", BAD)
        console.print(
            Text.assemble((f"  {mark} ", style), f"{step['step']:<9} {visible(step['text'])}"), soft_wrap=True
        )
    for reason in result.reasons:
        console.print(Text.assemble(("  → ", BAD), visible(reason)), soft_wrap=True)
