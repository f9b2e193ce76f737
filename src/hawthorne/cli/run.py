"""`hawthorne run`"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer
from rich.console import Console

from hawthorne import facade
from hawthorne.cli.dry import rehearsed
from hawthorne.cli.envelope import FINE, WRONG, Said, judged
from hawthorne.cli.findings import show
from hawthorne.cli.progress import Watch
from hawthorne.cli.words import actors_of, count_of, free_folder, many, runners_of, seeds_of
from hawthorne.core.errors import Finding, InvalidDocument, UsageError
from hawthorne.core.record import Record
from hawthorne.hold.plan import Plan
from hawthorne.records.run import Run

WHO, WHERE, MORE = "Who answers, how many", "Where and how it is played", "More"
CODE = "What the study calls"


def command(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The study.", show_default=False)] = None,
    n: Annotated[list[str] | None, typer.Option("-n", "--participants", metavar="N or POOL=K", show_default=False,
        rich_help_panel=WHO, help="How many participants; the study's own number without it.")] = None,
    actor: Annotated[list[str] | None, typer.Option("--actor", metavar="[ROLE=]SPEC", show_default=False,
        rich_help_panel=WHO, help="Who answers: random, script:FILE.json, script:pkg.mod:function, replay:RUN, "
        "simulated:FILE.yaml, or a plug-in's. Without ROLE=, every role. Wins over the study's own.")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S", show_default=False, rich_help_panel=WHO,
        help="The seed of all draws; the study's own without it, else one is drawn and kept.")] = None,
    allocation_seed: Annotated[list[str] | None, typer.Option("--allocation-seed", metavar="GATEWAY=SEED|@FILE",
        show_default=False, rich_help_panel=WHO, help="The secret seed of a gateway that conceals its allocation. The "
        "run reveals it once it is finished, and not before.")] = None,
    clock: Annotated[str | None, typer.Option("--clock", metavar="virtual|wall", show_default=False,
        rich_help_panel=WHERE, help="Virtual time takes none; wall time is the machine's.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="DIR", show_default=False, rich_help_panel=WHERE,
        help="The run's folder. Without it runs/NAME-1, or the next free number.")] = None,
    executor: Annotated[str | None, typer.Option("--executor", metavar="NAME", rich_help_panel=WHERE,
        show_default=False, help="Where shards are played: local (the default), processes, or a plug-in's.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", metavar="W", min=1, show_default=False,
        rich_help_panel=WHERE, help="Processes to use; means --executor processes.")] = None,
    shard_size: Annotated[int | None, typer.Option("--shard-size", metavar="K", min=1, show_default=False,
        rich_help_panel=WHERE, help="Cases a shard; no record depends on it.")] = None,
    level: Annotated[str, typer.Option("--level", metavar="full|facts|answers", rich_help_panel=WHERE,
        help="How much is recorded.")] = "facts",
    allow_code: Annotated[bool, typer.Option("--allow-code", rich_help_panel=CODE,
        help="Let the study run code: python://, shell://, scripts. Look at what it runs first.")] = False,
    inputs: Annotated[list[Path] | None, typer.Option("--inputs", metavar="DIR", show_default=False,
        rich_help_panel=CODE, help="A folder with files that the study names; its own folder comes first.")] = None,
    step_timeout: Annotated[float | None, typer.Option("--step-timeout", metavar="S", show_default=False,
        rich_help_panel=CODE, help="Most seconds one call may take.")] = None,
    runner: Annotated[list[str] | None, typer.Option("--runner", metavar="NAME=COMMAND", show_default=False,
        rich_help_panel=CODE, help="A program that plays the steps it claims (JSON-RPC, protocol 2).")] = None,
    start_timeout: Annotated[float, typer.Option("--start-timeout", metavar="S", rich_help_panel=CODE,
        help="Most seconds until a runner has started.")] = 600.0,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="DIR", show_default=False, rich_help_panel=MORE,
        help="Go on with a run that was stopped. Takes no FILE.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", rich_help_panel=MORE,
        help="Say what the run would be; play and write nothing.")] = False,
    compat: Annotated[bool, typer.Option("--compat", rich_help_panel=MORE,
        help="Read a foreign scenario: what it has beside the format is left out.")] = False,
    strict: Annotated[bool, typer.Option("--strict", rich_help_panel=MORE,
        help="Do not run a study with warnings (exit 1).")] = False,
    max_steps: Annotated[int, typer.Option("--max-steps", min=1, rich_help_panel=MORE,
        help="Most steps of one path.")] = 1_000_000,
    max_passes: Annotated[int, typer.Option("--max-passes", min=1, rich_help_panel=MORE,
        help="Most passes of one loop.")] = 100_000,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> Said:  # fmt: skip
    """Run a study on its participants, or go on with a run that was stopped.

    The records go to a folder that holds all it takes to play them again.
    Ctrl-C stops cleanly and says how to go on. The same study, seed and
    number give the same records, byte for byte, however they are played.

    \b
    Examples:
      hawthorne run mine.studyflow.yaml
      hawthorne run mine.studyflow.yaml -n 200 --seed 7 --out runs/big --workers 2
      hawthorne run mine.studyflow.yaml --actor random --dry-run
      hawthorne run --resume runs/big
    """
    if workers is not None and executor is None:
        executor = "processes"
    seeds = seeds_of(allocation_seed or [])
    if resume is not None:
        if file is not None:
            raise UsageError("--resume takes no FILE: the run's folder has its own copy of the study")
        with Watch(0, json) as watch:
            return came_to(facade.resume(resume, executor=executor, workers=workers, progress=watch,
                                          allocation_seeds=seeds))  # fmt: skip
    if file is None:
        raise UsageError("give a FILE to run, or --resume DIR")
    document = facade.load(file, compat)
    settled = ({"no-performer"} if runner else set()) | ({"no-material"} if inputs else set())  # the plan says them
    findings = [finding for finding in facade.validate(document)
                if finding.severity != "note" and finding.code not in settled]  # fmt: skip
    if judged(findings, strict) != FINE:
        raise InvalidDocument(findings)
    plan = facade.plan(document, n=count_of(n or []), seed=seed, actors=actors_of(actor or []), clock=clock,
                       level=level, allocation_seeds=seeds, max_steps=max_steps, max_passes=max_passes,
                       allow_code=allow_code,
                       inputs=inputs or [], step_timeout=step_timeout, runners=runners_of(runner or []),
                       start_timeout=start_timeout)  # fmt: skip
    if dry_run:
        return rehearsed(plan, findings)
    return played(plan, out or free_folder(document.name), findings, json, executor, workers, shard_size)


def played(plan: Plan, out: Path, findings: list[Finding], quiet: bool, executor: str | None = None,
           workers: int | None = None, shard_size: int | None = None) -> Said:  # fmt: skip
    """Play a plan into a folder, with its progress on stderr, and say what it came to."""
    plan.require_players()
    console = Console(stderr=True, highlight=False)
    if not quiet:
        show(findings, console)
        drawn = " (drawn)" if plan.drawn else ""
        console.print(f"{plan.document.name}: {many(plan.size.participants, 'participant')} in "
                      f"{many(plan.size.cases, 'case')}, "
                      f"seed {plan.seed}{drawn}, {plan.clock} clock", soft_wrap=True, markup=False)  # fmt: skip
    with Watch(plan.size.cases, quiet) as watch:
        run = facade.run(plan, out, executor=executor or "local", workers=workers, shard_size=shard_size,
                         progress=watch)  # fmt: skip
    return came_to(run, findings)


def came_to(run: Run, findings: list[Finding] | None = None) -> Said:
    """What a run came to: how its cases ended, and where it is."""
    counts = {status: count for status, count in run.counts.items() if count or status == "ended"}
    header = run.header
    result: dict[str, Any] = {
        "folder": None if run.folder is None else str(run.folder),
        "cases": header.cases,
        "participants": header.participants,
        "seed": header.seed,
        "counts": counts,
        "digests": dict(header.digests),
    }
    bad = sum(count for status, count in counts.items() if status != "ended")
    reasons = why(run) if bad else []
    if reasons:
        result["examples"] = reasons
    broken, first = broke(run)
    if first is not None:
        result["failed asks"] = {"count": broken, "first": f"{first.ask}: {first.value}"}

    def show(console: Console) -> None:
        words = ", ".join(f"{count:,} {status}" for status, count in counts.items())
        console.print(f"{many(header.cases, 'case')}: {words}")
        for reason in reasons:
            console.print(f"  {reason}", soft_wrap=True, markup=False)
        if first is not None:
            console.print("[bold yellow]warning[/]: ", end="")
            console.print(f"{many(broken, 'ask')} failed, since whoever should answer broke; the first is "
                          f"{first.ask}: {first.value}", soft_wrap=True, markup=False)  # fmt: skip
        folder = quote(str(run.folder))
        console.print(f"the run is in {run.folder}\nnext:  hawthorne report {folder}\n       hawthorne tables {folder}",
                      soft_wrap=True, markup=False)  # fmt: skip

    return Said(result, findings or (), WRONG if bad else FINE, show)


def broke(run: Run) -> tuple[int, Record | None]:
    """How many asks failed because whoever should answer them broke, and the first of them. A trial that failed counts
    as missed, so a script that never answers would otherwise look like participants who never do."""
    count, first = 0, None
    for record in run.failures():
        count, first = count + 1, first or record
    return count, first


def why(run: Run, most: int = 3) -> list[str]:
    """Why the first few cases that did not come to a regular end are stuck or failed."""
    bad = (record for record in run.records() if record.what == "done" and record.value["status"] != "ended")
    return [f"case {record.case} {record.value['status']}: {record.value.get('why') or record.value.get('where')}"
            for record in islice(bad, most)]  # fmt: skip
