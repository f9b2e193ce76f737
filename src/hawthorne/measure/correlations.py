"""Correlations of two variables over units."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hawthorne.measure.statistics import squares


def pearson(x: Sequence[float], y: Sequence[float]) -> float:
    """Pearson's r; 0 where one of them does not vary.

    >>> round(pearson([1, 2, 3, 4], [1, 3, 2, 4]), 4)
    0.8
    """
    below = math.sqrt(squares(x) * squares(y)) if x else 0.0
    if below == 0.0:
        return 0.0
    mx, my = math.fsum(x) / len(x), math.fsum(y) / len(y)
    return math.fsum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / below


def spearman(x: Sequence[float], y: Sequence[float]) -> float:
    """Spearman's rank correlation; ties share their mean rank.

    >>> round(spearman([1, 2, 2, 9], [1, 2, 3, 100]), 4)
    0.9487
    """
    return pearson(ranks(x), ranks(y))


def ranks(values: Sequence[float]) -> list[float]:
    """The ranks of values, from 1; ties share their mean rank.

    >>> ranks([10, 30, 20, 20])
    [1.0, 4.0, 2.5, 2.5]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    found = [0.0] * len(values)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for i in order[first : last + 1]:
            found[i] = (first + last) / 2 + 1
        first = last + 1
    return found
