"""A reader's own copy of a source: its pages as plain text, read in the ways in which printing may have changed it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hawthorne.core import digest
from hawthorne.core.errors import UsageError
from hawthorne.protocols.release.rolling import Rolled
from hawthorne.protocols.squash import Squashed, squash, squashed

BREAK = "\f"
"""What stands between two pages."""

EDGE = 2
"""How many lines at a page's head and foot may be running heads and page numbers."""

_NUMBER = re.compile(r"[\s\d.,:;|/()\[\]–—-]*|[\s\-–—]*[ivxlcdm]+[\s\-–—]*", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """The whole source in its normal form without dashes, and at which character of it each page begins."""

    form: Squashed
    raw: str
    begins: Sequence[int]

    @cached_property
    def rolled(self) -> Rolled:
        """The hashes of its windows."""
        return Rolled(self.form.text)

    def span(self, page: int, around: int = 1) -> tuple[int, int]:
        """The characters of a page (from 1) and of those around it; all, for a page that is not there."""
        if not 1 <= page <= len(self.begins):
            return 0, len(self.form.text)
        after = page + around
        return self.begins[max(0, page - 1 - around)], (
            self.begins[after] if after < len(self.begins) else len(self.form.text)
        )

    def page(self, at: int) -> int:
        """The page, from 1, on which a character stands."""
        return bisect_right(self.begins, at)


@dataclass(frozen=True)
class SourceText:
    """The plain text of a source."""

    name: str
    text: str
    sha256: str
    """The digest of its bytes."""

    @property
    def pages(self) -> list[str]:
        return self.text.split(BREAK)

    def readings(self) -> Iterator[Reading]:
        """The source as it is, and without running heads, which may stand in the middle of a text; each is made when
        it is asked for."""
        yield _reading(self.text)
        bare = without_heads(self.text)
        if bare != self.text:
            yield _reading(bare)


def _reading(text: str) -> Reading:
    form = squashed(text).bare()
    begins = [0] + [form.position(i + 1) for i, letter in enumerate(text) if letter == BREAK]
    return Reading(form, text, begins)


def without_heads(text: str) -> str:
    """The text without page numbers, and without lines that stand at the head or foot of several pages.

    >>> without_heads("Journal 12\\nOne two\\fJournal 13\\nthree").split(BREAK)
    ['One two', 'three']
    """
    pages = [page.split("\n") for page in text.split(BREAK)]
    shapes = Counter(_shape(page[i]) for page in pages for i in _edges(page))
    made = []
    for page in pages:
        heads = {i for i in _edges(page) if _NUMBER.fullmatch(page[i]) or shapes[_shape(page[i])] > 1}
        made.append("\n".join(line for i, line in enumerate(page) if i not in heads))
    return BREAK.join(made)


def _edges(page: Sequence[str]) -> set[int]:
    """The first and the last few lines that hold something."""
    lines = [i for i, line in enumerate(page) if line.strip()]
    return {*lines[:EDGE], *lines[-EDGE:]}


def _shape(line: str) -> str:
    return re.sub(r"\d+", "", squash(line)).casefold()


def read_source(name: str, path: str | Path) -> SourceText:
    """Read a source: a text file with a form feed between pages, or a folder of text files in the order of their
    names. Raises UsageError for what is not text or not there."""
    path = Path(path)
    files = sorted(path.glob("*.txt")) if path.is_dir() else [path]
    if path.is_dir() and not files:
        return SourceText(name, "", digest.of_bytes(b"").removeprefix("sha256:"))
    try:
        data = [file.read_bytes() for file in files]
        text = BREAK.join(each.decode("utf-8-sig").replace("\r\n", "\n").rstrip(BREAK) for each in data)
    except OSError as error:
        raise UsageError(f"the source {name} cannot be read: {error.strerror}: {path}") from None
    except UnicodeDecodeError:
        raise UsageError(
            f'the source {name} is not UTF-8 text: "{path}"; make plain text of a PDF first (pdftotext -layout)'
        ) from None
    return SourceText(name, text, digest.of_bytes(b"".join(data)).removeprefix("sha256:"))
