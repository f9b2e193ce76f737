"""`number`: a finite number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces import grid as numbers
from hawthorne.spaces.grid import Grid, is_number, whole
from hawthorne.spaces.problem import Problem, shown

SPAN = 100
"""How far from its one end a half-open range is sampled."""


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number of a range, with at most so many decimals.

    >>> Number((0, None), decimals=2).check(1.25) is None
    True
    >>> Number((0, None), decimals=2).check(1.255)
    'must be a number of at least 0 with at most 2 decimals, not 1.255'
    """

    kind: ClassVar[str] = "number"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    range: tuple[numbers.Number | None, numbers.Number | None] = (None, None)
    decimals: int | None = None
    """At most so many digits after the point; None: any."""
    _grid: Grid | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.range) != 2:
            raise UsageError(f"number: a range has two ends, not {self.range!r}")
        numbers.check_range(*self.range, "number")
        grid = None
        if self.decimals is not None:
            if self.decimals.__class__ is not int or not 0 <= self.decimals <= 15:
                raise UsageError(f"number: decimals must be a whole number from 0 to 15, not {self.decimals!r}")
            grid = Grid.of(0, 1 if self.decimals == 0 else float(f"1e-{self.decimals}"))
            numbers.check_digits(grid, *(end for end in self.range if end is not None))
        object.__setattr__(self, "range", tuple(self.range))
        object.__setattr__(self, "_grid", grid)
        if grid is not None:
            least, most = self._window()
            if grid.at(-grid.last(-least)) > most:
                raise UsageError(f"number: no number{numbers.described(*self.range)} has {self.decimals} decimals")

    def _window(self) -> tuple[numbers.Number, numbers.Number]:
        """The closed range that samples come from."""
        low, high = self.range
        if low is None:
            return (0, SPAN) if high is None else (high - SPAN, high)
        return (low, low + SPAN if high is None else high)

    def check(self, value: JSON) -> str | None:
        low, high = self.range
        if not is_number(value):
            code = "wrong_type"
        elif (low is not None and value < low) or (high is not None and value > high):
            code = "out_of_range"
        elif self._grid is not None and not self._grid.holds(value):
            code = "off_step"
        else:
            return None
        decimals = "" if self.decimals is None else f" with at most {self.decimals} decimals"
        return Problem(code, f"must be a number{numbers.described(low, high)}{decimals}, not {shown(value)}")

    def normal(self, value: JSON) -> JSON:
        """A whole number is an int."""
        return whole(value)

    def sample(self, draws: Draws) -> JSON:
        low, high = self._window()
        if self._grid is not None:
            first = -self._grid.last(-low)
            return self._grid.at(first + draws.below(self._grid.last(high) - first + 1))
        u = draws.uniform()
        return min(max(low * (1.0 - u) + high * u, low), high)

    def schema(self) -> dict[str, Any]:
        return numbers.schema(*self.range, self._grid)

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        low, high = self._window()
        if self._grid is not None:
            low, high = self._grid.at(-self._grid.last(-low)), self._grid.at(self._grid.last(high))
        wrong: list[JSON] = [None, True, str(low), [low], {}]
        wrong += [] if self.range[0] is None else [self.range[0] - 1]
        wrong += [] if self.range[1] is None else [self.range[1] + 1]
        return [low, high], wrong
