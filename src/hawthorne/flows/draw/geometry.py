"""Boxes and points, in pixels, x to the right and y down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle by its left upper corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def cx(self) -> float:
        return self.x + self.width / 2

    @property
    def cy(self) -> float:
        return self.y + self.height / 2

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def overlap(self, other: Box) -> float:
        """The area that two boxes share.

        >>> Box(0, 0, 10, 10).overlap(Box(5, 5, 10, 10))
        25
        """
        width = min(self.right, other.right) - max(self.x, other.x)
        height = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0, width) * max(0, height)

    def holds(self, other: Box) -> bool:
        """Whether the other box lies within."""
        return (
            self.x <= other.x and self.y <= other.y and self.right >= other.right and self.bottom >= other.bottom
        )  # fmt: skip

    def near(self, point: Point, within: float = 1.0) -> bool:
        """Whether a point lies in the box or this close to it."""
        x, y = point
        return self.x - within <= x <= self.right + within and self.y - within <= y <= self.bottom + within


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of these."""
    found = list(boxes)
    x, y = min(box.x for box in found), min(box.y for box in found)
    return Box(x, y, max(box.right for box in found) - x, max(box.bottom for box in found) - y)


def of_line(a: Point, b: Point) -> Box:
    """The box of a straight line, flat where it is horizontal or vertical."""
    return Box(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1]))
