"""Reading a protocol: from a file's bytes, with the files that it cites, to the model. Faults are findings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePath, PurePosixPath

from hawthorne.core.document import Document, Source
from hawthorne.core.errors import Finding
from hawthorne.core.place import Place
from hawthorne.lang import jsontext, yamltext
from hawthorne.lang.modelled import decode
from hawthorne.lang.parsed import holding
from hawthorne.protocols.model import SCHEMA, Protocol
from hawthorne.protocols.model.part import PATTERNS

CODES = {
    "unknown-key": "schema.valid", "missing": "schema.valid", "wrong-type": "schema.valid",
    "bad-value": "schema.valid", "unknown-kind": "schema.valid",
}  # fmt: skip
"""What the findings about a protocol's shape are called: the id of the check that they are of."""
TAG = re.compile(r'"?\{([a-z_]+)\}"?')
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Characters that are no text: a terminal obeys them, and no YAML, CSV or web page holds all of them."""
LARGEST = 64 * 1024 * 1024
"""No cited file is read beyond so many bytes."""

Parsed = jsontext.Parsed | yamltext.Parsed


def read(source: Source) -> Document:
    """Read a protocol's bytes, and the files in its folder that it cites; never raises on bad content.

    The document's model is a `Protocol`, or None where the bytes hold none.
    """
    parsed = parse(source.name, source.data)
    findings = tuple(replace(finding, code="schema.valid") for finding in parsed.findings)
    protocol: Protocol | None = None
    if not parsed.broken:
        protocol, found = _decoded(source.name, source.data)
        findings += tuple(found)
    name = protocol.id if protocol is not None else _name(source, parsed.value)
    cites = tuple(cited(protocol, source.folder)) if protocol is not None and source.folder is not None else ()
    return Document("protocol", name, protocol, source, findings, None, cites)


@lru_cache(maxsize=8)
def parse(name: str, data: bytes) -> Parsed:
    """The text's value and places: JSON, or YAML where the name ends so."""
    return yamltext.parse(data, name) if name.endswith((".yaml", ".yml")) else jsontext.parse(data, name)


@lru_cache(maxsize=8)
def _decoded(name: str, data: bytes) -> tuple[Protocol | None, tuple[Finding, ...]]:
    parsed = parse(name, data)
    if not isinstance(parsed.value, dict):
        fix = f'a protocol is an object with "schema": "{SCHEMA}"'
        finding = Finding("error", "schema.valid", "the file holds no object", fix, Place(name, 1, 1))
        return None, (finding,)
    protocol, found = decode(Protocol, parsed.value, parsed.places, CODES, PATTERNS)
    controls = [
        Finding("error", "schema.valid", f"the control character U+{ord(mark):04X} is no text", "take it out",
                parsed.places.of(path))
        for path, mark in holding(parsed.value, CONTROLS)
    ]  # fmt: skip
    return protocol if not controls else None, (*map(_without_braces, found), *controls)


def _without_braces(finding: Finding) -> Finding:
    """The members of the model's unions are tagged `{key}`, apart from all keys; readers are told the key."""
    return replace(finding, message=TAG.sub(r'"\1"', finding.message), fix=TAG.sub(r'"\1"', finding.fix))


def cited(protocol: Protocol, folder: Path) -> Iterator[Source]:
    """The files in the study's folder that the protocol names, in its order, each once; what is not there, or lies
    outside of the folder, is left out (the checks say so)."""
    seen: set[str] = set()
    for path in paths(protocol):
        file = inside(folder, path)
        if path not in seen and file is not None and file.stat().st_size <= LARGEST:
            seen.add(path)
            yield Source(path, file.read_bytes(), folder)


def paths(protocol: Protocol) -> Iterator[str]:
    """The paths of all files that a protocol names."""
    yield from (asset.path for asset in protocol.assets)
    yield from (feed.input.path for feed in protocol.feeds if feed.input is not None)
    yield from (variable.external.file for variable in protocol.variables if hasattr(variable, "external"))
    yield from (data.path for data in protocol.human.unit_data)


def inside(folder: Path, path: str) -> Path | None:
    """The file of a path that stays inside a folder and is a plain file there, else None: no `..`, no absolute path,
    no link on the way.

    >>> inside(Path("."), "../x") is None
    True
    """
    pure = PurePosixPath(path)
    if pure.is_absolute() or "\\" in path or ":" in path or any(part in ("..", "") for part in pure.parts):
        return None
    file = folder
    for part in pure.parts:
        file = file / part
        if file.is_symlink():
            return None
    return file if file.is_file() else None


def _name(source: Source, value: object) -> str:
    said = value.get("id") if isinstance(value, dict) else None
    return said if isinstance(said, str) and said else PurePath(source.name).name
