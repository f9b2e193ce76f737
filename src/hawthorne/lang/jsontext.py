"""JSON text: its value, and where each part of it stands.

The value comes from the standard library's reader. The scanner that finds lines and columns is slower and runs only
when somebody asks for a place, that is when there is a finding.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from hawthorne.core.errors import Finding
from hawthorne.core.place import Place
from hawthorne.core.values import JSON
from hawthorne.lang.parsed import Parsed, halved

Path = Sequence[str | int]
"""The keys and indexes that lead to a part of a value."""

DEEPEST = 200
"""How many objects and lists may lie in one another."""

TOKEN = re.compile(r'[ \t\n\r]*(?:"((?:[^"\\]|\\.)*)"|([{}\[\],:])|([^ \t\n\r{}\[\],:"]+))', re.DOTALL)

HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape that writes a half of a character."""


def pointer(path: Iterable[str | int]) -> str:
    """The JSON Pointer (RFC 6901) of a path; the whole value's is the empty text.

    >>> pointer(["stages", 0, "a/b~"])
    '/stages/0/a~1b~0'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


@dataclass(frozen=True)
class Places:
    """Where the parts of a text stand. `of(path)` is the place of the nearest part that is there, under the pointer of
    what was asked for; the place of an object's member is that of its key.

    >>> places = Places("x.json", '{"a":\\n  [1, {"b": 2}]}')
    >>> str(places.of(["a", 1, "b"])), places.of(["a", 1, "b"]).path
    ('x.json:2:8', '/a/1/b')
    >>> str(places.of(["a", 7]))
    'x.json:1:2'
    """

    name: str
    text: str
    _found: dict[tuple[str | int, ...], int] = field(default_factory=dict, repr=False)
    _twice: list[tuple[tuple[str | int, ...], int]] = field(default_factory=list, repr=False)

    def of(self, path: Path) -> Place:
        self._scan()
        at = tuple(path)
        while at and at not in self._found:
            at = at[:-1]
        return self._place(self._found.get(at, 0), path)

    def repeated(self) -> list[tuple[Path, Place]]:
        """Every key that an object holds once more, with the place of the second."""
        self._scan()
        return [(path, self._place(offset, path)) for path, offset in self._twice]

    def at(self, offset: int) -> Place:
        """The place of a character."""
        return self._place(offset, ())

    def _place(self, offset: int, path: Path) -> Place:
        line = self.text.count("\n", 0, offset) + 1
        column = offset - (self.text.rfind("\n", 0, offset) + 1) + 1
        return Place(self.name, line, column, pointer(path))

    def _scan(self) -> None:
        if not self._found:
            self._found[()] = len(self.text) - len(self.text.lstrip(" \t\n\r\ufeff"))
            _Scanner(self.text, self._found, self._twice).run()


class _Scanner:
    """One pass over the tokens of a text that is known to be JSON."""

    def __init__(self, text: str, found: dict[tuple[str | int, ...], int], twice: list[Any]) -> None:
        self.text = text
        self.found = found
        self.twice = twice

    def run(self) -> None:
        path: list[str | int] = []
        kinds: list[str] = []  # "{" or "[" of the parts that are open
        key = False
        for match in TOKEN.finditer(self.text):
            word, mark, scalar = match.groups()
            offset = match.end() - len((f'"{word}"' if word is not None else mark or scalar) or "")
            if key and word is not None:
                path[-1] = json.loads(f'"{word}"')
                self._meet(tuple(path), offset)
                key = False
            elif mark == "}" or mark == "]":
                kinds.pop()
                path.pop()
                key = False
            elif mark == ",":
                key = kinds[-1] == "{"
                if not key:
                    path[-1] = int(path[-1]) + 1
            elif mark != ":":
                if kinds and kinds[-1] == "[":
                    self.found[tuple(path)] = offset
                if mark:
                    kinds.append(mark)
                    path.append(0)
                    key = mark == "{"

    def _meet(self, path: tuple[str | int, ...], offset: int) -> None:
        if path in self.found:
            self.twice.append((path, offset))
        self.found[path] = offset


def parse(data: bytes, name: str) -> Parsed:
    """Read UTF-8 JSON text; never raises. NaN, infinities, keys that occur twice, halves of
    characters and texts nested too deep are errors.

    >>> parse(b'{"a": 1, "a": 2}', "x.json").findings[0].message
    'the key "a" occurs twice in one object'
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        place = Place(name, line, error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1)
        found = Finding("error", "not-utf8", "the text is not UTF-8", "save the file as UTF-8", place)
        return Parsed(None, Places(name, ""), (found,))
    places = Places(name, text)
    twice: list[str] = []

    def members(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
        made = dict(pairs)
        if len(made) < len(pairs):
            twice.append("")
        return made

    try:
        value = json.loads(text, object_pairs_hook=members, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        return Parsed(None, places, (_syntax(error, places),))
    except _NotANumber as error:
        place = places.at(text.find(str(error)))
        return Parsed(None, places, (_error("not-a-number", f"{error} is not JSON", "write null", place),))
    except (RecursionError, ValueError) as error:
        why = "more digits than a number may have" if isinstance(error, ValueError) else "nested too deep"
        return Parsed(None, places, (_error("too-much", f"the text has a part that is {why}", "", places.at(0)),))
    if _depth(value) > DEEPEST:
        fix = f"at most {DEEPEST} objects and lists may lie in one another"
        return Parsed(None, places, (_error("too-much", "the text is nested too deep", fix, places.at(0)),))
    if twice:
        found_twice = [_twice(path, place) for path, place in places.repeated()]
        return Parsed(value, places, tuple(found_twice))
    return Parsed(value, places, halved(value, places) if HALF.search(text) else ())


class _NotANumber(Exception):
    """A constant that JSON does not have."""


def _refuse(word: str) -> NoReturn:
    raise _NotANumber(word)


def _depth(value: JSON) -> int:
    """How many containers lie in one another; counts a level at a time, since recursion would end before it."""
    level, depth = [value], 0
    while level:
        inner = [part for part in level if isinstance(part, (dict, list))]
        if not inner:
            return depth
        depth += 1
        if depth > DEEPEST:
            return depth
        level = [part for each in inner for part in (each.values() if isinstance(each, dict) else each)]
    return depth


def _syntax(error: json.JSONDecodeError, places: Places) -> Finding:
    if not places.text.strip():
        return _error("empty", "the file is empty", "write a JSON object", places.at(0))
    said = error.msg[0].lower() + error.msg[1:]
    return _error("syntax", f"this is not JSON: {said}", "", places.at(error.pos))


def _twice(path: Path, place: Place) -> Finding:
    return _error("twice", f'the key "{path[-1]}" occurs twice in one object', "leave one of them out", place)


def _error(code: str, message: str, fix: str, place: Place) -> Finding:
    return Finding("error", code, message, fix, place)
