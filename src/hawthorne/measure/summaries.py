"""Statistics worked out anew from what papers print: means, standard deviations, sizes and counts of cells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Summary(NamedTuple):
    """A cell: its mean, its standard deviation (n - 1 below) and its size."""

    mean: float
    sd: float
    n: float


def student(a: Summary, b: Summary) -> float:
    """Student's t of two cells with pooled variance; n1 + n2 - 2 degrees of freedom.

    >>> round(student(Summary(7.849, 2.022, 3243), Summary(7.243, 2.423, 3087)), 4)
    10.8236
    """
    return _divided(a.mean - b.mean, pooled(a, b) * math.sqrt(1.0 / a.n + 1.0 / b.n))


def welch(a: Summary, b: Summary) -> float:
    """Welch's t of two cells.

    >>> round(welch(Summary(7.849, 2.022, 3243), Summary(7.243, 2.423, 3087)), 4)
    10.7759
    """
    return _divided(a.mean - b.mean, math.sqrt(a.sd**2 / a.n + b.sd**2 / b.n))


def welch_df(a: Summary, b: Summary) -> float:
    """The degrees of freedom of Welch's t (Welch 1947)."""
    va, vb = a.sd**2 / a.n, b.sd**2 / b.n
    return _divided((va + vb) ** 2, va**2 / (a.n - 1) + vb**2 / (b.n - 1))


def pooled(a: Summary, b: Summary) -> float:
    """The pooled standard deviation of two cells."""
    return math.sqrt(((a.n - 1) * a.sd**2 + (b.n - 1) * b.sd**2) / (a.n + b.n - 2))


def one_way(cells: Sequence[Summary]) -> float:
    """F of a one-way analysis of variance; k - 1 and N - k degrees of freedom.

    >>> cells = [Summary(61.5, 18.0, 20), Summary(45.0, 19.0, 20)]
    >>> round(one_way(cells), 6) == round(student(*cells) ** 2, 6)
    True
    """
    total = math.fsum(cell.n for cell in cells)
    centre = math.fsum(cell.n * cell.mean for cell in cells) / total
    between = math.fsum(cell.n * (cell.mean - centre) ** 2 for cell in cells) / (len(cells) - 1)
    within = math.fsum((cell.n - 1) * cell.sd**2 for cell in cells) / (total - len(cells))
    return _divided(between, within)


def contrast_f(cells: Sequence[Summary], weights: Sequence[float]) -> float:
    """F of a contrast of cells' means with one degree of freedom, the error pooled over all cells: an effect of a
    factorial design, of unweighted means.

    >>> cells = [Summary(61.5, 18.0, 20), Summary(45.0, 19.0, 20)]
    >>> round(contrast_f(cells, [1, -1]), 6) == round(student(*cells) ** 2, 6)
    True
    """
    error = math.fsum((cell.n - 1) * cell.sd**2 for cell in cells) / (math.fsum(cell.n for cell in cells) - len(cells))
    value = math.fsum(weight * cell.mean for cell, weight in zip(cells, weights, strict=True))
    size = math.fsum(weight**2 / cell.n for cell, weight in zip(cells, weights, strict=True))
    return _divided(value**2, error * size)


Counts = Sequence[Sequence[float]]
"""A table of counts, a row for each group."""


def chi_square(counts: Counts, yates: bool = False) -> float:
    """Pearson's chi square of a table of counts; with Yates's correction where asked and the table is two by two.

    >>> table = [[32, 7], [9, 30]]
    >>> round(chi_square(table), 5), round(chi_square(table, yates=True), 5)
    (27.19974, 24.88596)
    """
    rows, columns = [math.fsum(row) for row in counts], [math.fsum(column) for column in zip(*counts, strict=True)]
    total = math.fsum(rows)
    correction = 0.5 if yates and len(rows) == len(columns) == 2 else 0.0
    terms = []
    for row, row_total in zip(counts, rows, strict=True):
        for count, column_total in zip(row, columns, strict=True):
            expected = row_total * column_total / total
            if expected:
                terms.append(max(0.0, abs(count - expected) - correction) ** 2 / expected)
    return math.fsum(terms)


def fisher(counts: Counts) -> float:
    """The two-tailed p value of Fisher's exact test of a table of two by two: all tables with its margins that are no
    likelier.

    >>> f"{fisher([[32, 7], [9, 30]]):.4e}"
    '2.8212e-07'
    """
    (a, b), (c, d) = ((int(x) for x in row) for row in counts)
    row, column, rest = a + b, a + c, c + d
    span = range(max(0, column - rest), min(row, column) + 1)
    ways = [math.comb(row, k) * math.comb(rest, column - k) for k in span]  # whole numbers: ties are ties
    bar = math.comb(row, a) * math.comb(rest, c)
    return sum(way for way in ways if way <= bar) / sum(ways)


def odds_ratio(counts: Counts) -> float:
    """The odds ratio of a table of two by two, with half a unit added to every count where one is zero.

    >>> round(odds_ratio([[32, 7], [9, 30]]), 3)
    15.238
    """
    (a, b), (c, d) = counts
    if 0 in (a, b, c, d):
        a, b, c, d = a + 0.5, b + 0.5, c + 0.5, d + 0.5
    return a * d / (b * c)


def proportion_z(k1: float, n1: float, k2: float, n2: float) -> float:
    """The z of two proportions with pooled variance; its square is chi square without correction.

    >>> round(proportion_z(32, 39, 9, 39) ** 2, 5)
    27.19974
    """
    p = (k1 + k2) / (n1 + n2)
    return _divided(k1 / n1 - k2 / n2, math.sqrt(p * (1.0 - p) * (1.0 / n1 + 1.0 / n2)))


def _divided(above: float, below: float) -> float:
    """A quotient; of a difference without any spread, infinite."""
    if below > 0.0:
        return above / below
    return 0.0 if above == 0.0 else math.copysign(math.inf, above)
