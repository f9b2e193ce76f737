"""Estimates over subjects, never over trials: the trials of one subject are not independent of each other.

Sums are exact (`math.fsum`), so the order of subjects changes no bit of a result. The coverage of the intervals was
measured; `docs/intervals.md` has the figures and the command that makes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median as middle

from hawthorne.core.draws import normal_quantile
from hawthorne.measure.estimate import LEVEL, Estimate, missing
from hawthorne.measure.special import binomial_cdf, chi_square_quantile, student_quantile

Pair = tuple[float, float]
"""One subject's sum and count: right answers and scored answers, seconds and response times."""

_FEWER = "one subject: no spread over subjects to judge by"


def share(pairs: Sequence[Pair], name: str = "share", level: float = LEVEL) -> Estimate:
    """The share of successes among trials, one pair (successes, trials) a subject.

    The value pools all trials. The interval is Wilson's score interval (1927) for the effective number of trials: the
    trials divided by the design effect, which is the variance over subjects (of a ratio, by linearisation) relative to
    the binomial variance (Kish 1965), with Student's t of m - 1 degrees of freedom. Franco, Little, Louis & Slud (2019,
    J. Surv. Stat. Methodol. 7, 334-364) recommend score intervals of this form. Unlike a t interval on the subjects'
    shares it stays within 0 ... 1 and keeps its level when the share is near 0 or 1 and there are few trials.

    Where all subjects have the same share (all right, above all) no design effect can be told and it counts as 1.

    >>> estimate = share([(9, 10), (7, 10), (8, 10), (10, 10)])
    >>> round(estimate.value, 2), round(estimate.low, 3), round(estimate.high, 3)
    (0.85, 0.565, 0.961)
    >>> share([]).reason
    'no trials'
    """
    used = [(x, n) for x, n in pairs if n > 0]
    m = len(used)
    if not m:
        return missing(name, "no trials")
    trials = math.fsum(n for _, n in used)
    p = math.fsum(x for x, _ in used) / trials
    if m == 1:
        return Estimate(name, p, n=1, reason=_FEWER)
    variance = _ratio_variance(used, p, trials)
    binomial = p * (1.0 - p) / trials
    effect = variance / binomial if variance > 0.0 and binomial > 0.0 else 1.0
    low, high = _score(p, trials / effect, t_quantile(m - 1, level))
    return Estimate(name, p, low, high, m, method="Wilson score, design effect over subjects")


def wilson(count: int, n: int, name: str = "share", level: float = LEVEL) -> Estimate:
    """The share of subjects for whom something holds, with Wilson's score interval (1927).

    >>> estimate = wilson(10, 40)
    >>> round(estimate.low, 4), round(estimate.high, 4)
    (0.1419, 0.4019)
    """
    if n < 1:
        return missing(name, "no subjects")
    p = count / n
    low, high = _score(p, n, normal_quantile(0.5 + level / 2.0))
    return Estimate(name, p, low, high, n, method="Wilson score")


def ratio(pairs: Sequence[Pair], name: str = "mean", unit: str = "", level: float = LEVEL) -> Estimate:
    """The mean over all trials, one pair (sum, count) a subject: a mean response time, say.

    The interval is Student's t with m - 1 degrees of freedom on the linearised variance of a ratio over subjects
    (Cochran 1977, Sampling Techniques, section 6.3); with equal counts it is the t interval on the subjects' means.

    >>> estimate = ratio([(3.0, 4), (2.6, 4), (3.4, 4)])
    >>> round(estimate.value, 3), round(estimate.low, 3), round(estimate.high, 3)
    (0.75, 0.502, 0.998)
    """
    used = [(x, n) for x, n in pairs if n > 0]
    m = len(used)
    if not m:
        return missing(name, "no values", unit=unit)
    total = math.fsum(n for _, n in used)
    value = math.fsum(x for x, _ in used) / total
    if m == 1:
        return Estimate(name, value, n=1, unit=unit, reason=_FEWER)
    half = t_quantile(m - 1, level) * math.sqrt(_ratio_variance(used, value, total))
    return Estimate(name, value, value - half, value + half, m, unit, "Student's t over subjects")


def mean(values: Sequence[float], name: str = "mean", unit: str = "", level: float = LEVEL) -> Estimate:
    """The mean of one value a subject, with Student's t interval: each subject counts the same.

    >>> estimate = mean([0.5, 0.6, 0.7])
    >>> round(estimate.value, 3), round(estimate.low, 3), round(estimate.high, 3)
    (0.6, 0.352, 0.848)
    """
    return ratio([(value, 1) for value in values], name, unit, level)


def deviation(values: Sequence[float], name: str = "SD", unit: str = "", level: float = LEVEL) -> Estimate:
    """The standard deviation over subjects (n - 1 below), with the chi-square interval, exact for normal values.

    >>> estimate = deviation([1.0, 2.0, 3.0, 4.0, 5.0])
    >>> round(estimate.value, 4), round(estimate.low, 4), round(estimate.high, 4)
    (1.5811, 0.9473, 4.5435)
    """
    n = len(values)
    if n < 2:
        return missing(name, _FEWER if n else "no values", n, unit)
    about = squares(values)
    tail = (1.0 - level) / 2.0
    low, high = (
        math.sqrt(about / chi_square_quantile(n - 1, tail)),
        math.sqrt(about / chi_square_quantile(n - 1, 1.0 - tail)),
    )
    return Estimate(name, math.sqrt(about / (n - 1)), low, high, n, unit, "chi-square (normal values)")


def median(values: Sequence[float], name: str = "median", unit: str = "", level: float = LEVEL) -> Estimate:
    """The median over subjects, with the interval between two order statistics: exact for any distribution, at least
    at its level (David & Nagaraja 2003, Order Statistics, section 7.1). Six subjects are the fewest at 95 %.

    >>> estimate = median([5, 1, 4, 2, 3, 6, 7, 8, 9, 10])
    >>> estimate.value, estimate.low, estimate.high
    (5.5, 2, 9)
    """
    n = len(values)
    if not n:
        return missing(name, "no values", unit=unit)
    ranked = sorted(values)
    value = middle(ranked)
    k = 0  # the interval leaves k values out at each end
    while 2 * (k + 1) <= n and binomial_cdf(k, n, 0.5) <= (1.0 - level) / 2.0:
        k += 1
    if k == 0:
        return Estimate(name, value, n=n, unit=unit, reason=f"{n} subjects are too few for a median's interval")
    return Estimate(name, value, ranked[k - 1], ranked[n - k], n, unit, "order statistics")


def t_quantile(df: float, level: float) -> float:
    """How many standard errors of Student's t an interval of this level reaches to each side."""
    return student_quantile(df, 0.5 + level / 2.0)


def _ratio_variance(pairs: Sequence[Pair], value: float, total: float) -> float:
    """The variance over subjects of a ratio of sums, by linearisation."""
    m = len(pairs)
    return m / (m - 1) * math.fsum((x - value * n) ** 2 for x, n in pairs) / total**2


def squares(values: Sequence[float]) -> float:
    """The sum of squares about the mean."""
    centre = math.fsum(values) / len(values)
    return math.fsum((value - centre) ** 2 for value in values)


def _score(p: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's interval of a share p among n, z standard errors wide."""
    below = 1.0 + z * z / n
    centre = (p + z * z / (2.0 * n)) / below
    half = z * math.sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n)) / below
    low = 0.0 if p <= 0.0 else max(0.0, centre - half)
    return low, 1.0 if p >= 1.0 else min(1.0, centre + half)
