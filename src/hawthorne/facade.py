"""The verbs: load, validate, convert, draw, preview, plan, run, session, tables, report, diff, prov, check, release,
rehydrate.

`import hawthorne as hw` has them all; the command line has the same verbs and no logic of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import orjson

from hawthorne import __version__
from hawthorne.audit.make import Progress as CheckProgress
from hawthorne.audit.make import audit
from hawthorne.audit.report import Audit
from hawthorne.audit.screens import play as play_screens
from hawthorne.audit.subject import SEEDS
from hawthorne.core.actor import Actor
from hawthorne.core.case import Case, replay
from hawthorne.core.document import (
    Conversion,
    Convertible,
    Document,
    Drawable,
    Kind,
    Lenient,
    Paged,
    Program,
    Setting,
    Source,
    Table,
)
from hawthorne.core.errors import Finding, UsageError, nearest
from hawthorne.core.record import LEVELS, Record
from hawthorne.core.registry import names, resolve
from hawthorne.hold import plan as plans
from hawthorne.hold import play
from hawthorne.hold.plan import Plan
from hawthorne.hold.session import Session
from hawthorne.protocols.release import rehydrate as rehydrated
from hawthorne.protocols.release import release as released
from hawthorne.protocols.release.reports import RehydrateReport, ReleaseReport
from hawthorne.records.comparison import Comparison, compare
from hawthorne.records.run import Run
from hawthorne.reports.make import make
from hawthorne.reports.preview import preview as page
from hawthorne.reports.provenance import provenance
from hawthorne.reports.report import Report

Actors = str | Actor | Mapping[str, str | Actor]


def load(path: str | Path, compat: bool = False) -> Document:
    """Read a document; its kind is told by its name (`*.studyflow.yaml`, `protocol.json` or its folder,
    `*.scenario.json`), or by what a JSON file says of itself (`"schema": "hawthorne/protocol.v1"`). With `compat` it is
    read as a foreign file of its kind, leniently.

    Never raises on bad content: what is wrong is among its `findings`. Raises UsageError for a file that is not there
    or of no known kind.
    """
    path = _there(path)
    source = Source.of_file(path)
    kind = _foreign_kind(path.name) if compat else _kind_for(path.name, _schema(source))
    return kind.read(source)


def validate(document: str | Path | Document, compat: bool = False) -> list[Finding]:
    """Everything that can be said of a document without playing it; for a sound one notes at most. `compat` as of
    `load`."""
    if not isinstance(document, Document):
        document = load(document, compat)
    return list(plans.kind_of(document).check(document))


def convert(
    document: str | Path | Document, to: str | Path, into: str | Path | None = None, form: str | None = None
) -> Conversion:
    """A document in another format: its bytes, and findings of what did not come along.

    `to` is a format (`yaml`, `xml`, `png`, `svg`) or the name of a file whose ending says it; `into` is the picture
    that takes the document up; `form` makes a study a `process` or a `choreography` on the way. Raises InvalidDocument
    for a document that cannot be read as a whole, or UsageError.
    """
    if not isinstance(document, Document):
        document = load(document)
    kind = plans.kind_of(document)
    if not isinstance(kind, Convertible):
        raise UsageError(f'"{document.source.name}" is a {document.kind}, which has one format')
    picture = None if into is None else Source.of_file(_there(into))
    return kind.convert(document, _format(kind, str(to)), picture, form)


def draw(
    document: str | Path | Document, format: str = "svg", run: Run | str | Path | None = None, automatic: bool = False
) -> bytes:
    """A document as the bytes of a picture (`svg` or `png`); with a run of it, its counts stand in the picture.

    `automatic` places everything anew, whatever layout the document has. Raises InvalidDocument for a document that
    cannot be read, or UsageError.
    """
    if not isinstance(document, Document):
        document = load(document)
    kind = plans.kind_of(document)
    if not isinstance(kind, Drawable):
        raise UsageError(f'"{document.source.name}" is a {document.kind}, of which there is no picture')
    if format not in kind.pictures:
        raise UsageError(f'there is no picture "{format}": a name ends in {", ".join("." + f for f in kind.pictures)}')
    if run is None:
        return kind.draw(document, format, None, "", automatic)
    held = _opened(run)
    header, counts = held.header, tables(held)
    caption = f"{document_of(held).name}: {header.cases:,} cases, seed {header.seed}"
    return kind.draw(document, format, counts, caption, automatic)


def preview(document: str | Path | Document, seed: int | str = 0) -> str:
    """Every screen of every arm side by side, as a page of HTML: what sessions with random answers were shown.

    Raises InvalidDocument for a document with errors, UsageError for one that has no screens.
    """
    if not isinstance(document, Document):
        document = load(document)
    kind = plans.kind_of(document)
    if not isinstance(kind, Paged) or not isinstance(kind, Drawable):
        raise UsageError(f'"{document.source.name}" is a {document.kind}, which has no screens to show')
    screens, played = play_screens(document, seed)
    (_, title), *facts = kind.facts(document)
    facts.append(("played", f"{played} cases with random answers, seed {seed}"))
    return page(title, facts, kind.draw(document, "svg").decode(), screens)


def plan(
    document: str | Path | Document,
    n: int | Mapping[str, int] | None = None,
    seed: int | str | None = None,
    actors: Actors | None = None,
    clock: str | None = None,
    level: str = "facts",
    allocation_seeds: Mapping[str, str] | None = None,
    allow_code: bool = False,
    inputs: str | Path | Sequence[str | Path] = (),
    step_timeout: float | None = None,
    **more: Any,
) -> Plan:
    """What a run would be: the document, how many, the seed, and who answers.

    `actors` is a specification (`random`, `script:FILE.json`, `simulated:FILE.yaml`, ...) or an actor for every role,
    or one for each role by name; it wins over the actors of the document. What the document calls (`python://`,
    `shell://`, scripts) is called only with `allow_code`, each call in at most `step_timeout` seconds; the files
    that it names are looked for beside it, then in the folders `inputs`. `more` are `max_steps`, `max_passes`, `epoch`,
    `runners` (commands by name) and `start_timeout`. Raises InvalidDocument with all findings, or UsageError.
    """
    if not isinstance(document, Document):
        document = load(document)
    return plans.make(document, n=n, seed=seed, actors=actors, clock=clock, level=level,
                      allocation_seeds=allocation_seeds, allow_code=allow_code, inputs=inputs,
                      step_timeout=step_timeout, **more)  # fmt: skip


def run(plan: Plan, out: str | Path | None = None, executor: str = "local", workers: int | None = None,
        shard_size: int | None = None, progress: play.Progress | None = None) -> Run:  # fmt: skip
    """Play a plan to its end; with `out` the run is a folder, without it stays in memory.

    Raises Interrupted after Ctrl-C: `resume` goes on from there.
    """
    return play.play(plan, out, executor=executor, workers=workers, shard_size=shard_size, progress=progress)


def resume(folder: str | Path, executor: str | None = None, workers: int | None = None,
           progress: play.Progress | None = None,
           allocation_seeds: Mapping[str, str] | None = None) -> Run:  # fmt: skip
    """Go on with a run that was stopped, killed or lost its power; what is not said is as it was. The secret seeds of
    concealed allocations, which an unfinished run does not hold, are given again."""
    return play.resume(folder, executor=executor, workers=workers, progress=progress,
                       allocation_seeds=allocation_seeds)  # fmt: skip


def session(plan: Plan, case: int = 1, role: str | None = None) -> Session:
    """One case of a plan in which the caller answers: `reset`, then `step`."""
    return Session(plan, case, role)


def tables(run: Run | str | Path) -> dict[str, Table]:
    """The tables of a run by name (`trials`, `cases`, `flow`, `asks` of a study flow)."""
    run = _opened(run)
    program = program_of(run)
    return {table.name: table for table in program.tables(facts(run, program))}


def report(run: Run | str | Path) -> Report:
    """What a run came to; its text is the report."""
    run = _opened(run)
    program = program_of(run)
    made = {table.name: table for table in program.tables(facts(run, program))}
    return make(run, document_of(run), program, made)


def check(
    document: str | Path | Document, *, public: bool = False, sources: Sequence[str | Path] = (),
    seeds: int = SEEDS, only: Sequence[str] = (), ocr: bool = False, progress: CheckProgress | None = None,
) -> Audit:  # fmt: skip
    """`validate`, and every proof that applies: a report of checks with their details.

    `public` checks what is to be published; `sources` are one's own copies of a protocol's sources (`ID=PATH`);
    `seeds` is how many sessions an arm the proofs play; `only` names ids or groups of checks. Raises UsageError.
    """
    if not isinstance(document, Document):
        document = load(document)
    return audit(document, public=public, sources=sources, seeds=seeds, only=only, ocr=ocr, version=__version__,
                 progress=progress)  # fmt: skip


def release(study: str | Path, out: str | Path, date: str | None = None) -> ReleaseReport:
    """Write the public folder of a protocol: text of sources that may not be redistributed becomes placeholders.

    `date` is written into the release where it is given. Raises InvalidDocument where withheld text also stands where
    it would ship, or UsageError.
    """
    return released.release(study, out, f"hawthorne {__version__}", date)


def rehydrate(
    study: str | Path, sources: Mapping[str, str | Path], out: str | Path,
    given: Mapping[str, str | Path] | None = None, force: bool = False,
) -> RehydrateReport:  # fmt: skip
    """Put the withheld text of a released protocol back from one's own copies of its sources (plain text, one form
    feed between pages), by id; `given` are files with one item's text each. Raises UsageError."""
    return rehydrated.rehydrate(study, sources, out, given, force)


