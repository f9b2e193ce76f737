"""What is placed by layers: cells, the arrows between them, and the measures of the raster."""

from __future__ import annotations

from dataclasses import dataclass

GRID = 10
"""Everything stands on a raster of so many pixels."""
SEP = 30
"""Pixels between one cell and the next below."""
GAP = 50
"""Pixels between columns, at least."""
SWEEPS, SETTLINGS = 8, 31
STRAIGHT = 400.0
"""How much more a node of a longest way weighs than another."""


@dataclass(slots=True)
class Cell:
    """A node and the room it needs from its middle to each side, in pixels. `under` is the node in whose column this
    one follows at once (where a boundary event's flow leaves); `lane` counts lanes from the top."""

    id: str
    left: int = 0
    right: int = 0
    up: int = 0
    down: int = 0
    lane: int = 0
    under: str | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """An edge with the room that its text needs, in pixels."""

    source: str
    target: str
    room: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """The middle of every cell, and the upper and lower end of each lane."""

    middle: dict[str, tuple[int, int]]
    lanes: list[tuple[int, int]]


def up_to_grid(size: float) -> int:
    """A size as the next multiple of the raster.

    >>> up_to_grid(21.5)
    30
    """
    return -int(-size // GRID) * GRID
