"""`hawthorne demo`"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from hawthorne import facade
from hawthorne.cli.envelope import Said
from hawthorne.cli.report import on_screen
from hawthorne.cli.run import played
from hawthorne.cli.words import free_folder

STUDY = "ax_nback.studyflow.yaml"


def command(
    n: Annotated[int | None, typer.Option("-n", "--participants", min=1, show_default=False,
        help="How many simulated subjects; the study's own 40 without it.")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S", show_default=False,
        help="The seed of all draws; the study's own without it.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="DIR", show_default=False,
        help="The run's folder. Without it runs/ax_nback-1, or the next free number.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Run the shipped demo study, end to end, and report on it.

    40 simulated subjects in two arms play an AX-CPT and an N-back, and come
    back for another AX-CPT after two weeks. A quarter is planted not to come
    back, and one arm's prompt is planted to help on BX trials. The report
    shows what was planted beside what came back.

    \b
    Example:
      hawthorne demo
      hawthorne demo -n 400 --seed 3
    """
    study = files("hawthorne.demo") / STUDY
    document = facade.load(Path(str(study)))
    plan = facade.plan(document, n=n, seed=seed)
    said = played(plan, out or free_folder("ax_nback"), [], json)
    folder = said.result["folder"]
    made = facade.report(folder)
    return Said({**said.result, "report": made.as_json()}, (), said.exit, lambda console: on_screen(made, console))
