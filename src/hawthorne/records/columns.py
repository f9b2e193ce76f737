"""Columns: the rows of a growing table, kept by column, so that a million rows stay modest in memory.

Words are coded by the list of those met (one byte a cell up to 255 of them), numbers lie in arrays. It reads as a
sequence of dicts: what a `Table` holds.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Literal, overload

from hawthorne.core.values import JSON, canonical

Store = Literal["word", "whole", "real"]
Derive = Callable[[Mapping[str, Any]], JSON]

_RANGES = (("h", 2**15 - 1), ("i", 2**31 - 1), ("q", 2**63 - 1))
_WIDTHS = (("B", 2**8), ("H", 2**16), ("I", 2**32))


class Words:
    """A column of any JSON scalars, coded; code 0 is None. 1, 1.0 and true stay apart."""

    __slots__ = ("_codes", "_known", "_limit", "levels")

    def __init__(self, length: int = 0) -> None:
        self._codes = array("B", bytes(length))
        self._limit = 2**8
        self._known: dict[Any, int] = {}
        self.levels: list[JSON] = [None]

    def append(self, value: JSON) -> None:
        if value is None:
            self._codes.append(0)
            return
        key = value if value.__class__ is str else (value.__class__, value)
        code = self._known.get(key)
        if code is None:
            code = self._known[key] = len(self.levels)
            self.levels.append(value)
            if code >= self._limit:
                self._widen(code)
        self._codes.append(code)

    def _widen(self, code: int) -> None:
        kind, self._limit = next((kind, limit) for kind, limit in _WIDTHS if code < limit)
        self._codes = array(kind, self._codes)

    def __getitem__(self, index: int) -> JSON:
        return self.levels[self._codes[index]]

    def __iter__(self) -> Iterator[JSON]:
        return map(self.levels.__getitem__, self._codes)


class Wholes:
    """A column of whole numbers within 64 bits, in as few bytes each as its values so far need."""

    __slots__ = ("_cells", "_most", "_none")

    def __init__(self, length: int = 0) -> None:
        self._most = 2**7 - 1
        self._none = -(2**7)
        self._cells = array("b", [self._none]) * length

    def append(self, value: int | None) -> None:
        if value is None:
            self._cells.append(self._none)
            return
        if not -self._most <= value <= self._most:
            self._widen(value)
        self._cells.append(value)

    def _widen(self, value: int) -> None:
        before = self._none
        kind, self._most = next((kind, most) for kind, most in _RANGES if -most <= value <= most)
        self._none = -self._most - 1
        self._cells = array(kind, (self._none if cell == before else cell for cell in self._cells))

    def __getitem__(self, index: int) -> int | None:
        cell = self._cells[index]
        return None if cell == self._none else cell

    def __iter__(self) -> Iterator[int | None]:
        none = self._none
        return (None if cell == none else cell for cell in self._cells)


class Reals:
    """A column of floats; None is kept as NaN, which JSON does not have."""

    __slots__ = ("_cells",)

    def __init__(self, length: int = 0) -> None:
        self._cells = array("d", [math.nan]) * length

    def append(self, value: float | None) -> None:
        self._cells.append(math.nan if value is None else value)

    def __getitem__(self, index: int) -> float | None:
        cell = self._cells[index]
        return None if cell != cell else cell

    def __iter__(self) -> Iterator[float | None]:
        return (None if cell != cell else cell for cell in self._cells)


_STORES: dict[str, type[Words] | type[Wholes] | type[Reals]] = {"word": Words, "whole": Wholes, "real": Reals}


class Columns(Sequence[Mapping[str, Any]]):
    """Rows kept by column.

    `stores` names the columns in order and how each is kept; a row may bring columns that are not named: they are kept
    as words, after the named ones, in the order of first appearance. `derived` columns are computed when a row is read.

    >>> rows = Columns({"case": "whole", "rt": "real"}, {"id": lambda row: f"s{row['case']}"})
    >>> rows.append({"case": 1, "rt": 0.5})
    >>> rows.append({"case": 2, "answer": "Match"})
    >>> rows[1]
    {'case': 2, 'rt': None, 'answer': 'Match', 'id': 's2'}
    >>> list(rows.column("answer"))
    [None, 'Match']
    """

    def __init__(self, stores: Mapping[str, Store], derived: Mapping[str, Derive] | None = None) -> None:
        self._columns = {name: _STORES[store]() for name, store in stores.items()}
        self._derived = dict(derived or {})
        self._length = 0

    def append(self, row: Mapping[str, Any]) -> None:
        """Add a row; a named column that it lacks is None."""
        columns = self._columns
        for name in row:
            if name not in columns:
                columns[name] = Words(self._length)
        for name, column in columns.items():
            column.append(row.get(name))
        self._length += 1

    @property
    def names(self) -> tuple[str, ...]:
        """The columns in order, derived ones last."""
        return (*self._columns, *self._derived)

    def column(self, name: str) -> Iterator[JSON]:
        """The values of one column. Raises KeyError for an unknown one."""
        if name in self._derived:
            derive = self._derived[name]
            return (derive(row) for row in self)
        return iter(self._columns[name])

    def levels(self, name: str) -> tuple[JSON, ...]:
        """The different values of a column of words, in the order of first appearance; () for other columns."""
        column = self._columns.get(name)
        return tuple(column.levels[1:]) if isinstance(column, Words) else ()

    def types(self, name: str) -> set[type]:
        """The types of a column's values, None apart."""
        column = self._columns.get(name)
        if isinstance(column, Words):
            return {level.__class__ for level in column.levels[1:]}
        cells = self.column(name) if column is None else column
        return {cell.__class__ for cell in cells} - {type(None)}

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Mapping[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Mapping[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> Mapping[str, Any] | Sequence[Mapping[str, Any]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._derive({name: column[index] for name, column in self._columns.items()})

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        names = tuple(self._columns)
        for cells in zip(*map(iter, self._columns.values()), strict=True):
            yield self._derive(dict(zip(names, cells, strict=True)))

    def _derive(self, row: dict[str, Any]) -> dict[str, Any]:
        for name, derive in self._derived.items():
            row[name] = derive(row)
        return row


def flat(name: str, value: JSON) -> Iterator[tuple[str, JSON]]:
    """The columns of a nested value: dicts become dotted names, lists their JSON text.

    >>> list(flat("stimulus", {"Letter": "A", "Target": {"side": "Left"}, "Buttons": [1, 2]}))
    [('stimulus.Letter', 'A'), ('stimulus.Target.side', 'Left'), ('stimulus.Buttons', '[1,2]')]
    """
    if isinstance(value, Mapping):
        return chain.from_iterable(flat(f"{name}.{key}", item) for key, item in value.items())
    return iter(((name, canonical(value) if isinstance(value, (list, tuple)) else value),))
