"""Materials: a registered digest is one, and stands beside the file that it registers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Study
from hawthorne.flows.spelling.values import PLACEHOLDER
from hawthorne.flows.wiring import tour

DIGEST = re.compile(r"sha256:[0-9a-f]{64}\Z")
REGISTERED = {"digest": "uri", "consentFormDigest": "consentFormUri"}
"""The attributes that register a file, and those that name it."""


def check_materials(study: Study) -> Iterator[Finding]:
    """What registers a file has a digest and names the file; whether they fit is compared where the files are."""
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
