"""What a reader of a text comes to, whatever the text is written in: its value and where each part of it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from hawthorne.core.errors import Finding
from hawthorne.core.place import Place
from hawthorne.core.values import JSON


class Places(Protocol):
    """Where the parts of a text stand, by their path: keys and indexes. `name` is the file's."""

    @property
    def name(self) -> str: ...

    def of(self, path: Sequence[str | int]) -> Place: ...


@dataclass(frozen=True)
class Parsed:
    """A text's value (None where it has none: then `findings` say why) and its places."""

    value: JSON
    places: Places
    findings: tuple[Finding, ...] = ()

    @property
    def broken(self) -> bool:
        return bool(self.findings)


HALVES = re.compile("[\ud800-\udfff]")
"""Halves of a character beyond U+FFFF: an escape can write one alone, no file can hold it."""


def halved(value: JSON, places: Places) -> tuple[Finding, ...]:
    """The texts of a value that hold half of a character, which nobody could write down again."""
    fix = "write the character itself, or both of its escapes"
    return tuple(
        Finding("error", "not-unicode", f"the text holds U+{ord(half):04X}, half of a character", fix, places.of(path))
        for path, half in holding(value, HALVES)
    )


def holding(value: JSON, pattern: re.Pattern[str]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Where a pattern is found in the texts and the keys of a value, each once, with what was found there.

    >>> list(holding({"a": ["x", "y!"]}, re.compile("!")))
    [(('a', 1), '!')]
    """
    parts: list[tuple[tuple[str | int, ...], JSON]] = [((), value)]
    while parts:
        path, part = parts.pop()
        if isinstance(part, str):
            if found := pattern.search(part):
                yield path, found.group()
        elif isinstance(part, dict):
            for key in part:
                if found := pattern.search(key):
                    yield (*path, key), found.group()
            parts.extend(((*path, key), inner) for key, inner in reversed(part.items()))
        elif isinstance(part, list):
            parts.extend(((*path, i), part[i]) for i in reversed(range(len(part))))
