"""Differences of two conditions or arms, between or within subjects, with intervals and effect sizes.

`between` takes two groups of subjects; `within` takes two values of the same subjects, in the same order. A difference
is the first less the second.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from hawthorne.core.draws import normal_quantile
from hawthorne.core.errors import UsageError
from hawthorne.measure.estimate import LEVEL, Estimate, missing
from hawthorne.measure.statistics import Pair, mean, share, squares, t_quantile


def between(
    a: Sequence[float], b: Sequence[float], name: str = "difference", unit: str = "", level: float = LEVEL
) -> Estimate:
    """The difference of two groups' means, with Welch's interval (1947): unequal variances and sizes are allowed.

    >>> estimate = between([3.0, 4.0, 5.0], [1.0, 2.0, 3.0])
    >>> round(estimate.value, 3), round(estimate.low, 3), round(estimate.high, 3)
    (2.0, -0.267, 4.267)
    """
    n = len(a) + len(b)
    if not a or not b:
        return missing(name, "one of the groups has no values", n, unit)
    value = math.fsum(a) / len(a) - math.fsum(b) / len(b)
    if len(a) < 2 or len(b) < 2:
        return Estimate(name, value, n=n, unit=unit, reason="a group of one subject: no spread to judge by")
    va, vb = (squares(x) / (len(x) - 1) / len(x) for x in (a, b))
    if va + vb == 0.0:
        return Estimate(name, value, value, value, n, unit, "Welch's t")
    df = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
    half = t_quantile(df, level) * math.sqrt(va + vb)
    return Estimate(name, value, value - half, value + half, n, unit, "Welch's t")


def within(
    a: Sequence[float], b: Sequence[float], name: str = "difference", unit: str = "", level: float = LEVEL
) -> Estimate:
    """The mean of the subjects' differences, with Student's t interval on them."""
    estimate = mean(_differences(a, b), name, unit, level)
    return estimate if estimate.value is not None else missing(name, "no subject has both values", unit=unit)


def hedges_g(a: Sequence[float], b: Sequence[float], name: str = "g", level: float = LEVEL) -> Estimate:
    """Hedges' g of two groups: the difference in pooled standard deviations, with the exact correction for small
    samples and the interval of Hedges & Olkin (1985, Statistical Methods for Meta-Analysis, chapter 5).

    >>> round(hedges_g([3.0, 4.0, 5.0], [1.0, 2.0, 3.0]).value, 4)
    1.5958
    """
    na, nb = len(a), len(b)
    if na < 2 or nb < 2:
        return missing(name, "fewer than two subjects in a group", na + nb)
    df = na + nb - 2
    sd = math.sqrt((squares(a) + squares(b)) / df)
    if sd == 0.0:
        return missing(name, "no spread over subjects to measure the difference in", na + nb)
    g = _correction(df) * (math.fsum(a) / na - math.fsum(b) / nb) / sd
    half = normal_quantile(0.5 + level / 2.0) * math.sqrt((na + nb) / (na * nb) + g * g / (2.0 * (na + nb)))
    return Estimate(name, g, g - half, g + half, na + nb, "SD", "Hedges & Olkin")


def cohen_dz(a: Sequence[float], b: Sequence[float], name: str = "d_z", level: float = LEVEL) -> Estimate:
    """Cohen's d_z of two values of the same subjects: the mean difference in standard deviations of the differences
    (Lakens 2013, Front. Psychol. 4, 863), with Hedges' correction and the interval of Gibbons, Hedeker & Davis (1993,
    J. Educ. Stat. 18, 271-279)."""
    differences = _differences(a, b)
    n = len(differences)
    if n < 3:
        return missing(name, "fewer than three subjects have both values", n)
    sd = math.sqrt(squares(differences) / (n - 1))
    if sd == 0.0:
        return missing(name, "no spread over subjects to measure the difference in", n)
    d = _correction(n - 1) * math.fsum(differences) / n / sd
    half = normal_quantile(0.5 + level / 2.0) * math.sqrt(1.0 / n + d * d / (2.0 * n))
    return Estimate(name, d, d - half, d + half, n, "SD", "Gibbons, Hedeker & Davis")


def shares_between(
    a: Sequence[Pair], b: Sequence[Pair], name: str = "difference of shares", level: float = LEVEL
) -> Estimate:
    """The difference of two groups' shares, one pair (successes, trials) a subject: Newcombe's hybrid score interval
    (1998, Stat. Med. 17, 873-890, method 10) built from the two intervals of `statistics.share`."""
    return _combined(share(a, level=level), share(b, level=level), 0.0, len(a) + len(b), name)


def shares_within(
    a: Sequence[Pair], b: Sequence[Pair], name: str = "difference of shares", level: float = LEVEL
) -> Estimate:
    """The difference of two shares of the same subjects: the same hybrid, less the correlation of the subjects'
    shares (Newcombe 1998, Stat. Med. 17, 2635-2650; Zou & Donner 2008, Stat. Med. 27, 1693-1702)."""
    if len(a) != len(b):
        raise UsageError(f"within subjects, both conditions need the same subjects: {len(a)} and {len(b)}")
    both = [(x, y) for x, y in zip(a, b, strict=True) if x[1] > 0 and y[1] > 0]
    first, second = [x for x, _ in both], [y for _, y in both]
    r = _correlation([x / n for x, n in first], [y / n for y, n in second])
    return _combined(share(first, level=level), share(second, level=level), r, len(both), name)


def _combined(a: Estimate, b: Estimate, r: float, n: int, name: str) -> Estimate:
    if a.value is None or b.value is None:
        return missing(name, "one of the conditions has no trials", n)
    value = a.value - b.value
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return Estimate(name, value, n=n, reason="one subject: no spread over subjects to judge by")
    below, above = a.value - a.low, a.high - a.value
    under, over = b.value - b.low, b.high - b.value
    low = value - math.sqrt(max(0.0, below**2 - 2.0 * r * below * over + over**2))
    high = value + math.sqrt(max(0.0, above**2 - 2.0 * r * above * under + under**2))
    return Estimate(name, value, max(-1.0, low), min(1.0, high), n, method="Newcombe's hybrid score")


def _differences(a: Sequence[float], b: Sequence[float]) -> list[float]:
    if len(a) != len(b):
        raise UsageError(f"within subjects, both conditions need the same subjects: {len(a)} and {len(b)}")
    return [x - y for x, y in zip(a, b, strict=True)]


def _correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Pearson's correlation; 0 where one of them does not vary."""
    if len(a) < 3:
        return 0.0
    aa, bb = squares(a), squares(b)
    if aa == 0.0 or bb == 0.0:
        return 0.0
    ma, mb = math.fsum(a) / len(a), math.fsum(b) / len(b)
    return math.fsum((x - ma) * (y - mb) for x, y in zip(a, b, strict=True)) / math.sqrt(aa * bb)


def _correction(df: int) -> float:
    """Hedges' factor (1981, J. Educ. Stat. 6, 107-128), exact."""
    return math.exp(math.lgamma(df / 2.0) - math.lgamma((df - 1) / 2.0)) / math.sqrt(df / 2.0) if df > 1 else 0.0
