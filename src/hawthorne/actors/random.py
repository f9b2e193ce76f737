"""The random actor: any option, any valid value, each as likely. It never misses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.actors.shown import ready, seated, trial_in
from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class RandomActor:
    """`random`: one of a trial's options, else a sample of the ask's space; READY to a message that offers nothing."""

    kind: ClassVar[str] = "random"
    version: ClassVar[int] = 1

    @classmethod
    def from_spec(cls, text: str) -> RandomActor:
        if text:
            raise UsageError(f'the random actor takes nothing behind its name, not "{text}": write random')
        return cls()

    def open(self, case: int, draws: Draws) -> RandomMind:
        return RandomMind(draws)

    def describe(self) -> Description:
        return Description(self.kind, {}, reproducible=True, sees="view")


class RandomMind:
    """A head with nothing in it but the case's draws."""

    __slots__ = ("_draws",)

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def answer(self, ask: Ask) -> Answer:
        draws, tail = seated(self._draws, ask)
        draws = draws.at(tail)
        trial = trial_in(ask.view)
        return Answer(ready(ask.space, draws) if trial is None else draws.choice(trial["ResponseOptions"]))

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """Nothing is remembered."""
