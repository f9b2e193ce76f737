"""A compiled scenario as a program: one role, `world`; each case plays the scenario once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hawthorne.core.actor import Actor
from hawthorne.core.document import Role, Setting, Size, Table, Truth
from hawthorne.core.errors import UsageError
from hawthorne.core.performer import Material
from hawthorne.core.record import Record
from hawthorne.core.registry import names, points, resolve
from hawthorne.records.judging import Assertion
from hawthorne.scenarios.machine import WORLD, ScenarioMachine
from hawthorne.scenarios.model import Bot, Scenario
from hawthorne.scenarios.tables import tables

DEFAULT = "inprocess"
"""The world that plays a scenario when nobody says which."""


class ScenarioProgram:
    """See `hawthorne.core.document.Program`."""

    materials: tuple[Material, ...] = ()
    shared: tuple[str, ...] = ()

    def __init__(self, scenario: Scenario, compat: bool, setting: Setting) -> None:
        self.scenario = scenario
        self.compat = compat
        self.roles = (Role(WORLD, "the harness", default_world(), "to do each step, and to show the evidence"),)
        self._implied = () if compat else implied(scenario)
        self._cases = _count(setting.n)

    def size(self, n: int | Mapping[str, int] | None) -> Size:
        cases = _count(n)
        return Size(cases, cases)

    def machine(self, case: int) -> ScenarioMachine:
        return ScenarioMachine(self.scenario, self._implied, self.compat, case)

    def projections(self, records: Iterable[Record]) -> Iterable[tuple[str, bytes]]:
        return ()

    def tables(self, records: Iterable[Record]) -> Sequence[Table]:
        return tables(records)

    def truths(self, trials: Sequence[Mapping[str, Any]], actors: Mapping[str, Actor]) -> Sequence[Truth]:
        return ()


def _count(n: int | Mapping[str, int] | None) -> int:
    if isinstance(n, Mapping):
        raise UsageError("a scenario has no pools: -n takes a number, how often it is played")
    if n is not None and n < 1:
        raise UsageError(f"a scenario is played at least once, not {n} times")
    return 1 if n is None else n


def default_world() -> Actor | None:
    """The world in this process, where one is registered."""
    if all(point.name != "worlds" for point in points()) or DEFAULT not in names("worlds"):
        return None
    world: Actor = resolve("worlds", DEFAULT)()
    return world


def implied(scenario: Scenario) -> tuple[Assertion, ...]:
    """What must hold of every scenario that does not allow otherwise: scripts are kept, and played to their end and not
    beyond."""
    consumed, kept, no_overrun = (resolve("assertions", name) for name in ("scriptConsumed", "scriptKept", "noOverrun"))
    return (
        *(kept(bot.key) for bot in scenario.bots if _calls(bot) and not bot.allow_broken_turns),
        *(consumed(bot.key) for bot in scenario.bots if bot.turns and not bot.allow_unused_turns),
        *(no_overrun(bot.key) for bot in scenario.bots if not bot.allow_overrun),
    )


def _calls(bot: Bot) -> bool:
    return any(turn.calls for turn in bot.turns)
