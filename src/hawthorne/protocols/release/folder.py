"""Study folders: the files of a study, and writing them anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hawthorne.core.errors import InvalidDocument, UsageError
from hawthorne.core.place import Place
from hawthorne.core.values import JSON
from hawthorne.protocols.read import inside, parse
from hawthorne.protocols.texts import cite_of

PROTOCOL, CARD = "protocol.json", "study.json"
NAMES = (PROTOCOL, "protocol.yaml", "protocol.yml")
"""What a study's folder may call its protocol."""


class Places(Protocol):
    """Where the parts of a text stand, by their path."""

    def of(self, path: Sequence[str | int]) -> Place: ...


@dataclass(frozen=True)
class Study:
    """A study's folder: the protocol's data and places, and its catalogue card (None where it has none)."""

    folder: Path
    data: dict[str, JSON]
    places: Places
    card: dict[str, JSON] | None = None

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
    data, places = _object(file)
    card = file.parent / CARD
    return Study(file.parent, data, places, _object(card)[0] if card.is_file() else None)


def _object(file: Path) -> tuple[dict[str, JSON], Places]:
    read = parse(str(file), file.read_bytes())
    if read.broken:
        raise InvalidDocument(read.findings)
    if not isinstance(read.value, dict):
        raise UsageError(f'"{file}" does not hold an object')
    return read.value, read.places


def data_files(data: Mapping[str, JSON]) -> Iterator[tuple[str, bool]]:
    """The data files that a protocol names, and whether each may be passed on (its tier is open)."""
    for part in data.get("human", {}).get("unit_data", ()):
        yield part["path"], part.get("tier") == "open"
    for part in data.get("variables", ()):
        if "external" in part:
            yield part["external"]["file"], source_tier(data, part) == "open"
    for part in data.get("feeds", ()):
        if part.get("input"):
            yield part["input"]["path"], source_tier(data, part) == "open"


def source_tier(data: Mapping[str, JSON], part: Mapping[str, Any]) -> str:
    """The tier of the source that a part cites; `open` where it cites none."""
    name = cite_of(data, part).get("source")
    return next((str(each.get("tier")) for each in data.get("sources", ()) if each.get("id") == name), "open")


def as_text(value: JSON) -> bytes:
    """A document's bytes: JSON of one space an indent, in the order of its keys."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def write(out: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder that is new or empty. Raises UsageError for one that is not."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f'"{out}" is there and not empty: give a new folder')
    for name, data in sorted(files.items()):
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
