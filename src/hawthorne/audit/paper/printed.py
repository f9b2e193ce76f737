"""Printed numbers as the intervals that they stand for. Bounds are exact fractions: a half is a half."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from hawthorne.protocols.model.human import Figure

INFINITE = math.inf
SLACK = 1e-9
"""How far apart bounds may lie that were worked out in floating point and still touch, relative to their size."""


class Interval(NamedTuple):
    """All numbers from `low` to `high`, both included."""

    low: float
    high: float

    def meets(self, other: Interval) -> bool:
        """Whether both hold a number in common.

        >>> Interval(1, 2).meets(Interval(2, 3)), Interval(1, 2).meets(Interval(2.1, 3))
        (True, False)
        """
        slack = SLACK * max(1.0, *(abs(x) for x in (*self, *other) if math.isfinite(x)), 0.0)
        return self.low <= other.high + slack and other.low <= self.high + slack

    def times(self, factor: float) -> Interval:
        """Every number times a factor from 0."""
        return Interval(self.low * factor, self.high * factor)

    @property
    def size(self) -> Interval:
        """The absolute values.

        >>> Interval(-3, 1).size
        Interval(low=0.0, high=3)
        """
        low = 0.0 if self.low <= 0 <= self.high else min(abs(self.low), abs(self.high))
        return Interval(low, max(abs(self.low), abs(self.high)))

    def __str__(self) -> str:
        if math.isclose(self.low, self.high, rel_tol=1e-12):
            return short(self.low)
        return f"{short(self.low)} to {short(self.high)}"


def short(number: float) -> str:
    """A number in five digits.

    >>> short(8.04598), short(0.5)
    ('8.046', '0.5')
    """
    return f"{float(number):.5g}" if abs(number) < 1e-3 else f"{float(number):.4g}"


def exact(number: float) -> Fraction:
    """A number as it is written: 0.1 is a tenth."""
    return Fraction(repr(number))


def decimals(figure: Figure) -> int:
    """How many decimals a number has in print; where that is not told, as many as it needs."""
    if figure.dp is not None:
        return figure.dp
    text = repr(figure.v)
    return len(text.partition(".")[2]) if "." in text and "e" not in text and not text.endswith(".0") else 0


def unit(figure: Figure) -> Fraction:
    """One unit in the last printed place."""
    return Fraction(1, 10 ** decimals(figure))


def rounded(figure: Figure) -> Interval:
    """What a printed number may have been rounded from; of an inequality, what it allows.

    >>> rounded(Figure(v=2.82, dp=2)), rounded(Figure(v=0.001, dp=3, op="<")).high
    (Interval(low=2.815, high=2.825), 0.001)
    """
    if figure.op in ("<", "<="):
        return Interval(-INFINITE, float(figure.v))
    if figure.op in (">", ">="):
        return Interval(float(figure.v), INFINITE)
    low, high = rounded_exactly(figure)
    return Interval(float(low), float(high))


def rounded_exactly(figure: Figure) -> tuple[Fraction, Fraction]:
    """The bounds of what a printed number may have been rounded from."""
    half, value = unit(figure) / 2, exact(figure.v)
    return value - half, value + half


def certain(figure: Figure | None) -> bool:
    """Whether a number was printed as such, and not as a bound or an approximation."""
    return figure is not None and figure.op == "="


def whole_numbers(figure: Figure, times: Fraction, cut: bool = False) -> range:
    """The whole numbers that, divided by `times`, may be printed so: rounded, or, with `cut`, with digits cut off.

    >>> list(whole_numbers(Figure(v=29, dp=0), Fraction(88, 100)))
    []
    >>> list(whole_numbers(Figure(v=29, dp=0), Fraction(88, 100), cut=True))
    [26]
    """
    low, high = rounded_exactly(figure)
    if not cut:
        return range(math.ceil(low * times), math.floor(high * times) + 1)
    value, whole = exact(figure.v), unit(figure)
    if value < 0:
        return range(math.floor((value - whole) * times) + 1, math.floor(value * times) + 1)
    return range(math.ceil(value * times), math.ceil((value + whole) * times))


def spread(function: Callable[..., float], *arguments: Interval) -> Interval:
    """The values that a function takes at the corners of its arguments' intervals: all that it takes, where it rises
    or falls in each of them alone.

    >>> spread(lambda a, b: a / b, Interval(1, 2), Interval(4, 5))
    Interval(low=0.2, high=0.5)
    """
    values = [function(*corner) for corner in product(*(dict.fromkeys(argument) for argument in arguments))]
    return Interval(min(values), max(values))
