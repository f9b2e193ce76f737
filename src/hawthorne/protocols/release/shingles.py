"""Runs of words that two texts share: how a release finds a withheld text that also stands somewhere else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from hawthorne.core.values import JSON

LENGTH = 8
"""How many words a shingle has."""
FEWEST = 4
"""A shorter text counts as one shingle when it has so many words; fewer are anybody's words."""

_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """A text's words: case, typography and punctuation do not count.

    >>> words("The “ﬁrst” don't")
    ['the', 'first', 'don', 't']
    """
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def shingles(text: str, length: int = LENGTH, fewest: int = FEWEST) -> set[tuple[str, ...]]:
    """All runs of `length` words of a text, or the whole of a shorter one with at least `fewest` words.

    >>> sorted(shingles("a b c", length=2))
    [('a', 'b'), ('b', 'c')]
    """
    found = words(text)
    if len(found) < length:
        return {tuple(found)} if len(found) >= fewest else set()
    return {tuple(found[i : i + length]) for i in range(len(found) - length + 1)}


def shared(text: str, known: dict[int, set[tuple[str, ...]]]) -> int:
    """How many of the known shingles (by their length) a text holds."""
    found = words(text)
    return sum(
        tuple(found[i : i + length]) in runs for length, runs in known.items() for i in range(len(found) - length + 1)
    )


def by_length(runs: Iterable[tuple[str, ...]]) -> dict[int, set[tuple[str, ...]]]:
    """Shingles by how many words they have."""
    made: dict[int, set[tuple[str, ...]]] = {}
    for run in runs:
        made.setdefault(len(run), set()).add(run)
    return made


def strings(value: JSON, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every string of a JSON value with its path; the keys of objects are strings too."""
    inner: Iterable[tuple[Any, JSON]] = ()
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        inner = value.items()
        yield from (((*path, key), key) for key in value)
    elif isinstance(value, list):
        inner = enumerate(value)
    for step, part in inner:
        yield from strings(part, (*path, step))
