"""Actors: whoever answers asks. An actor opens a mind for each case; a mind's memory never crosses a case."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from hawthorne.core.ask import Answer, Ask, Fault, Silence
from hawthorne.core.draws import Draws

Sees = Literal["view", "key"]


class Mind(Protocol):
    """One participant's head for one case."""

    def answer(self, ask: Ask) -> Answer | Silence | Fault | Awaitable[Answer | Silence | Fault]:
        """Answer an ask; `took` is what the answer takes on the case's clock, in seconds."""
        ...

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        """Be told of a recorded exchange on a resume, before the next answer."""
        ...


@dataclass(frozen=True, slots=True)
class Description:
    """What the run's header says of an actor. `reproducible`: the same seed gives the same answers, so what was shown
    need not be recorded. `sees`: `view` actors get blinded asks, `key` actors (simulations) the document's own."""

    kind: str
    parameters: dict[str, Any]
    reproducible: bool
    sees: Sees


class Actor(Protocol):
    """Who answers a role. `kind` is the word in specifications (`random`, `script:FILE`)."""

    kind: ClassVar[str]
    version: ClassVar[int]

    def open(self, case: int, draws: Draws) -> Mind:
        """A mind for this case; every draw it makes lies below `draws`."""
        ...

    def describe(self) -> Description: ...
