"""Playing many scenarios, each as often as asked, on as many lanes as asked, and what that came to.

A lane plays one scenario after the other. One lane is this process; several are worker processes of their own. With
`isolated` each lane has a server process, in which every play begins with a fresh data folder.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hawthorne.core.actor import Actor
from hawthorne.core.document import Document
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.evals.lane import WorkerLane
from hawthorne.evals.result import Result
from hawthorne.evals.select import select
from hawthorne.evals.way import Way

Progress = Callable[[int, int, str], None]
"""Told of progress: plays done, plays planned, and the scenario that was done last."""


class Lane(Protocol):
    """Plays scenarios, one after the other."""

    def play(self, document: Document, repeat: int = 1) -> Result: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Outcome:
    """The results of all plays, by scenario, then by repeat."""

    results: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        """Whether every play that was not skipped passed."""
        return all(result.passed or result.status == "skipped" for result in self.results)

    @property
    def counts(self) -> dict[str, int]:
        """Plays by status."""
        counts: dict[str, int] = {}
        for result in self.results:
            counts[result.status] = counts.get(result.status, 0) + 1
        return counts

    @property
    def flakes(self) -> dict[str, dict[str, int]]:
        """The scenarios whose plays did not all end alike: how many of each status."""
        by_id: dict[str, dict[str, int]] = {}
        for result in self.results:
            counts = by_id.setdefault(result.id, {})
            counts[result.status] = counts.get(result.status, 0) + 1
        return {id: counts for id, counts in by_id.items() if len(counts) > 1}


def run(
    *paths: str | Path,
    scenarios: Sequence[str] = (),
    repeat: int = 1,
    jobs: int = 1,
    isolated: bool = False,
    url: str | None = None,
    data: str | Path | None = None,
    clock: str = "virtual",
    compat: bool = False,
    max_wall: float | None = None,
    world: Actor | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Play the scenarios in these files and folders.

    `scenarios` are ids (none: all); `compat` reads foreign files; `url` names a server that stands already, `data` its
    folder where it is played against in real time; `world`
    plays instead of the one that the other words mean. Raises InvalidDocument with the findings of all scenarios,
    before any is played; UsageError for words that are off.
    """
    selection = select(paths, scenarios, compat)
    if selection.broken:
        raise InvalidDocument(finding for finding in selection.findings if finding.severity == "error")
    return play(
        selection.documents,
        Way(isolated, url, clock, max_wall, None if data is None else str(data)),
        repeat,
        jobs,
        world,
        progress,
    )


def play(
    documents: Sequence[Document],
    way: Way,
    repeat: int = 1,
    jobs: int = 1,
    world: Actor | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Play these scenarios."""
    if repeat < 1 or jobs < 1:
        raise UsageError("each scenario is played at least once, in at least one job")
    tasks = [(document, k) for document in documents for k in range(1, repeat + 1)]
    lanes = min(jobs, len(tasks))
    if world is not None and lanes > 1:
        raise UsageError("a world of your own is played in one job")
    if way.url is not None and lanes > 1:
        raise UsageError("a server that stands already plays one scenario at a time: give no jobs, or --isolated")
    made: list[Lane] = [way.player(world)] if lanes <= 1 else [WorkerLane(way) for _ in range(lanes)]
    try:
        return Outcome(tuple(_all(tasks, made, progress or _silent)))
    finally:
        for lane in made:
            lane.close()


def _silent(done: int, total: int, what: str) -> None:
    """The listener that nobody is."""


def _all(tasks: Sequence[tuple[Document, int]], lanes: Sequence[Lane], progress: Progress) -> list[Result]:
    """Every task's result, in the order of the tasks; each lane takes the next that is left."""
    if len(lanes) == 1:
        results = []
        for document, k in tasks:
            results.append(lanes[0].play(document, k))
            progress(len(results), len(tasks), document.name)
        return results
    left: queue.SimpleQueue[int] = queue.SimpleQueue()
    for i in range(len(tasks)):
        left.put(i)
    found: dict[int, Result] = {}
    errors: list[BaseException] = []
    told = threading.Lock()

    def work(lane: Lane) -> None:
        try:
            while not errors:
                i = left.get_nowait()
                document, k = tasks[i]
                result = lane.play(document, k)
                with told:
                    found[i] = result
                    progress(len(found), len(tasks), document.name)
        except queue.Empty:
            return
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(lane,), daemon=True) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return [found[i] for i in range(len(tasks))]
