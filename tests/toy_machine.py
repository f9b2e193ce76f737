"""A small machine of the tests: a script of effects for each event, and a record of what it heard."""

from __future__ import annotations

from collections.abc import Callable

from hawthorne.core.ask import Ask
from hawthorne.core.case import Case
from hawthorne.core.machine import Done, Effect, Event, Sink
from hawthorne.core.record import Record
from hawthorne.core.result import Result
from hawthorne.spaces.choice import Choice

Rule = Callable[[Event, float], list[Effect]]


class Toy:
    """A machine that answers each event with what its rule says."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.heard: list[tuple[float, Event]] = []

    def advance(self, event: Event, now: float, put: Sink) -> None:
        self.heard.append((now, event))
        for effect in self.rule(event, now):
            put(effect)


def question(id: str, limit: float | None = None, role: str = "P") -> Ask:
    return Ask(id, role, id.rpartition("/")[2], {"text": "?"}, Choice(("yes", "no")), limit)


def begun(rule: Rule, number: int = 1) -> tuple[Case, Toy, list[Record]]:
    log: list[Record] = []
    toy = Toy(rule)
    case = Case(number, toy, log.append)
    case.begin()
    return case, toy, log


def lines(log: list[Record]) -> list[tuple[object, ...]]:
    """(at, what, ask) of each record."""
    return [(record.at, record.what, record.ask) for record in log]


ENDED = Done(Result("ended"))
