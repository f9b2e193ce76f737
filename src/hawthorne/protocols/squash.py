"""The normal form `squash-1`, in which a served text and the text of a source are compared.

What printing, scanning and copying change is left out: white space, soft hyphens and the hyphen of a word that is
divided at a line's or a page's end, bullets, ligatures (Unicode NFKC), and the shapes of quotes, apostrophes and
dashes. Letter case stays. Every character of the form knows where in the raw text it comes from.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

PROFILE = "squash-1"

Hyphens = Literal["join", "keep"]
"""What becomes of a hyphen at a line's end: it divides a word (`exam-` `ple`), or belongs to it (`well-` `known`)."""

DASH = "-"
"""What every dash is in the normal form."""

DASHES = r"\-‐‑‒–—―−﹘﹣－"
_BROKEN = r"(?P<broken>(?<=[^\W\d_])[-‐\u00ad][^\S\n\f\r]*[\n\f\r]\s*(?=[^\W\d_]))"
_TOKEN = re.compile(
    _BROKEN
    + r"|(?P<plain>[!#-&(-,./0-9:-_a-~]+)"
    + r"|(?P<space>\s+)"
    + rf"|(?P<dash>[{DASHES}](?:\s*[{DASHES}])*)"
    + '|(?P<double>["“”„‟″«»＂])'
    + "|(?P<single>['‘’‚‛′ʼ`´＇])"
    + r"|(?P<nothing>[\u00ad\u200b-\u200d\u2060\ufeff•◦▪▫‣⁃●○■□∙]+)"
    + r"|(?P<other>.)",
    re.DOTALL,
)
_WORDS = {"dash": DASH, "double": '"', "single": "'", "space": "", "nothing": "", "broken": ""}


class Token(NamedTuple):
    """A stretch of raw text, `text[start:end]`, and what it is in the normal form (possibly nothing); `broken` where
    it is the hyphen at a line's end."""

    start: int
    end: int
    form: str
    broken: bool = False


def tokens(text: str, hyphens: Hyphens = "join") -> Iterator[Token]:
    """The stretches of a text in order; together they are the whole text. A stretch of several characters either is
    its own form, or stands for it as one."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        assert match is not None
        end, kind = match.end(), match.lastgroup
        if kind == "plain" and end < len(text) and _joins(text[end]):  # the last letter belongs to the mark behind it
            end, kind = (end - 1, kind) if end - position > 1 else (end, "other")
        if kind == "plain":
            form = text[position:end]
        elif kind == "broken" and hyphens == "keep":
            form = DASH
        elif kind == "other":
            while end < len(text) and _joins(text[end]):
                end += 1
            form = "".join(unicodedata.normalize("NFKC", text[position:end]).split())
        else:
            form = _WORDS[kind or ""]
        yield Token(position, end, form, kind == "broken")
        position = end


def _joins(letter: str) -> bool:
    """Whether a character is written together with the one before it: a combining mark, or a medial jamo."""
    return unicodedata.combining(letter) != 0 or "\u1160" <= letter <= "\u11ff"


@dataclass(frozen=True, slots=True)
class Squashed:
    """A text's normal form; character k of it comes from `raw[starts[k]:ends[k]]`."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, first: int, after: int) -> tuple[int, int]:
        """The stretch of raw text that `text[first:after]` (not empty) comes from."""
        return self.starts[first], self.ends[after - 1]

    def bare(self) -> Squashed:
        """The form without its dashes: whether one stood there is what a divided word leaves open."""
        kept = [k for k, letter in enumerate(self.text) if letter != DASH]
        starts, ends = array("l", [self.starts[k] for k in kept]), array("l", [self.ends[k] for k in kept])
        return Squashed(self.text.replace(DASH, ""), starts, ends)

    def position(self, offset: int) -> int:
        """How many characters of the form come from before a raw offset."""
        return bisect_left(self.starts, offset)


def squash(text: str) -> str:
    """The normal form of a text.

    >>> squash("The “ﬁrst” exam-\\nple –  is it?")
    'The"first"example-isit?'
    """
    return "".join(token.form for token in tokens(text))


def squashed(text: str, hyphens: Hyphens = "join") -> Squashed:
    """The normal form of a text, with the index to its raw characters.

    >>> form = squashed("a ﬁne day")
    >>> form.text, form.span(1, 5)
    ('afineday', (2, 5))
    """
    parts: list[str] = []
    starts, ends = array("l"), array("l")
    for start, end, form, _ in tokens(text, hyphens):
        if not form:
            continue
        parts.append(form)
        if len(form) == end - start and form == text[start:end]:
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        else:
            starts.extend([start] * len(form))
            ends.extend([end] * len(form))
    return Squashed("".join(parts), starts, ends)


MOST = 12
"""How many hyphens at lines' ends are each tried both ways: 4,096 spellings."""


def spellings(text: str, most: int = MOST) -> Iterator[str]:
    """Every normal form that a raw text may have, the plain one first: each hyphen at a line's end may divide its word
    or belong to it. With more than `most` of them all or none belong to their words.

    >>> list(spellings("a well-\\nknown divi-\\nsion"))
    ['awellknowndivision', 'awellknowndivi-sion', 'awell-knowndivision', 'awell-knowndivi-sion']
    """
    parts: list[tuple[str, ...]] = [("", DASH) if token.broken else (token.form,) for token in tokens(text)]
    if sum(len(part) > 1 for part in parts) <= most:
        yield from map("".join, product(*parts))
    else:
        for i in (0, -1):
            yield "".join(part[i] for part in parts)


class Difference(NamedTuple):
    """Where a text differs from its normal form: `many` characters of the form from `at` on are written `raw`."""

    at: int
    many: int
    raw: str


def differences(text: str) -> list[Difference]:
    """What turns a text's normal form back into the text: its spacing and its typography.

    >>> differences("a ﬁx")
    [Difference(at=1, many=0, raw=' '), Difference(at=1, many=2, raw='ﬁ')]
    """
    found = []
    at = 0
    for start, end, form, _ in tokens(text):
        raw = text[start:end]
        if raw != form:
            found.append(Difference(at, len(form), raw))
        at += len(form)
    return found


def restored(form: str, found: Sequence[Difference]) -> str:
    """The text that has this normal form and these differences from it.

    >>> restored("afix", differences("a ﬁx"))
    'a ﬁx'
    """
    parts = []
    end = 0
    for at, many, raw in found:
        parts += [form[end:at], raw]
        end = at + many
    return "".join([*parts, form[end:]])
