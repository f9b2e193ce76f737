"""Numbers of answers: what is a number, and the grid of steps that it must lie on, in exact decimals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeGuard

from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON

Number = int | float
MOST_DIGITS = 10**15  # a binary double tells all decimals of fifteen digits apart (IEEE 754, DBL_DIG)


def is_number(value: JSON) -> TypeGuard[Number]:
    """A finite int or float; a bool is none.

    >>> [is_number(value) for value in (1, 1.5, True, "1", float("nan"))]
    [True, True, False, False, False]
    """
    kind = value.__class__
    return kind is int or (kind is float and math.isfinite(value))


def is_whole(value: JSON) -> TypeGuard[Number]:
    """A whole number, as an int or as a float without a fraction: JSON has one kind of number only."""
    kind = value.__class__
    return kind is int or (kind is float and value.is_integer())


def whole(value: Number) -> Number:
    """A whole number as an int, any other as it is: the form in which a number is kept.

    >>> whole(3.0), whole(0.5), whole(1e300) == 1e300
    (3, 0.5, True)
    """
    return int(value) if value.__class__ is float and value.is_integer() and abs(value) < 2**53 else value


def exact(value: Number) -> Fraction:
    """The decimal that a number prints as, without rounding.

    >>> exact(0.1) * 3 == exact(0.3)
    True
    """
    return Fraction(value) if value.__class__ is int else Fraction(repr(value))


def nearest_number(value: Fraction) -> Number:
    """An int where the fraction is whole, else the nearest float."""
    return value.numerator if value.denominator == 1 else value.numerator / value.denominator


@dataclass(frozen=True, slots=True)
class Grid:
    """The numbers `start + k * step`, k a whole number.

    >>> grid = Grid.of(0, 0.1)
    >>> grid.holds(0.3), grid.holds(0.30000000000000004), grid.at(7)
    (True, False, 0.7)
    """

    start: Fraction
    step: Fraction
    whole: bool
    """Whether every number of the grid is whole."""

    @classmethod
    def of(cls, start: Number, step: Number) -> Grid:
        """Raises UsageError when the step is not a number above 0."""
        if not is_number(step) or step <= 0:
            raise UsageError(f"a step must be a number above 0, not {step!r}")
        a, b = exact(start), exact(step)
        return cls(a, b, a.denominator == 1 and b.denominator == 1)

    def holds(self, value: Number) -> bool:
        """Whether a number lies on the grid."""
        if self.whole and value.__class__ is int:
            return (value - self.start.numerator) % self.step.numerator == 0
        return ((exact(value) - self.start) / self.step).denominator == 1

    def at(self, k: int) -> Number:
        """Number k of the grid, from 0 at its start."""
        return nearest_number(self.start + k * self.step)

    def last(self, high: Number) -> int:
        """The greatest k whose number is not above `high`."""
        return math.floor((exact(high) - self.start) / self.step)

    def rule(self) -> dict[str, Any]:
        """The grid as an entry of `x-rules`."""
        return {"rule": "grid", "start": nearest_number(self.start), "step": nearest_number(self.step)}


def check_range(low: Number | None, high: Number | None, what: str) -> None:
    """Raises UsageError unless both ends are numbers (or open) in order."""
    for end in (low, high):
        if end is not None and not is_number(end):
            raise UsageError(f"{what}: a range's end must be a number, not {end!r}")
    if low is not None and high is not None and low > high:
        raise UsageError(f"{what}: the range from {low} to {high} is empty")


def check_digits(grid: Grid, *ends: Number) -> None:
    """Raises UsageError when a grid is finer than a float can tell: the sample must lie on it."""
    places = math.lcm(grid.start.denominator, grid.step.denominator)
    if any(abs(exact(end)) * places > MOST_DIGITS for end in ends):
        step = nearest_number(grid.step)
        raise UsageError(f"a step of {step} up to {max(ends, key=abs)} has more digits than a number can hold (15)")


def misplaced(value: JSON, low: Number, high: Number) -> str:
    """The code of what is wrong with a value that is no number from `low` to `high` on its grid."""
    if not is_number(value):
        return "wrong_type"
    return "off_step" if low <= value <= high else "out_of_range"


def described(low: Number | None, high: Number | None) -> str:
    """A range in words, with a space before it.

    >>> described(0, 10), described(None, 3), described(1, None), described(None, None)
    (' from 0 to 10', ' of at most 3', ' of at least 1', '')
    """
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}"
    return "" if high is None else f" of at most {high}"


def schema(low: Number | None, high: Number | None, grid: Grid | None = None) -> dict[str, Any]:
    """JSON Schema of the numbers between two ends, on a grid. Only a whole grid that runs through 0 can be said with
    `multipleOf`; any other is an `x-rule`, since validators divide in binary."""
    whole = grid is not None and grid.whole
    result: dict[str, Any] = {"type": "integer" if whole else "number"}
    if low is not None:
        result["minimum"] = low
    if high is not None:
        result["maximum"] = high
    if grid is None or (whole and grid.step == 1):
        return result
    if whole and grid.start % grid.step == 0:
        result["multipleOf"] = grid.step.numerator
    else:
        result["x-rules"] = [grid.rule()]
    return result
