"""How wide a text is, and where it breaks: the metrics of Helvetica and Arial by classes of letters, a little wide.

A picture must come out the same everywhere, so no font is asked.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

SIZE = 12.0
"""Pixels of the letters of a name."""
LINE = 1.25
"""The height of a line, in letter sizes."""

_NARROW = frozenset("iljtfrI.,:;'|!()[]{}/\\ -`")
_WIDE = frozenset("mwMW@%—…→")


@lru_cache(maxsize=4096)
def width(text: str, size: float = SIZE, bold: bool = False) -> float:
    """The width of a line in pixels.

    >>> width("ill") < width("mmm")
    True
    """
    return sum(map(_share, text)) * size * (1.08 if bold else 1.0)


def _share(letter: str) -> float:
    if letter in _NARROW:
        return 0.31
    if letter in "ckszvxyJ":
        return 0.53
    if letter in _WIDE:
        return 0.95
    if unicodedata.combining(letter):
        return 0.0
    if is_wide(letter):
        return 1.02
    return 0.72 if letter.isupper() else 0.58


def is_wide(letter: str) -> bool:
    """Whether a letter takes a whole square, as those of Chinese and Japanese do."""
    return unicodedata.east_asian_width(letter) in "WF"


def height(lines: list[str], size: float = SIZE) -> float:
    """The height of lines in pixels."""
    return len(lines) * size * LINE


def wrap(text: str, most: float, size: float = SIZE, lines: int = 0, bold: bool = False) -> list[str]:
    """Break a text into lines no wider than `most` pixels; words that do not fit are broken. With `lines`, what is
    beyond so many is left out and an ellipsis says so.

    >>> wrap("Too many trials missed", 80)
    ['Too many', 'trials missed']
    >>> wrap("Too many trials missed", 80, lines=1)
    ['Too many…']
    """
    made = _filled(text, most, size, bold)
    if 1 < len(made) <= 4:  # lines of like width read better than a full one and a last word
        for share in (0.55, 0.65, 0.75, 0.85, 0.92):
            even = _filled(text, most * share, size, bold)
            if len(even) == len(made) and "".join(even).replace(" ", "") == "".join(made).replace(" ", "") and (
                max(map(len, even)) <= max(map(len, made)) and _seams(even) <= _seams(made)
            ):  # fmt: skip
                made = even
                break
    if lines and len(made) > lines:
        last = made[lines - 1]
        while last and width(last + "…", size, bold) > most:
            last = last[:-1]
        made = [*made[: lines - 1], last.rstrip() + "…"]
    return made


def _seams(made: list[str]) -> int:
    """How many pieces the lines hold: more where words were broken."""
    return sum(len(line.split()) for line in made)


def _filled(text: str, most: float, size: float, bold: bool) -> list[str]:
    """Lines filled from the first on."""
    broken = [piece for word in _words(text) for piece in _pieces(word, most, size, bold)]
    made: list[str] = []
    for word, space in broken:
        if made and width(made[-1] + (" " if space else "") + word, size, bold) <= most:
            made[-1] += (" " if space else "") + word
        else:
            made.append(word)
    return made


def _words(text: str) -> list[str]:
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown.split()


def _pieces(word: str, most: float, size: float, bold: bool) -> list[tuple[str, bool]]:
    """A word in pieces that fit, each with whether a space stands before it. A long name breaks after `_`, `-`, `.`
    or `/` where it can."""
    if width(word, size, bold) <= most:
        return [(word, True)]
    found: list[tuple[str, bool]] = []
    rest = word
    while rest:
        end = 1
        while end < len(rest) and width(rest[: end + 1], size, bold) <= most:
            end += 1
        if end < len(rest):
            seams = [at + 1 for at in range(end // 3, end) if rest[at] in "_-./"]
            end = seams[-1] if seams else end
        found.append((rest[:end], not found))
        rest = rest[end:]
    return found
