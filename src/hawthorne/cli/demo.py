"""`hawthorne demo`"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from shlex import quote
from statistics import mean
from typing import Annotated, Any

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli import eval as evals_verb
from hawthorne.cli.envelope import FINE, WRONG, Said
from hawthorne.cli.report import on_screen
from hawthorne.cli.run import played
from hawthorne.cli.words import free_folder
from hawthorne.core.document import Table
from hawthorne.evals.playing import Outcome
from hawthorne.evals.playing import run as evaluate
from hawthorne.reports.parts import Section
from hawthorne.reports.report import Report

STUDY, PROTOCOL, SCENARIOS = "ax_nback.studyflow.yaml", "lighthouse/protocol.yaml", "scenarios"
PLAYERS, SHOWN = 600, 6
"""How many random participants take the protocol, and how many of their rows are shown."""
COLUMNS = ("_id", "arm", "resp.steps", "resp.sure", "resp.colour", "var.pulled", "_included")


def command(
    n: Annotated[int | None, typer.Option("-n", "--participants", min=1, show_default=False,
        help="How many simulated subjects; the study's own 40 without it.")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S", show_default=False,
        help="The seed of all draws; the study's own without it.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="DIR", show_default=False,
        help="The run's folder. Without it runs/ax_nback-1, or the next free number.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Run the shipped demo study, end to end, and report on it; then a protocol and some scenarios.

    40 simulated subjects in two arms play an AX-CPT and an N-back, and come
    back for another AX-CPT after two weeks. A quarter is planted not to come
    back, and one arm's prompt is planted to help on BX trials. The report
    shows what was planted beside what came back.

    Then 600 random participants take an invented anchoring study, and a team
    of scripted bots is held to three behaviours.

    \b
    Example:
      hawthorne demo
      hawthorne demo -n 400 --seed 3
    """
    document = facade.load(_shipped(STUDY))
    plan = facade.plan(document, n=n, seed=seed)
    said = played(plan, out or free_folder("ax_nback"), [], json)
    made = facade.report(said.result["folder"])
    protocol = _protocol(plan.seed)
    verdicts = evaluate(_shipped(SCENARIOS))

    def show(console: Console) -> None:
        on_screen(made, console)
        console.print()
        on_screen(protocol, console)
        console.print()
        _print_verdicts(verdicts, console)

    result = {**said.result, "report": made.as_json(), "protocol": protocol.as_json(), "scenarios": verdicts.counts}
    return Said(result, (), said.exit if verdicts.passed else WRONG if said.exit == FINE else said.exit, show)


def _shipped(name: str) -> Path:
    return Path(str(files("hawthorne.demo").joinpath(name)))


def _protocol(seed: int | str) -> Report:
    """The shipped protocol, taken by random participants: their first rows, and the means beside the source's."""
    document = facade.load(_shipped(PROTOCOL))
    rows = facade.tables(facade.run(facade.plan(document, PLAYERS, seed, "random")))["p"]
    columns = tuple(column for name in COLUMNS for column in rows.columns if column.name == name)
    text = (
        f"{PLAYERS} random participants took a study of anchoring, screen by screen. A row stands for one of them; the "
        f"first {SHOWN} are shown. The study and the numbers of its source are invented.",
        f"Included are those who passed its check of attention, {_count(rows.rows)} of {PLAYERS}. Who answers at "
        f"random is pulled by no anchor, but for chance: {_means(document.model.human.cells, rows.rows)}.",
        f"Take it yourself:  hawthorne take {quote(str(_shipped(PROTOCOL).parent))}",
    )
    table = Table("", columns, rows.rows[:SHOWN])
    header = (("protocol", document.model.title),)
    return Report(f"{document.name}: a protocol", header, (Section("Unit table", text, (table,)),))


def _count(rows: Sequence[Mapping[str, Any]]) -> int:
    return sum(row["_included"] for row in rows)


def _means(cells: Sequence[Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """The mean estimate of each arm, here and in the source."""
    said = []
    for cell in cells:
        steps = [row["resp.steps"] for row in rows if row["_included"] and row["arm"] == cell.by["arm"]]
        said.append(
            f"{mean(steps):.0f} steps after the {cell.by['arm']} number (the source's people: {cell.stats.mean.v})"
        )
    return ", ".join(said)


def _print_verdicts(outcome: Outcome, console: Console) -> None:
    title = f"{SCENARIOS}: behaviours of a team of bots, pinned by data"
    on_screen(Report(title, (), ()), console)
    evals_verb.on_screen(outcome, [], console)
