"""E50 to E54: what a step or an assertion uses before, or without, its being made."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.errors import did_you_mean
from hawthorne.records.judging import Saved
from hawthorne.scenarios.check.fault import Fault
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.pinned import uses
from hawthorne.scenarios.steps import (
    NODE,
    ORIGINAL,
    CancelRun,
    CaptureComputer,
    CreateRoutine,
    OpenThread,
    PollComputerGate,
    RunRoutine,
    SnapshotRoutineRun,
    WaitForRoutineRun,
)


def check(scenario: Scenario) -> Iterator[Fault]:
    yield from _saved(scenario)
    yield from _routines(scenario)
    yield from _threads(scenario)
    captured = set()
    for i, step in enumerate(scenario.steps):
        if isinstance(step, CaptureComputer):
            captured.add(step.bot)
        elif isinstance(step, PollComputerGate) and step.bot not in captured:
            fix = f'capture it first: {{"kind": "captureComputer", "bot": "{step.bot}"}}'
            yield Fault("E53", ("steps", i, "bot"), f'the computer of "{step.bot}" is not captured yet', fix)


def _saved(scenario: Scenario) -> Iterator[Fault]:
    kinds: dict[str, str] = {}
    for i, step in enumerate(scenario.steps):
        name = getattr(step, "save_as", None)
        if name is None:
            continue
        if name in kinds:
            yield Fault("E51", ("steps", i, "saveAs"), f'something was saved as "{name}" before', "take another name")
        kinds.setdefault(name, step.kind)
    for i, assertion in enumerate(scenario.assertions):
        for use in uses(assertion):
            if use.what is not Saved:
                continue
            path = ("assertions", i, *use.path)
            if use.value not in kinds:
                fix = did_you_mean(use.value, kinds) or 'save it in a step: "saveAs"'
                yield Fault("E50", path, f'no step saves anything as "{use.value}"', fix)
            elif assertion.kind == "routineRunSnapshot" and kinds[use.value] != "snapshotRoutineRun":
                message = f'"{use.value}" is what {kinds[use.value]} saves, not the run of a routine'
                yield Fault("E50", path, message, "name what a snapshotRoutineRun saves")


def _routines(scenario: Scenario) -> Iterator[Fault]:
    created: set[str] = set()
    run: set[str] = set()
    for i, step in enumerate(scenario.steps):
        path = ("steps", i, "routine")
        if isinstance(step, CreateRoutine):
            if step.routine in created:
                yield Fault("E52", path, f'the routine "{step.routine}" is created twice', "take another name")
            created.add(step.routine)
        elif isinstance(step, (RunRoutine, SnapshotRoutineRun, WaitForRoutineRun, CancelRun)):
            if step.routine not in created:
                fix = did_you_mean(step.routine, created) or "create it first: createRoutine"
                yield Fault("E52", path, f'the routine "{step.routine}" is not created yet', fix)
            elif not isinstance(step, RunRoutine) and step.routine not in run:
                yield Fault("E52", path, f'the routine "{step.routine}" has no run yet', "run it first: runRoutine")
            if isinstance(step, RunRoutine):
                run.add(step.routine)


def _threads(scenario: Scenario) -> Iterator[Fault]:
    """E54, ours: a thread by a name that no step has given yet."""
    known = {ORIGINAL, NODE}
    for i, step in enumerate(scenario.steps):
        name = getattr(step, "thread", None)
        path = ("steps", i, "thread")
        if isinstance(step, OpenThread):
            if name in known:
                yield Fault("E54", path, f'there is a thread "{name}" already', "take another name")
            known.add(step.thread)
        elif name is not None and name not in known:
            bare = name.removeprefix("@thread:")
            fix = f'write "{bare}": a step names it without the sign' if bare in known else did_you_mean(bare, known)
            yield Fault("E54", path, f'no step has opened a thread "{name}" yet', fix)
