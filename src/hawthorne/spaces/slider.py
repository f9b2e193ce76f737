"""`slider`: a position on a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces import grid as numbers
from hawthorne.spaces.grid import Grid, Number, is_number, whole
from hawthorne.spaces.problem import Problem, shown


@dataclass(frozen=True, slots=True)
class Slider:
    """A number of a range, on the grid of its steps, which begins at the range's lower end.

    >>> Slider((0, 100)).check(50) is None, Slider((0, 1), 0.1).check(0.3) is None
    (True, True)
    >>> Slider((0, 100), 5).check(7)
    'must be a number from 0 to 100 in steps of 5, not 7'
    """

    kind: ClassVar[str] = "slider"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    range: tuple[Number, Number]
    step: Number = 1
    _grid: Grid = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.range) != 2 or None in self.range:
            raise UsageError(f"slider: a range has two ends, not {self.range!r}")
        numbers.check_range(*self.range, "slider")
        grid = Grid.of(self.range[0], self.step)
        numbers.check_digits(grid, *self.range)
        object.__setattr__(self, "range", tuple(self.range))
        object.__setattr__(self, "_grid", grid)

    def check(self, value: JSON) -> str | None:
        low, high = self.range
        if is_number(value) and low <= value <= high and self._grid.holds(value):
            return None
        code = numbers.misplaced(value, low, high)
        return Problem(code, f"must be a number from {low} to {high} in steps of {self.step}, not {shown(value)}")

    def normal(self, value: JSON) -> JSON:
        """A whole number is an int."""
        return whole(value)

    def sample(self, draws: Draws) -> JSON:
        return self._grid.at(draws.below(self._grid.last(self.range[1]) + 1))

    def schema(self) -> dict[str, Any]:
        return numbers.schema(*self.range, self._grid)

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        low, high = self.range
        valid = [low, self._grid.at(self._grid.last(high) // 2), self._grid.at(self._grid.last(high))]
        between = numbers.nearest_number(self._grid.start + self._grid.step / 2)
        return valid, [None, True, str(low), high + 1, low - 1, between, [low]]
