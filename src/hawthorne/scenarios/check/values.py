"""E04: values that have the right type and are still not possible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hawthorne.core.errors import did_you_mean
from hawthorne.core.values import shown
from hawthorne.lang.jsontext import pointer
from hawthorne.records.judging import NodeStatus, RunStatus, Text
from hawthorne.scenarios.check.fault import Fault, Path
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.pinned import uses
from hawthorne.scenarios.refs import MESSAGE
from hawthorne.scenarios.steps import AdvanceClock, WaitForNodeStatus, WaitForRoutineRun

NODE_STATUSES = ("source", "waiting", "resume", "queued", "running", "completed", "failed", "cancelled")
RUN_STATUSES = ("queued", "running", "waiting", "completed", "failed", "cancelled", "missed")
ID = re.compile(r"[a-z0-9][a-z0-9-]*")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
NAME_LENGTH, SECTION_LENGTH = 80, 60
"""The longest names of bots and of sections that a world takes."""
WORDING = re.compile(r"[a-z]+(\.[a-z_]+)+")


def check(scenario: Scenario) -> Iterator[Fault]:
    if not ID.fullmatch(scenario.id):
        yield _fault(("id",), scenario.id, f"an id matches ^{ID.pattern}$")
    for path, name in _names(scenario):
        if not NAME.fullmatch(name):
            yield _fault(path, name, f"a name matches ^{NAME.pattern}$")
    for i, bot in enumerate(scenario.bots):
        if not 0 < len(bot.name) <= NAME_LENGTH:
            yield _fault(("bots", i, "name"), bot.name, f"a bot's name has 1 to {NAME_LENGTH} characters")
        for key, section in (
            ("section", bot.section or ""),
            *(("managedSections", each) for each in bot.managed_sections or ()),
        ):
            if len(section) > SECTION_LENGTH:
                yield _fault(("bots", i, key), section, f"a section has at most {SECTION_LENGTH} characters")
        for j, turn in enumerate(bot.turns):
            if turn.delay_ms is not None and turn.delay_ms < 0:
                yield _fault(("bots", i, "turns", j, "delayMs"), turn.delay_ms, "a delay is 0 or more milliseconds")
            if turn.exits is not None and turn.exits < 0:
                yield _fault(("bots", i, "turns", j, "exits"), turn.exits, "a process ends 0 times or more")
    for i, step in enumerate(scenario.steps):
        yield from _step(step, ("steps", i))
    for i, assertion in enumerate(scenario.assertions):
        for use in uses(assertion):
            path = ("assertions", i, *use.path)
            if use.what in (NodeStatus, RunStatus):
                yield from _status(use.value, NODE_STATUSES if use.what is NodeStatus else RUN_STATUSES, path)
            elif use.what is Text:
                yield from _wording(use.value, path)


def _names(scenario: Scenario) -> Iterator[tuple[Path, str]]:
    """The names of gates, of what is saved, of routines and of threads, each where it is given."""
    for i, gate in enumerate(scenario.gates):
        yield ("gates", i), gate
    for i, step in enumerate(scenario.steps):
        saved = getattr(step, "save_as", None)
        if saved is not None:
            yield ("steps", i, "saveAs"), saved
        for kind, key in (("createRoutine", "routine"), ("openThread", "thread")):
            if step.kind == kind:
                yield ("steps", i, key), getattr(step, key)


def _step(step: Any, path: Path) -> Iterator[Fault]:
    timeout = getattr(step, "timeout_ms", None)
    if timeout is not None and (timeout <= 0 or timeout != int(timeout)):
        yield _fault((*path, "timeoutMs"), timeout, "a time-out is a whole number of milliseconds above 0")
    count = getattr(step, "count", None)
    if count is not None and count < 0:
        yield _fault((*path, "count"), count, "a count is 0 or more")
    if isinstance(step, WaitForNodeStatus):
        yield from _status(step.status, NODE_STATUSES, (*path, "status"))
    elif isinstance(step, WaitForRoutineRun):
        yield from _status(step.status, RUN_STATUSES, (*path, "status"))
    elif isinstance(step, AdvanceClock) and step.ms <= 0:
        yield _fault((*path, "ms"), step.ms, "time passes forwards")
    prefix = getattr(step, "name_prefix", None)
    if prefix is not None:
        yield from _wording(prefix, (*path, "namePrefix"))


def _status(status: str, known: tuple[str, ...], path: Path) -> Iterator[Fault]:
    if status not in known:
        yield _fault(path, status, did_you_mean(status, known))


def _wording(text: Any, path: Path) -> Iterator[Fault]:
    if isinstance(text, Mapping) and not WORDING.fullmatch(text[MESSAGE]):
        yield _fault((*path, MESSAGE), text[MESSAGE], "the key of a wording has dots in it, as vm.waiting")


def _fault(path: Path, value: Any, fix: str) -> Fault:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return Fault("E04", path, f"{shown(value)} is not possible at {pointer(path)}", fix)
