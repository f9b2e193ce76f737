"""A whole run: its folder, its shards, whoever plays them, and the closing of the books."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import Any

from hawthorne import __version__
from hawthorne.core.document import Document, Source
from hawthorne.core.errors import HawthorneError, UsageError
from hawthorne.core.registry import resolve
from hawthorne.hold import gather
from hawthorne.hold import plan as plans
from hawthorne.hold.bind import Given
from hawthorne.hold.broken import Interrupted
from hawthorne.hold.executors import Executor
from hawthorne.hold.gather import Outcome, Shard
from hawthorne.hold.plan import Plan, kind_of
from hawthorne.records import header as headers
from hawthorne.records import read
from hawthorne.records.header import Header
from hawthorne.records.run import Run
from hawthorne.records.store import Store

FILES = "files"
"""The folder of a run in which the files lie that its calls write."""

Progress = Callable[[int, int, str], None]
"""Told of progress: cases done, cases planned, and what is waited for ("" when nothing is)."""


def play(
    plan: Plan,
    out: str | Path | None = None,
    executor: str | Executor = "local",
    workers: int | None = None,
    shard_size: int | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play a plan into the folder `out`, which must not hold anything yet, or (None) in memory.

    `workers` None takes one for `local`, the machine's processors for others. Neither the executor nor the cut into
    shards changes a byte of the records. Raises InvalidDocument for a role that nobody plays, before anything is
    written; Interrupted after Ctrl-C; StoreError where the folder cannot be used.
    """
    plan.require_players()
    crew = _Crew(plan, executor, workers, shard_size, progress)
    if out is None:
        with _stoppable(None), closing(plan):
            outcomes = sorted(crew.play(gather.cut(plan.size.cases, crew.size), None))
        total = gather.merge(outcome.receipt for outcome in outcomes)
        header = _closed(crew.header(), plan, gather.statuses(total))
        return Run(header, None, tuple(outcome.lines or b"" for outcome in outcomes), plan.document.source)
    store = Store.create(out)
    with _stoppable(store), store.lock():
        if (store.folder / "run.json").exists():
            raise UsageError(f"{out} already holds a run: go on with it (hawthorne run --resume {quote(str(out))})")
        files = copies(plan.document)
        store.write_beginning(crew.header(next(iter(files))), files.items())
        return _complete(store, crew)


def resume(
    folder: str | Path,
    executor: str | Executor | None = None,
    workers: int | None = None,
    shard_size: int | None = None,
    progress: Progress | None = None,
    actors: Mapping[str, Given] | None = None,
    allocation_seeds: Mapping[str, str] | None = None,
) -> Run:
    """Go on with a run that was stopped, or return one that is complete.

    What is not said is as it was. `actors` is needed only for actors that were given as objects, `allocation_seeds`
    for concealed allocations, whose secret seeds an unfinished run does not hold. Raises StoreError
    where the folder is none or is in use, UsageError where document or actors are no longer the same, ReplayMismatch
    where this program plays the last recorded case of a part differently.
    """
    store = Store(folder)
    header = store.header
    with _stoppable(store), store.lock():
        plan = _same_plan(store, header, actors or {}, allocation_seeds)
        before = header.executor
        executor = executor or before.get("kind", "local")
        if executor == before.get("kind"):
            workers = workers or before.get("workers")
        crew = _Crew(plan, executor, workers, shard_size or before.get("shard_size"), progress)
        if header.finished is None:
            store.write_header(replace(header, resumed=(*header.resumed, headers.moment())))
        return _complete(store, crew)


@contextmanager
def _stoppable(store: Store | None) -> Iterator[None]:
    """Turns Ctrl-C into Interrupted, which says whether and how the run can be gone on with."""
    try:
        yield
    except KeyboardInterrupt:
        begun = store is not None and (store.folder / "run.json").exists()
        raise Interrupted(str(store.folder) if store is not None and begun else None) from None


def _complete(store: Store, crew: _Crew) -> Run:
    """Play what is missing and close the run."""
    crew.plan = crew.plan.placed(store.folder / FILES)
    with closing(crew.plan):
        return _completed(store, crew)


def _completed(store: Store, crew: _Crew) -> Run:
    cases = crew.plan.size.cases
    parts = store.parts()
    taken = [Shard(part.low, part.high) for part in parts]
    if taken and taken[-1].high > cases:
        raise UsageError(f"{store.folder}: {parts[-1].path.name} has cases beyond the {cases} of this run")
    open_parts = [shard for shard, part in zip(taken, parts, strict=True) if part.receipt is None]
    shards = sorted(open_parts + gather.cut(cases, crew.size, taken))
    receipts = [part.receipt for part in parts if part.receipt is not None]
    receipts += [outcome.receipt for outcome in crew.play(shards, store, sum(each["cases"] for each in receipts))]
    header = store.header
    if header.finished is None or shards:
        store.project(crew.plan.program.projections(read.records(store.folder)))
        counts = gather.statuses(gather.merge(receipts))
        header = _closed(header, crew.plan, counts)
        store.write_header(header)
    return Run(header, store.folder)


def _closed(header: Header, plan: Plan, counts: Mapping[str, int]) -> Header:
    """The header of a run that is finished; from now on it reveals the secret seeds of concealed allocations."""
    seeds = dict(plan.setting.allocation_seeds or {}) or None
    return replace(header, finished=headers.moment(), counts=counts, allocationSeed=seeds)


