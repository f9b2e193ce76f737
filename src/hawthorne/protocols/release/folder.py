"""Study folders: the files of a study, and writing them anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from hawthorne.core.document import Document, Source
from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.core.place import Place
from hawthorne.core.values import JSON
from hawthorne.protocols.model import Part, Protocol
from hawthorne.protocols.read import inside, parse, read
from hawthorne.protocols.texts import cite_of

PROTOCOL, CARD = "protocol.json", "study.json"
NAMES = (PROTOCOL, "protocol.yaml", "protocol.yml")
"""What a study's folder may call its protocol."""


@dataclass(frozen=True)
class Study:
    """A study's folder: the protocol as a document and as JSON, and its catalogue card (None where it has none)."""

    folder: Path
    document: Document
    data: dict[str, JSON]
    card: dict[str, JSON] | None = None

    @property
    def protocol(self) -> Protocol:
        model: Protocol = self.document.model
        return model

    def place(self, path: Sequence[str | int]) -> Place:
        """Where a part of the protocol stands."""
        source = self.document.source
        return parse(source.name, source.data).places.of(path)

    def file(self, path: str) -> bytes | None:
        """The bytes of a file that the protocol names; None where it is not there or lies outside of the folder."""
        found = inside(self.folder, path)
        return found.read_bytes() if found is not None else None


def open_study(path: str | Path) -> Study:
    """The study of a folder or of its protocol's file. Raises UsageError, or InvalidDocument for a broken file."""
    path = Path(path)
    file = next((path / name for name in NAMES if (path / name).is_file()), path / PROTOCOL) if path.is_dir() else path
    if not file.is_file():
        raise UsageError(f'"{path}" holds no {PROTOCOL}' if path.is_dir() else f'there is no "{path}"')
    return study_of(read(Source.of_file(file)))


def study_of(document: Document) -> Study:
    """The study of a protocol that was read. Raises InvalidDocument for a broken one."""
    if document.model is None or document.broken:
        raise InvalidDocument(document.findings)
    source = document.source
    folder = source.folder or Path()
    card = parse(CARD, (folder / CARD).read_bytes()).value if (folder / CARD).is_file() else None
    data = parse(source.name, source.data).value
    return Study(folder, document, data, card if isinstance(card, dict) else None)


def data_files(protocol: Protocol) -> Iterator[tuple[str, bool]]:
    """The data files that a protocol names, and whether each may be passed on: its tier is open."""
    for data in protocol.human.unit_data:
        yield data.path, data.tier == "open"
    for variable in protocol.variables:
        if hasattr(variable, "external"):
            yield variable.external.file, _open(protocol, variable)
    for feed in protocol.feeds:
        if feed.input is not None:
            yield feed.input.path, _open(protocol, feed)


def _open(protocol: Protocol, part: Part) -> bool:
    """Whether the source that a part cites is open."""
    cite = cite_of(protocol, [((), part)])
    return cite is None or all(source.tier == "open" for source in protocol.sources if source.id == cite.source)


def as_text(value: JSON) -> bytes:
    """A document's bytes: JSON of one space an indent, in the order of its keys."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def contained(name: str) -> bool:
    """Whether a file's name stays inside the folder that it is put into.

    >>> contained("img/a.png"), contained("../a.png"), contained("/a"), contained("c:a")
    (True, False, False, False)
    """
    path = PurePosixPath(name)
    return not (path.is_absolute() or "\\" in name or ":" in name or ".." in path.parts or not path.parts)


def write(out: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder that is new or empty. Raises UsageError for one that is not, and for a file whose name
    leads out of it (names come from documents of strangers)."""
    for name in files:
        if not contained(name):
            raise UsageError(f'the file "{name}" would lie outside of "{out}"')
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f'"{out}" is there and not empty: give a new folder')
    for name, data in sorted(files.items()):
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
