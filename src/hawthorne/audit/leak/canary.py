"""`leak.canary`: is any id, or any word that only operators read, in what participants are served?

The protocol is played under tokens. States with their errors and events are looked through as JSON and as text, and so
are the names under which images are had.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hawthorne.audit.found import place, session
from hawthorne.audit.leak.clone import TOKEN
from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Shot, Take

ANY = re.compile(rb"hsx[0-9a-f]{12}")
MARK = TOKEN.encode()


def look(take: Take, tokens: Mapping[str, str], original: Take) -> Iterator[Detail]:
    """The tokens in what a clone's seats were served. `original` is the same session of the protocol itself, whose ids
    the report names."""
    for seat, shots in enumerate(take.seats):
        known = original.seats[seat] if seat < len(original.seats) else []
        for k, shot in enumerate(shots):
            if MARK in shot.data:
                yield from _in(shot, tokens, known[k] if k < len(known) else shot, session(take, original.arm))


def _in(shot: Shot, tokens: Mapping[str, str], original: Shot, which: str) -> Iterator[Detail]:
    for found in sorted({match.decode() for match in ANY.findall(shot.data)}):
        what = tokens.get(found, "a token")
        where = _where(shot.new, found)
        yield Detail(place(original), f"shows_{_kind(what)}", f"{where} holds {what} ({which})", "", what)


def _kind(what: str) -> str:
    return "id" if what.startswith("id ") else "operator_words"


def _where(value: object, token: str, path: str = "State") -> str:
    """The path of a token in a State."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if token in str(key):
                return f"a key of {path}"
            if token in str(item):
                return _where(item, token, f"{path}.{key}")
    elif isinstance(value, list):
        for item in value:
            if token in str(item):
                return _where(item, token, path)
    return path
