"""E30 to E32: gates that are not declared, not used, or never opened."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.core.errors import did_you_mean
from hawthorne.scenarios.check.fault import Fault
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.steps import WaitForBusy, WaitForNodeStatus, WaitForTurns, WriteGate

ENDING = frozenset({"interrupt", "deleteThread", "deleteBot", "restartServer", "pollComputerGate"})
"""Steps that can end a turn whose gate is never opened: the last, where the computer is refused."""


def check(scenario: Scenario) -> Iterator[Fault]:
    declared = scenario.gates
    held = {turn.gate for bot in scenario.bots for turn in bot.turns if turn.gate is not None}
    opened = {step.gate for step in scenario.steps if isinstance(step, WriteGate)}
    for i, bot in enumerate(scenario.bots):
        for j, turn in enumerate(bot.turns):
            if turn.gate is not None and turn.gate not in declared:
                yield _undeclared(turn.gate, declared, ("bots", i, "turns", j, "gate"))
            if turn.gate is not None and turn.gate not in opened:
                yield from _closed(scenario, bot.key, turn.gate, ("bots", i, "turns", j, "gate"))
    for i, step in enumerate(scenario.steps):
        if isinstance(step, WriteGate) and step.gate not in declared:
            yield _undeclared(step.gate, declared, ("steps", i, "gate"))
    for i, gate in enumerate(declared):
        if gate not in held:
            fix = did_you_mean(gate, held) or "let a turn wait for it, or leave it out"
            yield Fault("E31", ("gates", i), f'no turn waits for the gate "{gate}"', fix)


def _undeclared(gate: str, declared: tuple[str, ...], path: tuple[str | int, ...]) -> Fault:
    fix = did_you_mean(gate, declared) or f'write "gates": ["{gate}"]'
    return Fault("E30", path, f'the gate "{gate}" is not declared', fix)


def _closed(scenario: Scenario, bot: str, gate: str, path: tuple[str | int, ...]) -> Iterator[Fault]:
    """A gate that nothing opens, although a step waits for its bot, and nothing else can end the turn."""
    steps = scenario.steps
    waits = any(
        (isinstance(step, (WaitForTurns, WaitForNodeStatus)) or (isinstance(step, WaitForBusy) and not step.busy))
        and step.bot == bot
        for step in steps
    )
    ends = any(step.kind in ENDING for step in steps)  # work of one bot can end with that of another
    if waits and not ends:
        message = f'no step opens the gate "{gate}", and a step waits for "{bot}"'
        yield Fault("E32", path, message, f'open it: {{"kind": "writeGate", "gate": "{gate}"}}', "warning")
