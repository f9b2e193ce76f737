"""Materials: a registered digest is one, stands beside the file that it registers, and is that file's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from hawthorne.core import digest
from hawthorne.core.errors import Finding
from hawthorne.flows.model import Element, Study
from hawthorne.flows.spelling.values import PLACEHOLDER
from hawthorne.flows.wiring import tour

DIGEST = re.compile(r"sha256:[0-9a-f]{64}\Z")
REGISTERED = {"digest": "uri", "consentFormDigest": "consentFormUri"}
"""The attributes that register a file, and those that name it."""


def check_materials(study: Study) -> Iterator[Finding]:
    """Every registered file that can be looked at is what was registered."""
    for element, _ in tour(study):
        for registered, named in REGISTERED.items():
            said = element.get(registered)
            if said is None or (isinstance(said, str) and PLACEHOLDER.search(said)):
                continue
            uri = element.get(named)
            where = element.where(registered)
            if not isinstance(said, str) or not DIGEST.match(said):
                message = f'"{element.label}" has a digest that is none'
                yield Finding("error", "digest", message, "write `sha256:` and 64 hexadecimal digits", where)
            if uri is None:
                message = f'"{element.label}" registers a digest and names no file'
                yield Finding("error", "digest", message, f"write `{named}:`", where)
            elif isinstance(said, str) and DIGEST.match(said):
                yield from _compared(element, registered, str(uri), said)


def _compared(element: Element, registered: str, uri: str, said: str) -> Iterator[Finding]:
    path = _file(element, uri)
    where = element.where(registered)
    if path is None:
        return
    try:
        found = digest.of_bytes(path.read_bytes())
    except OSError:
        message = f'"{element.label}" registers "{uri}", which is not there, so its digest is not checked'
        yield Finding("warning", "no-material", message, "put the file where the study names it", where)
        return
    if found != said:
        message = f'"{element.label}" registers "{uri}" with another digest than the file has: it was changed since'
        fix = f"restore the file, or register it as it is now: `{registered}: {found}`"
        yield Finding("error", "changed-material", message, fix, where)


def _file(element: Element, uri: str) -> Path | None:
    """The local file that a reference names, from the study's own folder; None for what is elsewhere or unknown."""
    parts = urlsplit(uri)
    if PLACEHOLDER.search(uri) or (parts.scheme and parts.scheme != "file") or element.place.file is None:
        return None
    path, folder = Path(parts.path if parts.scheme else uri), Path(element.place.file).parent
    if path.is_absolute() and not path.exists() and not parts.scheme:
        return folder / uri.lstrip("/")  # a path of the site that shows it, which stands beside the study
    return folder / path
