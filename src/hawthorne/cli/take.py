"""`hawthorne take`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.actors.person import PersonActor
from hawthorne.cli.envelope import FINE, STOPPED, Said, judged
from hawthorne.cli.run import came_to
from hawthorne.cli.words import actors_of
from hawthorne.core.actor import Actor
from hawthorne.core.errors import InvalidDocument, UsageError, did_you_mean
from hawthorne.hold.plan import Plan
from hawthorne.records.run import Run


def command(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="The study: its folder or its file.")],
    role: Annotated[str | None, typer.Option("--role", metavar="ROLE", show_default=False,
        help="The seat you take in a study of groups; the first that nobody else plays without it.")] = None,
    actor: Annotated[list[str] | None, typer.Option("--actor", metavar="[ROLE=]SPEC", show_default=False,
        help="Who plays the other seats; random without it.")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S", show_default=False,
        help="The seed of all draws; one is drawn without it.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="DIR", show_default=False,
        help="Keep the records in this folder, as of any run. Without it nothing is kept.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout when it is over.")] = False,
) -> Said:  # fmt: skip
    """Take a study yourself, at the terminal.

    You see what a participant sees, and type the answers: an option by its
    number, numbers as they are. What is not accepted is said and asked again.
    Ctrl-C leaves; with --out all that was answered until then is kept.

    \b
    Examples:
      hawthorne take studies/anchoring
      hawthorne take studies/trust_game --role receiver --out runs/me
    """
    document = facade.load(study)
    findings = [finding for finding in facade.validate(document) if finding.severity == "error"]
    if judged(findings, False) != FINE:
        raise InvalidDocument(findings)
    plan = facade.plan(document, n=None, seed=seed)
    me = _role(plan, role)
    people = sum(each.performs is None for each in plan.program.roles)
    others: dict[str, str | Actor] = {"": "random", **(actors_of(actor or []) or {})}
    plan = facade.plan(document, n=people, seed=plan.seed, actors={**others, me: PersonActor()})
    run = facade.run(plan, out)
    return _over(run, me)


def _role(plan: Plan, said: str | None) -> str:
    names = [role.name for role in plan.program.roles if role.performs is None]
    if said is not None and said not in names:
        raise UsageError(f'the study has no seat "{said}": {did_you_mean(said, names)}')
    return said or names[0]


def _over(run: Run, me: str) -> Said:
    """What is said at the end: how it ended, and where the records are."""
    left = [record for record in run.records() if record.what == "given" and record.why == "left" and record.who == me]
    said = came_to(run)
    result = {key: value for key, value in (said.result or {}).items() if key != "participants"} | {"left": bool(left)}

    def show(console: Console) -> None:
        console.print()
        console.print("You left the study." if left else "The study is over. Thank you.")
        if run.folder is not None:
            console.print(f"The records are in {run.folder}", soft_wrap=True, markup=False)

    return Said(result, (), STOPPED if left else said.exit, show)
