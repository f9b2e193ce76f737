"""Names with spaces and symbols, joined from tokens where they are known (DMN 1.5, 10.3.1.4: the longest wins)."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from .functions.catalog import BUILTINS
from .tokens import KEYWORDS, Token, is_plain, words

#: Properties of values that are written as two words.
PROPERTIES = ("time offset", "start included", "end included")

_MANY = 5000


class NameTable:
    """The names of several tokens, by their first token, the longest first."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        parts = words(name)
        if len(parts) < 2 and (is_plain(name) or name in KEYWORDS):
            return
        if parts:
            known = self._by_first.setdefault(parts[0], [])
            known.append((parts, name))
            known.sort(key=lambda entry: -len(entry[0]))

    def match(self, tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
        """The longest name that begins at a token, and the index after it."""
        for parts, name in self._by_first.get(tokens[at].text, ()):
            stop = at + len(parts)
            if stop < len(tokens) and all(tokens[at + i].text == part for i, part in enumerate(parts)):
                return name, stop
        return None


_FUNCTION_NAMES = sorted(name for name in BUILTINS if not is_plain(name))
FUNCTION_TABLE = NameTable(_FUNCTION_NAMES)
MEMBER_TABLE = NameTable(PROPERTIES)


def needs_call(name: str) -> bool:
    """Whether a function's name holds a keyword, so that only a following ``(`` makes it that name."""
    return any(part in KEYWORDS for part in words(name))


def canonical(tokens: Sequence[Token], start: int, stop: int) -> str:
    """The name that a run of tokens writes: white space is one space, and none stands where none was written."""
    parts = [tokens[start].text]
    for before, here in zip(tokens[start : stop + 1], tokens[start + 1 : stop + 1], strict=False):
        parts.append((" " if here.at > before.end else "") + here.text)
    return "".join(parts)


def special_keys(value: object) -> frozenset[str]:
    """Keys inside a value which are no single word; the first few thousand values are looked at.

    >>> sorted(special_keys({"a b": 1, "c": [{"d-e": 2}]}))
    ['a b', 'd-e']
    """
    found: set[str] = set()
    stack, seen = [value], 0
    while stack and seen < _MANY:
        here = stack.pop()
        seen += 1
        if isinstance(here, Mapping):
            found.update(key for key in here if isinstance(key, str) and not is_plain(key))
            stack.extend(inner for inner in here.values() if isinstance(inner, (Mapping, list, tuple)))
        elif isinstance(here, (list, tuple)):
            stack.extend(inner for inner in here[:_MANY] if isinstance(inner, (Mapping, list, tuple)))
    return frozenset(found)


@lru_cache(maxsize=256)
def table_of(names: frozenset[str]) -> NameTable:
    """The table of a set of names; tables are shared, so nobody adds to them."""
    return NameTable(sorted(names))


def nearest(name: str, known: Collection[str]) -> str | None:
    """The known name most like a name, or None.

    >>> nearest("scoredblocks", {"scored_blocks", "arm"})
    'scored_blocks'
    """
    close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return close[0] if close else None
