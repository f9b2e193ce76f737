"""E20 and E21: who and what is referred to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hawthorne.core.errors import did_you_mean
from hawthorne.lang.bindings import FROM, Binding, is_binding
from hawthorne.records.judging import BotKey, Ref
from hawthorne.scenarios.check.fault import Fault, Path
from hawthorne.scenarios.model import Bot, Scenario
from hawthorne.scenarios.pinned import uses
from hawthorne.scenarios.refs import Reference, found, is_reference
from hawthorne.scenarios.steps import CreateRoutine, OpenThread


def check(scenario: Scenario) -> Iterator[Fault]:
    keys = [bot.key for bot in scenario.bots]
    for i, step in enumerate(scenario.steps):
        key = getattr(step, "bot", None)
        if key is not None and key not in keys:
            yield _no_bot(key, keys, ("steps", i, "bot"))
    for i, assertion in enumerate(scenario.assertions):
        for use in uses(assertion):
            path = ("assertions", i, *use.path)
            if use.what is BotKey and use.value not in keys:
                yield _no_bot(use.value, keys, path)
            elif use.what is Ref:
                yield from _reference(use.value, scenario, path)
            elif use.what is Mapping:
                yield from _inside(use.value, scenario, path)
    for i, bot in enumerate(scenario.bots):
        yield from _scripted(bot, scenario, ("bots", i, "turns"))


def _no_bot(key: str, keys: Sequence[str], path: Path) -> Fault:
    return Fault("E20", path, f'there is no bot "{key}"', did_you_mean(key, keys) or "declare it under bots")


def _scripted(bot: Bot, scenario: Scenario, path: Path) -> Iterator[Fault]:
    for i, turn in enumerate(bot.turns):
        for j, call in enumerate(turn.calls):
            where = (*path, i, "steps", j, "arguments")
            yield from _inside(call.arguments, scenario, where)
            for way, value in found(call.arguments):
                if isinstance(value, Mapping) and is_binding(value):
                    yield from _bound(value[FROM], bot, (i, j), (*where, *way, FROM))


def _inside(value: Any, scenario: Scenario, path: Path) -> Iterator[Fault]:
    for way, each in found(value):
        if isinstance(each, str):
            yield from _reference(each, scenario, (*path, *way))
        elif FROM in each:
            yield from _form(each, (*path, *way))


def _reference(text: str, scenario: Scenario, path: Path) -> Iterator[Fault]:
    keys = [bot.key for bot in scenario.bots]
    if not is_reference(text):
        yield Fault("E21", path, f'"{text}" is no reference', "write @key, @key.thread, @key.node or @thread:name")
        return
    reference = Reference.of(text, keys)
    if reference.what == "routine":
        known = [step.routine for step in scenario.steps if isinstance(step, CreateRoutine)]
    elif reference.what == "thread":
        known = [step.thread for step in scenario.steps if isinstance(step, OpenThread)]
    else:
        known = keys
    if reference.name not in known:
        fix = did_you_mean(reference.name, known)
        escape = "" if path[0] == "assertions" else f"; for the text itself write @{text}"
        yield Fault("E21", path, f'"{text}" refers to nothing', (fix or "nothing can be referred to so") + escape)


def _form(value: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    if not is_binding(value):
        yield Fault(
            "E21", path, "an object with $from binds a value", "leave it with that one key, whose value is a text"
        )
        return
    try:
        Binding.of(value[FROM])
    except ValueError as error:
        yield Fault("E21", (*path, FROM), str(error).partition(": ")[0], str(error).partition(": ")[2])


def _bound(text: str, bot: Bot, here: tuple[int, int], path: Path) -> Iterator[Fault]:
    """A binding must mean a call of the same bot that was made before."""
    try:
        binding = Binding.of(text)
    except ValueError:
        return
    turn = here[0] if binding.turn is None else binding.turn
    if turn >= len(bot.turns) or binding.call >= len(bot.turns[turn].calls):
        count = len(bot.turns[turn].calls) if turn < len(bot.turns) else 0
        rule = f'turn {turn} of "{bot.key}" scripts {count} calls'
        yield Fault("E21", path, f'"{text}" binds a call that there is not', rule)
    elif (turn, binding.call) >= here:
        yield Fault("E21", path, f'"{text}" binds a call that comes later', "bind what an earlier call returned")
