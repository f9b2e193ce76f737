"""Playing one scenario after another in this process: each a case of its own, in a world of its own."""

from __future__ import annotations

import time

from hawthorne.core.actor import Actor
from hawthorne.core.document import Document
from hawthorne.core.record import Record
from hawthorne.evals.result import Fold, Result
from hawthorne.evals.worlds.world import InProcessWorld
from hawthorne.hold import plan as plans
from hawthorne.hold.drive import drive
from hawthorne.records.header import moment
from hawthorne.scenarios.machine import WORLD

SEED = 0
"""A scenario draws nothing; a plan has a seed all the same."""


class Player:
    """Plays scenarios in a world."""

    def __init__(self, world: Actor | None = None) -> None:
        self._world = world or InProcessWorld()

    def play(self, document: Document, repeat: int = 1) -> Result:
        """Play a scenario once. Raises InvalidDocument for one with errors."""
        plan = plans.make(document, seed=SEED, actors={WORLD: self._world})
        records: list[Record] = []
        started, begun = moment(), time.perf_counter()
        drive(plan.case(1, records.append), plan.minds(1))
        taken = round((time.perf_counter() - begun) * 1000, 1)
        return result_of(document, Fold.of(records), started, taken, repeat)

    def close(self) -> None:
        """End what the world has started."""
        close = getattr(self._world, "close", None)
        if close is not None:
            close()


def result_of(document: Document, fold: Fold, started: str, taken: float, repeat: int = 1) -> Result:
    """The result of a play."""
    scenario = document.model.scenario
    return Result(scenario.id, scenario.title, scenario.behavior, scenario.world, document.source.name, fold.status,
                  started, taken, fold.steps, fold.assertions, fold.evidence, fold.error, repeat)  # fmt: skip
