"""Performers: actors that carry out what a document calls (`python://…`, `shell://…`), when whoever runs it allows it.

A performer's ask shows what to call and with what (its `view`); its answer is a hand-back, see `HandBack`. Performers
are not reproducible: what they hand back is recorded before it is used, and a resumed run takes it from the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol

from hawthorne.core.actor import Actor
from hawthorne.core.place import NOWHERE, Place
from hawthorne.core.values import JSON

FILE = "$file"
"""The key of a mapping that stands for a file's content: its name, as the document has it."""
AS = "$as"
"""The key of a mapping that stands for a value which a class is to be made of."""


class Call(NamedTuple):
    """One thing that a document calls: the step's label, what it refers to (`python://statistics.mean`), where; and
    the text of a script."""

    step: str
    reference: str
    place: Place = NOWHERE
    script: str | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """A file that a document names: its name as written, the digest that the document registers of it, what names it,
    whether a run cannot begin without it."""

    uri: str
    label: str
    digest: str | None = None
    needed: bool = False
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Site:
    """Where calls are performed.

    `home` is the folder of the document and `inputs` are further folders in which the files that it names are looked
    for; `out` is where files are written (None: a folder that lasts as long as the run stays in memory), a folder for
    each case where there are `several`. A call may take `timeout` seconds of the machine's time (None: any).
    """

    home: Path | None = None
    inputs: tuple[Path, ...] = ()
    out: Path | None = None
    several: bool = False
    timeout: float | None = None


class HandBack(NamedTuple):
    """What a call came to: its result; the values of some data elements by id, which go where the document says
    instead of what its edges would make of the result; what else is to be recorded; properties by scope and name."""

    result: JSON = None
    values: Mapping[str, JSON] = {}
    record: Mapping[str, JSON] = {}
    state: Mapping[str, JSON] = {}

    def as_json(self) -> dict[str, JSON]:
        """The hand-back as an answer's value, without its empty parts."""
        parts = {"values": dict(self.values), "record": dict(self.record), "state": dict(self.state)}
        return {"result": self.result} | {key: part for key, part in parts.items() if part}

    @classmethod
    def of(cls, value: JSON) -> HandBack:
        """Read an answer's value; one that is no hand-back is a result by itself.

        >>> HandBack.of({"result": 1, "durationMs": 3}).result, HandBack.of({"result": 1, "x": 2}).result
        (1, {'result': 1, 'x': 2})
        """
        if isinstance(value, Mapping) and {"result", "values"} & value.keys() and value.keys() <= _KEYS:
            return cls(value.get("result"), *(_mapping(value.get(key)) for key in ("values", "record", "state")))
        return cls(value)


_KEYS = {"result", "values", "record", "state", "durationMs"}


def _mapping(value: JSON) -> Mapping[str, JSON]:
    return value if isinstance(value, Mapping) else {}


class Performer(Protocol):
    """How a scheme of references becomes an actor; registered under the scheme."""

    kind: ClassVar[str]
    version: ClassVar[int]

    @classmethod
    def at(cls, site: Site) -> Actor:
        """The actor that performs at this site."""
        ...

    @classmethod
    def companions(cls, call: Call, home: Path) -> Sequence[str]:
        """The files beside the document, by their names from its folder, that this call runs: a run keeps a copy."""
        ...

    @classmethod
    def problem(cls, reference: str, site: Site) -> str | None:
        """Why nothing can be called by this reference, found without calling it; None where it can."""
        ...


def parts_of(reference: str) -> tuple[str, str, str | None]:
    """Scheme, what is called, and the version behind the last `@`.

    >>> parts_of("python://pkg.fn@1.2"), parts_of("shell://a@b@c")
    (('python', 'pkg.fn', '1.2'), ('shell', 'a@b', 'c'))
    """
    scheme, _, rest = reference.partition("://")
    name, at, version = rest.rpartition("@")
    return (scheme, name, version) if at else (scheme, rest, None)
