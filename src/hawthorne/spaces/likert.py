"""`likert`: a point on a rating scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces.grid import is_whole, whole
from hawthorne.spaces.problem import Problem, shown


@dataclass(frozen=True, slots=True)
class Likert:
    """A whole number from the first point to the last.

    >>> Likert((1, 7)).check(4) is None, Likert((1, 7)).check(True)
    (True, 'must be a whole number from 1 to 7, not true')
    """

    kind: ClassVar[str] = "likert"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    points: tuple[int, int]
    """The first and the last point, both included."""

    def __post_init__(self) -> None:
        points = tuple(self.points)
        if len(points) != 2 or not all(point.__class__ is int for point in points) or points[0] >= points[1]:
            raise UsageError(f"likert: points must be two whole numbers in order, not {self.points!r}")
        object.__setattr__(self, "points", points)

    def check(self, value: JSON) -> str | None:
        low, high = self.points
        if is_whole(value) and low <= value <= high:
            return None
        code = "out_of_range" if is_whole(value) else "wrong_type"
        return Problem(code, f"must be a whole number from {low} to {high}, not {shown(value)}")

    def normal(self, value: JSON) -> JSON:
        """A whole number is an int."""
        return whole(value)

    def sample(self, draws: Draws) -> JSON:
        low, high = self.points
        return low + draws.below(high - low + 1)

    def schema(self) -> dict[str, Any]:
        low, high = self.points
        return {"type": "integer", "minimum": low, "maximum": high}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        low, high = self.points
        return [low, high, float(high)], [None, False, str(low), low - 1, high + 1, low + 0.5, [low]]
