"""Ranges: how they are made, and whether a value lies in one (DMN 1.5, 10.3.2.7)."""

from __future__ import annotations

from typing import Any

from .equality import at_most, equal, less, order
from .values import Range


def make_range(low: Any, high: Any, low_included: bool, high_included: bool) -> Range | None:
    """A range from its ends; null where they are not comparable, lie the wrong way round, or a null end is included."""
    if low is None or high is None:
        if (low is None and low_included) or (high is None and high_included) or low is high:
            return None
        return Range(low, high, low_included, high_included)
    return Range(low, high, low_included, high_included) if at_most(low, high) is True else None


def make_test(operator: str, operand: Any) -> Range | None:
    """A unary test as a range: ``(< 10)``, ``(>= 10)``, ``(= 10)``, ``(!= 10)``."""
    if operator in ("=", "!="):
        return Range(operand, operand, True, True, operator)
    if operand is None or order(operand, operand) is None:
        return None
    if operator[0] == "<":
        return Range(None, operand, False, operator == "<=", operator)
    return Range(operand, None, operator == ">=", False, operator)


def compare(operator: str, a: Any, b: Any) -> bool | None:
    """``a operator b`` for the six comparisons."""
    if operator == "=":
        return equal(a, b)
    if operator == "!=":
        result = equal(a, b)
        return None if result is None else not result
    if operator == "<":
        return less(a, b)
    if operator == "<=":
        return at_most(a, b)
    return less(b, a) if operator == ">" else at_most(b, a)


def contains(box: Range, value: Any) -> bool | None:
    """Whether a value lies in a range; None where it is not comparable with the ends."""
    if box.test is not None:
        return compare(box.test, value, box.high if box.test[0] == "<" else box.low)
    above = at_most(box.low, value) if box.low_included else less(box.low, value)
    below = at_most(value, box.high) if box.high_included else less(value, box.high)
    if above is False or below is False:
        return False
    return None if above is None or below is None else True
