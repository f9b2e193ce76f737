"""Instruments: cognitive tasks that draw their trials, score them and keep their course.

The instrument's key and the actor's reading stay two opinions: a `Perceiver` sees only what was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, Protocol

from hawthorne.core.draws import Draws
from hawthorne.core.values import JSON


class Trial(NamedTuple):
    """One trial to put: `address` is `<block played>.<index>` (the tail of the ask's id), `view` the trial as shown
    (`TrialIndex`, `Stimulus`, `ResponseOptions`, `MaxResponseTime`, `Scene`), `limit` its window in seconds."""

    address: str
    view: Mapping[str, JSON]
    options: tuple[str, ...]
    limit: float


class Page(NamedTuple):
    """A page between blocks: nothing to answer, but it takes a block id."""

    name: str


class Outcome(NamedTuple):
    """What became of a trial: the value as given (None when nothing was), and its response time in seconds, if known.
    `given` is False for a window that ended in silence."""

    value: JSON
    took: float | None
    given: bool


class Play(Protocol):
    """One play of a prepared task by one subject. Call `start`, then `next`/`take` in turn until `next` gives None,
    then `finish` and `result`. Rows are events of the task's data set, without their `context`."""

    def start(self) -> dict[str, JSON]:
        """The row that opens the task (`<INSTRUMENT>.TaskStart`)."""
        ...

    def next(self) -> Trial | Page | None: ...

    def take(self, outcome: Outcome) -> dict[str, JSON]:
        """Score the trial that `next` gave last; returns its row (`<INSTRUMENT>.TrialEnd`)."""
        ...

    def finish(self) -> dict[str, JSON]:
        """The row that closes the task (`<INSTRUMENT>.TaskEnd`)."""
        ...

    def result(self) -> dict[str, JSON]:
        """The `TaskResult`: TaskId, TimelineId, IsCompleted, trials, blocks (see the study reference, 4.1)."""
        ...


class Prepared(Protocol):
    """A task that is read and checked: every block and every draw that all subjects share."""

    limit_total: float
    """The longest that one play can take, in seconds."""
    trials: int
    """The number of trials of one play without repeats."""

    def conditions(self) -> frozenset[str]:
        """The conditions that its trials can have, in the words of the planted tables."""
        ...

    def windows(self) -> Mapping[str, tuple[float, ...]]:
        """The windows (s) of the trials of each condition, in the words of `conditions`."""
        ...

    def blocks(self) -> tuple[str, ...]:
        """The names of its blocks in the order of play."""
        ...

    def play(self, subject: int) -> Play:
        """Start a play; trials are the same for every subject unless the timeline draws them `Per: Subject`."""
        ...


class Instrument(Protocol):
    """A task of the battery, by its name in documents (`RE`)."""

    kind: ClassVar[str]
    version: ClassVar[int]

    def prepare(
        self, parameters: Mapping[str, Any], timeline: str, draws: Draws, seed: int | str | None = 0
    ) -> Prepared:
        """Read the task's parameters; `seed` is what rows show of the run's seed (0 unless it is a number).

        Raises InvalidDocument with findings whose `place.path` is the key's path within the parameters
        (`Blocks.Test.Parameters.ItemSequence`), all at once."""
        ...


class Perception(NamedTuple):
    """How an onlooker reads a trial: instrument, condition, the right option and the others."""

    instrument: str
    condition: str
    right: str
    others: tuple[str, ...]


class Perceiver(Protocol):
    """Reads one instrument's trials from what was shown. `memory` is a dict of this conversation's own, emptied when
    a `TrialIndex` is not the one before plus one."""

    kind: ClassVar[str]

    def claims(self, shown: Mapping[str, JSON]) -> bool:
        """Whether this trial (its view) is of this instrument."""
        ...

    def read(self, memory: dict[str, Any], shown: Mapping[str, JSON]) -> Perception: ...
