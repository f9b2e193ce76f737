"""Shards one after the other, in this process."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import ClassVar

from hawthorne.hold.executors import Listen
from hawthorne.hold.gather import Outcome, Shard
from hawthorne.hold.plan import Plan
from hawthorne.hold.shard import play_in_folder, play_in_memory
from hawthorne.records.store import Store


class Local:
    """The executor that needs nothing."""

    kind: ClassVar[str] = "local"
    version: ClassVar[int] = 1

    def play(
        self, plan: Plan, shards: Sequence[Shard], store: Store | None, workers: int, listen: Listen
    ) -> Generator[Outcome, None, None]:
        for shard in shards:

            def hear(done: int, waits: str, shard: Shard = shard) -> None:
                listen(shard, done, waits)

            yield play_in_memory(plan, shard, hear) if store is None else play_in_folder(plan, shard, store, hear)
