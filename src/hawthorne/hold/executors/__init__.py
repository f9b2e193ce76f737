"""Executors: where the shards of a run are played. The records do not depend on which, nor on the cut."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import ClassVar, Protocol

from hawthorne.hold.gather import Outcome, Shard
from hawthorne.hold.plan import Plan
from hawthorne.records.store import Store

Listen = Callable[[Shard, int, str], None]
"""Told of progress: the shard, how many of its cases are done, and what is waited for ("" when nothing is)."""


class Executor(Protocol):
    """Plays shards; `kind` is its word on the command line."""

    kind: ClassVar[str]
    version: ClassVar[int]

    def play(
        self, plan: Plan, shards: Sequence[Shard], store: Store | None, workers: int, listen: Listen
    ) -> Generator[Outcome, None, None]:
        """Play every shard, into its part of the store or (None) into memory, and yield what came of each, in any
        order. Closing the iterator ends whatever is still at work."""
        ...
