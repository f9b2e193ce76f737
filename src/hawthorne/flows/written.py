"""From a place inside an attribute's text to the line and column of the file where it was written."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from hawthorne.core.place import Place

_ESCAPES = {"x": 3, "u": 5, "U": 9}
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
"""How XML writes what it keeps for itself."""
_ENTITY = re.compile(f"&({'|'.join(_ENTITIES)});")


def place_inside(source: str, place: Place, text: str, offset: int) -> Place:
    """Where the character at `offset` of an attribute's text stands in the file.

    `source` is the file's text and `place` where the attribute's text begins. White space of the text may be any white
    space of the file (a folded line), a quote may be doubled, a character may be an escape or, in XML, an entity. Where
    the two part ways the last place that is sure stands.

    >>> str(place_inside("a: >-\\n  x +\\n  y", Place("f", 2, 3), "x + y", 4))
    'f:3:3'
    """
    if place.line is None or place.column is None or not source:
        return place
    lines = _lines(source)
    line, column = place.line - 1, place.column - 1
    if line >= len(lines):
        return place
    at = 0
    quote = lines[line][column - 1 : column] if column > 0 else ""
    while at < min(offset, len(text)):
        here = lines[line][column : column + 1] if line < len(lines) else None
        if here is None:
            break
        if here == "" or here.isspace():
            line, column = _after_space(lines, line, column)
            at = _after_text_space(text, at)
            continue
        entity = _ENTITY.match(lines[line], column) if here == "&" else None
        if entity is not None and text[at] == _ENTITIES[entity[1]] and not text.startswith(entity[0], at):
            column += len(entity[0])
        elif quote == '"' and here == "\\":
            escape = lines[line][column + 1 : column + 2]
            column += 1 + _ESCAPES.get(escape, 1)
        elif here == text[at]:
            column += 2 if here == quote == "'" else 1
        else:
            break
        at += 1
    if at >= len(text) and line < len(lines) and column > len(lines[line]):
        column = len(lines[line])
    elif (
        at < len(text)
        and not text[at].isspace()
        and line < len(lines)
        and lines[line][column : column + 1] in ("", " ")
    ):
        line, column = _after_space(lines, line, column)
    return replace(place, line=line + 1, column=column + 1)


def _after_space(lines: list[str], line: int, column: int) -> tuple[int, int]:
    while line < len(lines):
        rest = lines[line][column:]
        stripped = rest.lstrip()
        if stripped:
            return line, column + len(rest) - len(stripped)
        line, column = line + 1, 0
    return len(lines) - 1, len(lines[-1])


def _after_text_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


@lru_cache(maxsize=4)
def _lines(source: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", source)
