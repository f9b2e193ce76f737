"""The files that a protocol names (`ref.assets`): they lie in its folder, are what they say, and are unchanged."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import NamedTuple

from hawthorne.core.errors import Finding, did_you_mean
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.model.walk import Path
from hawthorne.protocols.read import LARGEST, inside

CODE = "ref.assets"
MAGIC = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"), (b"\xff\xd8\xff", 0, "image/jpeg"), (b"GIF8", 0, "image/gif"),
    (b"WEBP", 8, "image/webp"), (b"WAVE", 8, "audio/wav"), (b"OggS", 0, "audio/ogg"), (b"ID3", 0, "audio/mpeg"),
    (b"\xff\xfb", 0, "audio/mpeg"), (b"\xff\xf3", 0, "audio/mpeg"),
)  # fmt: skip
"""What files begin with (at an offset), and what they then are."""


class Named(NamedTuple):
    """A file that the protocol names: where the path stands, the path, its digest, and its media type if it has one."""

    at: Path
    path: str
    sha256: str
    media_type: str | None = None
    size: tuple[int | None, int | None] = (None, None)


def check(facts: Facts) -> Iterator[Finding]:
    folder = facts.document.source.folder
    for named in _named(facts):
        if folder is None:
            yield from _outside(facts, named)
        else:
            yield from _file(facts, named, folder)


def _named(facts: Facts) -> Iterator[Named]:
    protocol = facts.protocol
    for i, asset in enumerate(protocol.assets):
        size = (asset.width, asset.height)
        yield Named(("assets", i), asset.path, asset.sha256, asset.media_type, size)
    for i, feed in enumerate(protocol.feeds):
        if feed.input is not None:
            yield Named(("feeds", i, "input"), feed.input.path, feed.input.sha256)
    for i, variable in enumerate(protocol.variables):
        if hasattr(variable, "external"):
            yield Named(("variables", i, "external"), variable.external.file, variable.external.sha256)
    for i, data in enumerate(protocol.human.unit_data):
        if protocol.projection is not None and data.tier != "open" and not _there(facts, data.path):
            continue  # a release leaves it out
        yield Named(("human", "unit_data", i), data.path, data.sha256)


def _there(facts: Facts, path: str) -> bool:
    folder = facts.document.source.folder
    return folder is not None and inside(folder, path) is not None


def _outside(facts: Facts, named: Named) -> Iterator[Finding]:
    parts = named.path.split("/")
    if named.path.startswith("/") or ".." in parts or "\\" in named.path or ":" in named.path or "" in parts:
        key = "file" if named.at[-1] == "external" else "path"
        message = f'"{named.path}" leaves the study\'s folder'
        yield facts.error(CODE, (*named.at, key), message, "name a file inside the folder, with / between its parts")


def _file(facts: Facts, named: Named, folder: FilePath) -> Iterator[Finding]:
    outside = list(_outside(facts, named))
    yield from outside
    if outside:
        return
    key = "file" if named.at[-1] == "external" else "path"
    file = inside(folder, named.path)
    if file is None:
        link = (folder / named.path).is_symlink()
        what = "is a link" if link else "is not there"
        fix = "put the file itself into the folder" if link else did_you_mean(named.path, _files(folder))
        yield facts.error(CODE, (*named.at, key), f'the file "{named.path}" {what}', fix)
        return
    if file.stat().st_size > LARGEST:
        yield facts.error(CODE, (*named.at, key), f'the file "{named.path}" is larger than {LARGEST} bytes', "")
        return
    data = file.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != named.sha256:
        where = (*named.at, "sha256")
        yield facts.error(CODE, where, f'the file "{named.path}" is not the one that was digested', f"it is {digest}")
    elif named.media_type is not None:
        yield from _media(facts, named, data)


def _media(facts: Facts, named: Named, data: bytes) -> Iterator[Finding]:
    found = media_type(data)
    if found != named.media_type:
        where = (*named.at, "media_type")
        message = f'the file "{named.path}" is no {named.media_type}'
        yield facts.error(CODE, where, message, f"it is {found}" if found else "its first bytes are of no known type")
    elif found == "image/png" and len(data) >= 24:
        width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        if (named.size[0] or width, named.size[1] or height) != (width, height):
            message = f'the image "{named.path}" is {width} by {height} pixels'
            yield facts.error(CODE, (*named.at, "width"), message, "write its own width and height")


def media_type(data: bytes) -> str | None:
    """What a file is by its first bytes.

    >>> media_type(b"GIF89a"), media_type(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), media_type(b"import os")
    ('image/gif', 'image/svg+xml', None)
    """
    for magic, offset, found in MAGIC:
        if data[offset : offset + len(magic)] == magic:
            return found
    return "image/svg+xml" if b"<svg" in data[:1024] else None


def _files(folder: FilePath) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.is_file())
