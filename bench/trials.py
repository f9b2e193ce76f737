"""Simulated trials a second: from drawing the answer to the record's line, in memory and in a run's folder."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import models
from bench.row import Row, rate, seconds
from hawthorne import facade
from hawthorne.hold import plan as plans
from hawthorne.hold.plan import Plan
from hawthorne.records.run import Run

AIM = 30_000
PAIRS = 40
"""Pairs of letters that a subject sees: 80 trials."""


def demo(n: int) -> Plan:
    """The demo study, with its prompts, response times and spread."""
    return facade.plan(Path(str(files("hawthorne.demo").joinpath("ax_nback.studyflow.yaml"))), n=n, seed=7)


def counted(run: Run) -> int:
    """The trials among a run's records."""
    return sum(record.what == "row" and record.ask is not None for record in run.records())


def rows(quick: bool) -> Iterator[Row]:
    """On one core and on two."""
    repeats = 3 if quick else 7
    plain, full = plans.make(models.trials(PAIRS), n=200), demo(80)
    for what, plan in ((f"an AX-CPT of {2 * PAIRS} trials", plain), ("the demo study", full)):
        run = facade.run(plan)
        trials, size = counted(run), sum(map(len, run.blocks))
        mine = rate(trials, seconds(partial(facade.run, plan), repeats))
        yield Row("trials", f"{what}, one core", mine, "trials/s", AIM, note=f"{size / trials:,.0f} bytes a trial")
    large = plans.make(models.trials(PAIRS), n=500 if quick else 1_000)
    count = large.size.cases * 2 * PAIRS
    for what, executor, workers in (("one process", "local", 1), ("two processes", "processes", 2)):
        before = os.times()
        taken = seconds(partial(_in_folder, large, executor, workers), 2 if quick else 3, time.perf_counter)
        free = _on_a_free_machine(before, os.times(), workers) / (1 + len(taken))
        note = f"real time, {count:,} trials to the disk; {count / free:,.0f}/s by the processor's seconds"
        yield Row("trials", f"an AX-CPT into a folder, {what}", rate(count, taken), "trials/s", note=note)


def _on_a_free_machine(before: os.times_result, after: os.times_result, workers: int) -> float:
    """The processor's seconds of this process and of one worker: the real time on a machine that does nothing else."""
    own = after.user + after.system - before.user - before.system
    children = after.children_user + after.children_system - before.children_user - before.children_system
    return own + children / workers


def _in_folder(plan: Plan, executor: str, workers: int) -> None:
    with TemporaryDirectory() as folder:
        facade.run(plan, Path(folder) / "run", executor=executor, workers=workers)