def diff(one: Run | str | Path, two: Run | str | Path) -> Comparison:
    """Whether two runs' records are the same, where they part, and what was different about the runs."""
    return compare(_opened(one), _opened(two))


def prov(run: Run | str | Path) -> str:
    """Where a run's data come from, as W3C PROV in Turtle."""
    run = _opened(run)
    return provenance(run, facts(run, program_of(run)))


# --- a run and its document ------------------------------------------------------------------------------------------


def document_of(run: Run) -> Document:
    """The document that a run was made of, from the copy that the run keeps."""
    kind = resolve("kinds", run.header.document["kind"])
    document: Document = (kind() if isinstance(kind, type) else kind).read(run.source)
    return document


def program_of(run: Run) -> Program:
    """The run's document, compiled as it was for the run."""
    header, document = run.header, document_of(run)
    budgets = dict(header.budgets)
    claims = header.performing.get("claims", {})
    setting = Setting(header.seed, header.n, epoch=header.epoch, allocation_seeds=header.allocationSeed,
                      claims=claims, **budgets)  # fmt: skip
    return plans.kind_of(document).compile(document, setting)


def facts(run: Run, program: Program) -> Iterator[Record]:
    """The records of a run with the facts that tables are made of; where the run kept the answers alone, they are
    played again."""
    if run.header.level != "answers":
        yield from run.records()
        return
    for number, lines in groupby(run.records(), key=lambda record: record.case):
        told: list[Record] = []
        replay(Case(number, program.machine(number), told.append, LEVELS["facts"]), lines)
        yield from told


