"""The registry: which names of documents stand for which contracts' implementations.

Registration is data: tuples in `hawthorne.plugins` and in a plug-in package's entry points, no side effects of
decorators. A target `module:Name` is imported when it is first asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from hawthorne.core.errors import HawthorneError, did_you_mean


@dataclass(frozen=True, slots=True)
class Point:
    """An extension point: the contract, where it is written, the built-ins, and the entry-point group of plug-ins."""

    name: str
    contract: str
    about: str
    builtins: Mapping[str, str]

    @property
    def group(self) -> str:
        """The entry-point group under which a package registers its own.

        >>> Point("instruments", "hawthorne.core.instrument:Instrument", "", {}).group
        'hawthorne.instruments'
        """
        return f"hawthorne.{self.name}"


class UnknownName(HawthorneError):
    """A name that no built-in and no plug-in answers to."""


_points: dict[str, Point] = {}
_found: dict[str, dict[str, str]] = {}
_loaded: dict[tuple[str, str], Any] = {}


def install(points: Iterable[Point]) -> None:
    """Make these extension points known; called by the package itself. Plug-ins are looked for anew."""
    for point in points:
        _points[point.name] = point
        _found.pop(point.name, None)


def points() -> tuple[Point, ...]:
    """Every extension point."""
    return tuple(_points.values())


def names(point: str) -> dict[str, str]:
    """The names of a point and their targets (`module:Name`): built-ins first, then plug-ins."""
    if point not in _found:
        found = dict(_points[point].builtins)
        for entry in entry_points(group=_points[point].group):
            found.setdefault(entry.name, entry.value)
        _found[point] = found
    return _found[point]


def resolve(point: str, name: str) -> Any:
    """The object behind a name, imported on first use. Raises UnknownName with the nearest names."""
    key = (point, name)
    if key not in _loaded:
        known = names(point)
        if name not in known:
            word = _points[point].name.removesuffix("s").replace("_", " ")
            raise UnknownName(f'unknown {word} "{name}": {did_you_mean(name, known)}')
        module, _, attribute = known[name].partition(":")
        _loaded[key] = getattr(importlib.import_module(module), attribute)
    return _loaded[key]
