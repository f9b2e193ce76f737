"""Documents, their kinds, and the programs they compile to. `hold` and `records` know nothing else of a document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

from hawthorne.core import digest
from hawthorne.core.actor import Actor
from hawthorne.core.draws import Draws
from hawthorne.core.errors import Finding
from hawthorne.core.machine import Machine
from hawthorne.core.performer import Call, Material
from hawthorne.core.record import Record


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes that a document was read from: the file as its author names it, and its content."""

    name: str
    data: bytes
    folder: Path | None = None

    @classmethod
    def of_file(cls, path: str | Path) -> Source:
        """Read a file. Raises OSError as `Path.read_bytes` does."""
        path = Path(path)
        return cls(str(path), path.read_bytes(), path.parent)

    @property
    def digest(self) -> str:
        return digest.of_bytes(self.data)


@dataclass(frozen=True)
class Document:
    """A read file: `model` is the wing's own; `findings` are the reader's. A document with errors has no program."""

    kind: str
    name: str
    model: Any
    source: Source
    findings: tuple[Finding, ...] = ()
    seed: int | str | None = None
    cites: tuple[Source, ...] = ()
    """The files that the document names and that were read with it; a run keeps a copy of each."""

    @property
    def broken(self) -> bool:
        return any(finding.severity == "error" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Role:
    """A role that somebody must play. `actor` is who the document itself says plays it (a simulated actor with its
    planted truth), or None where whoever runs the study must say. `asks` says what for, in words. A role that
    `performs` calls of a scheme has each of its `calls`."""

    name: str
    title: str = ""
    actor: Actor | None = None
    asks: str = ""
    performs: str | None = None
    calls: tuple[Call, ...] = ()


class Size(NamedTuple):
    """How many cases and participants a plan has; both count from 1."""

    cases: int
    participants: int


@dataclass(frozen=True, slots=True)
class Truth:
    """A planted parameter that a run should recover: the expected share of right answers, missed trials, absences.

    `statistic` is `accuracy`, `missed`, `absent` or `responseTime`; `value` is what the planted parameters imply (a
    share in 0 ... 1, or seconds), spread integrated out; `instrument`, `condition`, `prompt` and `step` say for which
    trials or step."""

    statistic: str
    value: float | None
    instrument: str | None = None
    condition: str | None = None
    prompt: str | None = None
    step: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a run: its columns in order and its rows (dicts). See `hawthorne.records.tables`."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Column:
    """A column's entry in the codebook: meaning, unit, levels, and what its missing codes mean."""

    name: str
    meaning: str
    unit: str = ""
    levels: tuple[str, ...] = ()
    missing: Mapping[str, str] = field(default_factory=dict)


class Program(Protocol):
    """A compiled document: everything that the cases of a run share."""

    roles: tuple[Role, ...]
    materials: tuple[Material, ...]
    """The files that the document names and a run would read."""
    shared: tuple[str, ...]
    """Why cases must run in order, each begun with what the one before carried over; empty when they need not."""

    def size(self, n: int | Mapping[str, int] | None) -> Size:
        """The cases and participants for `-n`: None takes the document's own number."""
        ...

    def machine(self, case: int) -> Machine:
        """The machine of case `case` (from 1), in O(1): the first k cases of n are those of k."""
        ...

    def projections(self, records: Iterable[Record]) -> Iterable[tuple[str, bytes]]:
        """The files that a run's records make: (path in the run folder, bytes), in chunks that append."""
        ...

    def tables(self, records: Iterable[Record]) -> Sequence[Table]:
        """The run's tables."""
        ...

    def truths(self, trials: Sequence[Mapping[str, Any]], actors: Mapping[str, Actor]) -> Sequence[Truth]:
        """What the parameters planted in those who answered, by role, imply for these trials (rows of the `trials`
        table)."""
        ...


@runtime_checkable
class Nestable(Protocol):
    """A program that can be played inside of another document, for one participant of its own role."""

    roles: tuple[Role, ...]

    def inner(self, case: int, prefix: str) -> Machine:
        """The machine of a case, whose asks' ids begin with `prefix`."""
        ...


@dataclass(frozen=True, slots=True)
class Setting:
    """What a program is compiled for: the seed, how many, the budgets, and the epoch of the plan (ISO 8601 with
    offset: what FEEL's `now()` reads at second 0). `allocation_seeds` are the secret seeds of concealed allocations,
    by gateway; None where nothing is to be played, so that none is needed. `claims` says which elements an external
    runner plays, by the runner's name."""

    seed: int | str
    n: int | Mapping[str, int] | None = None
    max_steps: int = 1_000_000
    max_passes: int = 100_000
    epoch: str = "2000-01-01T00:00:00Z"
    allocation_seeds: Mapping[str, str] | None = field(default=None, repr=False)
    claims: Mapping[str, str] = field(default_factory=dict)

    @property
    def draws(self) -> Draws:
        return Draws.seeded(self.seed)


class Kind(Protocol):
    """A kind of document: one for each wing."""

    kind: ClassVar[str]
    version: ClassVar[int]
    suffixes: ClassVar[tuple[str, ...]]

    def read(self, source: Source) -> Document:
        """Read; never raises on bad content: what is wrong is a finding of the document."""
        ...

    def check(self, document: Document) -> Sequence[Finding]:
        """Everything that can be said of the document without playing it, the reader's findings first."""
        ...

    def digests(self, document: Document) -> Mapping[str, str]:
        """`protocol` and `any-actor`."""
        ...

    def info(self, document: Document) -> Mapping[str, Any]:
        """What `info` shows: names, counts, roles; JSON values in the order of showing."""
        ...

    def operator_fields(self) -> frozenset[str]:
        """The names of fields that no participant may see."""
        ...

    def participant_fields(self) -> frozenset[str]:
        """The names of fields whose text participants see."""
        ...

    def compile(self, document: Document, setting: Setting) -> Program:
        """Raises InvalidDocument when `check` has errors."""
        ...


class Conversion(NamedTuple):
    """A document's bytes in another format; `findings` say what of the document did not come along."""

    data: bytes
    findings: tuple[Finding, ...]


@runtime_checkable
class Convertible(Protocol):
    """A kind whose documents have several formats. `formats` are the words for them by how a file's name ends."""

    formats: ClassVar[Mapping[str, str]]

    def convert(self, document: Document, to: str, into: Source | None = None, form: str | None = None) -> Conversion:
        """The document in another format; `into` is the picture that takes it up, `form` another form of its model.

        Raises InvalidDocument for what cannot be read as a whole, UsageError for an unknown format."""
        ...


@runtime_checkable
class Lenient(Protocol):
    """A kind that has foreign files, written for other programs: `foreign` is the kind that reads them leniently."""

    foreign: ClassVar[str]


@runtime_checkable
class Drawable(Protocol):
    """A kind whose documents have a picture. `pictures` names the formats, which are the endings of files too."""

    pictures: ClassVar[tuple[str, ...]]

    def draw(
        self,
        document: Document,
        format: str,
        tables: Mapping[str, Table] | None = None,
        caption: str = "",
        automatic: bool = False,
    ) -> bytes:
        """The picture as bytes of a file; `tables` are those of a run whose counts it shows, `caption` says which.

        `automatic` places everything anew. Raises InvalidDocument for a document that holds nothing to draw, and
        UsageError for a run of another document or a format whose extra is not installed."""
        ...


@runtime_checkable
class Paged(Protocol):
    """A kind whose documents show pages, screen after screen."""

    def facts(self, document: Document) -> Sequence[tuple[str, str]]:
        """What stands above a list of its screens, for readers who run the study: (name, value), the title first."""
        ...
