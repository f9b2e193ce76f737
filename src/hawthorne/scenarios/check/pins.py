"""E60 to E62 and E64: assertions that count too much, say nothing, cannot be met, or name no tool."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hawthorne.core.errors import nearest
from hawthorne.records.judging import Text, TurnIndex
from hawthorne.scenarios.check.fault import Fault, Path
from hawthorne.scenarios.model import Bot, Scenario
from hawthorne.scenarios.pinned import uses
from hawthorne.scenarios.steps import WaitForActivity

CATALOGUE = frozenset({
    "coordinate_bots", "list_room_targets", "list_bots", "list_threads", "close_thread", "start_thread", "delegate_bot",
    "check_delegation", "wait_delegation", "ask_bot", "send_to_bot", "post_to_room", "select_computer", "vm_exec",
    "propose_routine", "request_approval",
})  # fmt: skip
"""The tools that a harness may offer."""


def check(scenario: Scenario) -> Iterator[Fault]:
    if not scenario.assertions:
        why = "without an assertion a scenario pins its script alone"
        yield Fault("E61", ("assertions",), f"this says nothing: {why}", "say what must be so", "warning")
    for i, step in enumerate(scenario.steps):
        if isinstance(step, WaitForActivity) and step.name_prefix == "":
            yield _vacuous(("steps", i, "namePrefix"), "every text begins with nothing")
    for i, assertion in enumerate(scenario.assertions):
        path = ("assertions", i)
        yield from _pinned(assertion, scenario, path)
        if assertion.kind == "activityCount":
            yield from _counted(assertion, scenario, path)
        elif assertion.kind == "toolCalls":
            yield from _patterns(assertion, path)
    yield from _tools(scenario)


def _pinned(assertion: Any, scenario: Scenario, path: Path) -> Iterator[Fault]:
    why = getattr(assertion, "vacuous", lambda: None)()
    if why is not None:
        yield _vacuous(path, why)
    for use in uses(assertion):
        if use.what is Text and use.value == "":
            yield _vacuous((*path, *use.path), "every text includes nothing")
        elif use.what is TurnIndex:
            bot = scenario.bot(getattr(assertion, "bot", ""))
            if bot is not None and not _reached(bot, use.value):
                message = f'"{bot.key}" has no turn {use.value}'
                rule = f"it has {len(bot.turns)} scripted turns, counted from 0"
                yield Fault("E62", (*path, *use.path), message, rule)


def _reached(bot: Bot, turn: int) -> bool:
    return turn >= 0 and (turn < len(bot.turns) or bool(bot.allow_overrun))


def _vacuous(path: Path, why: str) -> Fault:
    return Fault("E61", path, f"this says nothing: {why}", "say what must be so, or leave it out")


def _counted(assertion: Any, scenario: Scenario, path: Path) -> Iterator[Fault]:
    """What was waited for is remembered beside what is counted, where foreign files are judged."""
    for step in scenario.steps:
        if not isinstance(step, WaitForActivity) or step.bot != assertion.bot:
            continue
        waited, counted = step.name_prefix, assertion.prefix
        both = isinstance(waited, str) and isinstance(counted, str) and waited.startswith(counted)
        if both or (waited == counted and not isinstance(waited, str)):
            message = "a step waits for what this counts: a foreign harness counts it twice"
            yield Fault("E60", (*path, "prefix"), message, "count only what no waitForActivity waits for", "warning")
            return


def _patterns(assertion: Any, path: Path) -> Iterator[Fault]:
    modes = assertion.modes
    for i, call in enumerate(assertion.equals):
        if modes.get(call.tool, modes.get("*")) == "pattern":
            for way, text in _texts(call.arguments):
                try:
                    re.compile(text)
                except re.error as error:
                    where = (*path, "equals", i, "arguments", *way)
                    yield Fault("E04", where, f'"{text}" is no regular expression', str(error))


def _texts(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _texts(item, (*path, i))


def _tools(scenario: Scenario) -> Iterator[Fault]:
    """A tool that no harness offers, and is a slip of one that it does or that the script calls."""
    for i, bot in enumerate(scenario.bots):
        for j, turn in enumerate(bot.turns):
            for k, call in enumerate(turn.calls):
                yield from _tool(call.name, CATALOGUE, ("bots", i, "turns", j, "steps", k, "tool"))
    for i, assertion in enumerate(scenario.assertions):
        if assertion.kind not in ("toolCalls", "toolNames"):
            continue
        whose = scenario.bot(assertion.bot)
        scripted = {call.name for turn in whose.turns for call in turn.calls} if whose is not None else set()
        for j, each in enumerate(assertion.equals):
            name, key = (each, ()) if isinstance(each, str) else (each.tool, ("tool",))
            if name not in scripted:
                yield from _tool(name, CATALOGUE | scripted, ("assertions", i, "equals", j, *key))


def _tool(name: str, known: frozenset[str] | set[str], path: Path) -> Iterator[Fault]:
    close = nearest(name, sorted(known), 1) if name not in known else ()
    if close:
        yield Fault("E64", path, f'no harness offers a tool "{name}"', f'did you mean "{close[0]}"?', "warning")