class _Crew:
    """Who plays the shards of a plan, in how many processes, and who is told."""

    def __init__(
        self,
        plan: Plan,
        executor: str | Executor,
        workers: int | None,
        shard_size: int | None,
        progress: Progress | None,
    ) -> None:
        for name, number in (("workers", workers), ("shard_size", shard_size)):
            if number is not None and number < 1:
                raise UsageError(f"{name} must be at least 1, not {number}")
        self.plan = plan
        self.executor: Executor = resolve("executors", executor)() if isinstance(executor, str) else executor
        self.workers = workers or (1 if self.executor.kind == "local" else os.cpu_count() or 1)
        cases = plan.size.cases
        self.size = cases if plan.sequential else shard_size or gather.shard_size(cases, self.workers)
        self.said_size = shard_size
        self.progress = progress

    def play(self, shards: list[Shard], store: Store | None, before: int = 0) -> Iterator[Outcome]:
        """Play shards and yield what came of each; `before` cases are done already."""
        done: dict[Shard, int] = {}
        total, sum_done = self.plan.size.cases, before

        def listen(shard: Shard, cases: int, waits: str) -> None:
            nonlocal sum_done
            sum_done += cases - done.get(shard, 0)
            done[shard] = cases
            if self.progress is not None:
                self.progress(sum_done, total, waits)

        if shards:
            with closing(self.executor.play(self.plan, shards, store, self.workers, listen)) as outcomes:
                yield from outcomes

    def header(self, file: str | None = None) -> Header:
        """The run's header at its beginning; `file` is the document's place in the run's `document/`."""
        plan, document, setting = self.plan, self.plan.document, self.plan.setting
        about = {"kind": document.kind, "name": document.name, "file": file, "digest": document.source.digest}
        return Header(
            hawthorne=__version__,
            document={key: value for key, value in about.items() if value is not None},
            digests=dict(kind_of(document).digests(document)),
            plan=plan.digest,
            seed=setting.seed,
            drawn=plan.drawn,
            n=dict(setting.n) if isinstance(setting.n, Mapping) else setting.n,
            cases=plan.size.cases,
            participants=plan.size.participants,
            level=plan.level,
            clock=plan.clock,
            epoch=setting.epoch,
            budgets={"max_steps": setting.max_steps, "max_passes": setting.max_passes},
            actors={role: player.as_json() for role, player in plan.players.items()},
            performing=plan.performing.as_json(),
            shared=tuple(plan.program.shared),
            executor={"kind": self.executor.kind, "workers": self.workers, "shard_size": self.said_size},
            host=headers.host(),
            started=headers.moment(),
        )


def copies(document: Document) -> dict[str, bytes]:
    """The document and the files it cites by their paths below `document/`, the document first; a cited file stands
    where the document's own words find it.

    >>> from hawthorne.core.document import Source
    >>> cited = (Source("../data/x.csv", b"1"), Source("y.csv", b"2"))
    >>> list(copies(Document("flow", "s", None, Source("studies/s.yaml", b"0"), cites=cited)))
    ['_1/s.yaml', 'data/x.csv', '_1/y.csv']
    """
    cites = [(PurePosixPath(os.path.normpath(cited.name)), cited.data) for cited in document.cites]
    up = max((path.parts.count("..") for path, _ in cites), default=0)
    home = PurePosixPath(*(f"_{k}" for k in range(1, up + 1)))
    files = {str(home / PurePosixPath(document.source.name).name): document.source.data}
    for path, data in cites:
        if not path.is_absolute():
            files[os.path.normpath(home / path)] = data
    return files


def _same_plan(
    store: Store, header: Header, actors: Mapping[str, Given], seeds: Mapping[str, str] | None = None
) -> Plan:
    """The plan of a run, made again from its folder; raises UsageError where it is not the same."""
    plan = plans.make(
        _document(store, header),
        n=header.n,
        seed=header.seed,
        actors=_players(header, actors),
        clock=header.clock,
        level=header.level,
        epoch=header.epoch,
        allocation_seeds=header.allocationSeed if seeds is None else seeds,
        **header.budgets,
        **_said(header),
    )
    plan.require_players()
    if plan.digest != header.plan:
        changed = [
            role
            for role, player in plan.players.items()
            if _facts(player.as_json()) != _facts(header.actors.get(role, {}))
        ]
        what = f"who plays {', '.join(changed)} is" if changed else "the document or what it cites is"
        raise UsageError(
            f"{store.folder} cannot be gone on with: {what} no longer what it was when the run began "
            f"(by hawthorne {header.hawthorne}; this is {__version__})"
        )
    return plan


def _said(header: Header) -> dict[str, Any]:
    """What was said of performing. The run has a copy of each file that was found in other folders then."""
    return {key: value for key, value in header.performing.items() if key not in ("inputs", "claims")}


def _facts(player: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in player.items() if key not in ("spec", "own")}


def _players(header: Header, actors: Mapping[str, Given]) -> dict[str, Given]:
    """Who plays each role, as the header has it."""
    given: dict[str, Given] = dict(actors)
    for role, said in header.actors.items():
        if role in given or said.get("own"):
            continue
        if "spec" not in said:
            raise UsageError(
                f'the actor of role "{role}" was given as an object ({said["kind"]}), which a run folder cannot hold: '
                "resume from Python and hand it in (actors={...})"
            )
        given[role] = said["spec"]
    return given


def _document(store: Store, header: Header) -> Document:
    """The run's document, read from the folder's copy."""
    path = store.folder / "document" / header.document["file"]
    kind = resolve("kinds", header.document["kind"])
    try:
        source = Source.of_file(path)
    except OSError as error:
        raise HawthorneError(f"the run's copy of its document cannot be read: {error}") from None
    document: Document = (kind() if isinstance(kind, type) else kind).read(source)
    return document