def _opened(run: Run | str | Path) -> Run:
    return run if isinstance(run, Run) else Run.open(run)


def _kind_for(name: str, schema: str | None = None) -> Kind:
    """The kind of documents of this schema, else of this name. Raises UsageError where there is none."""
    kind = next((kind for kind in _kinds() if schema in getattr(kind, "schemas", ())), None) or _kind_of(name)
    if kind is None:
        endings = ", ".join(suffix for kind in _kinds() for suffix in kind.suffixes)
        foreign = "; a scenario that others wrote is read with --compat" if name.endswith(".json") else ""
        raise UsageError(f'"{name}" is of no known kind: a document\'s name ends in {endings}{foreign}')
    return kind


def _schema(source: Source) -> str | None:
    """What a JSON file says of itself at its top."""
    if not source.name.lower().endswith(".json") or b'"schema"' not in source.data:
        return None
    try:
        value = orjson.loads(source.data)
    except orjson.JSONDecodeError:
        return None
    said = value.get("schema") if isinstance(value, dict) else None
    return said if isinstance(said, str) else None


def _kind_of(name: str) -> Kind | None:
    """The kind whose ending fits best: `protocol.yaml` says more than `.yaml`."""
    fits = [(len(suffix), kind) for kind in _kinds() for suffix in kind.suffixes if name.lower().endswith(suffix)]
    return max(fits, key=lambda fit: fit[0])[1] if fits else None


def _foreign_kind(name: str) -> Kind:
    """The kind that reads foreign files of this name: that of its own kind, or where the name says nothing, the one
    that there is. Raises UsageError where there is none."""
    kind = _kind_of(name)
    known = [each for each in (_kinds() if kind is None else [kind]) if isinstance(each, Lenient)]
    if not known:
        what = f"is a {kind.kind}" if kind is not None else "is of no known kind"
        raise UsageError(f'"{name}" {what}, of which there are no foreign files: leave --compat out')
    found = resolve("kinds", known[0].foreign)
    made: Kind = found() if isinstance(found, type) else found
    return made


def _kinds() -> list[Kind]:
    found = [resolve("kinds", word) for word in names("kinds")]
    return [kind() if isinstance(kind, type) else kind for kind in found]


def _format(kind: Convertible, to: str) -> str:
    """The format that a word or a file's name says. Raises UsageError."""
    if to in kind.formats.values():
        return to
    found = [suffix for suffix in kind.formats if to.lower().endswith(suffix)]
    if not found:
        raise UsageError(f'"{to}" is of no known format: a name ends in {", ".join(sorted(kind.formats))}')
    return kind.formats[max(found, key=len)]


def _there(path: str | Path) -> Path:
    """The path of a file that is there; a folder stands for the document in it that has a kind's own name
    (`protocol.json`). Raises UsageError."""
    path = Path(path)
    if path.is_dir():
        own = [suffix for kind in _kinds() for suffix in kind.suffixes if not suffix.startswith(".")]
        path = next((path / name for name in own if (path / name).is_file()), path)
    if not path.is_file():
        raise UsageError(_no_file(path))
    return path


def _no_file(path: Path) -> str:
    folder = path.parent
    if path.is_dir():
        own = [suffix for kind in _kinds() for suffix in kind.suffixes if not suffix.startswith(".")]
        there = sorted(str(entry) for entry in path.iterdir() if _kind_of(entry.name) and entry.is_file())
        known = f"name one of them: {', '.join(there[:5])}" if there else f"it holds no {own[0]}"
        return f'"{path}" is a folder, not a document: {known}'
    if not folder.is_dir():
        return f'there is no file "{path}": there is no folder "{folder}"'
    others = {entry.name.partition(".")[0]: entry for entry in folder.iterdir() if _kind_of(entry.name)}
    close = nearest(path.name.partition(".")[0], others, 1)
    return f'there is no file "{path}"' + (f': did you mean "{others[close[0]]}"?' if close else "")
