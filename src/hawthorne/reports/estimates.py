"""Estimates over subjects, never over trials: pooled trials of one subject are not independent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scipy.special import stdtrit

from hawthorne.reports.cells import Sums
from hawthorne.reports.parts import Interval

LEVEL = 0.95


def accuracy(subjects: Iterable[Sequence[Sums]]) -> Interval:
    """The share of right answers among scored answers."""
    return ratio([(sum(s.correct for s in sums), sum(s.scored for s in sums)) for sums in subjects], "scored answers")


def missed(subjects: Iterable[Sequence[Sums]]) -> Interval:
    """The share of trials that were missed."""
    return ratio([(sum(s.missed for s in sums), sum(s.trials for s in sums)) for sums in subjects], "trials")


def response_time(subjects: Iterable[Sequence[Sums]]) -> Interval:
    """The mean response time of answered trials, in seconds."""
    pairs = [(sum(s.total for s in sums), sum(s.timed for s in sums)) for sums in subjects]
    return ratio(pairs, "response times")


def ratio(pairs: Sequence[tuple[float, int]], what: str) -> Interval:
    """PLACEHOLDER"""
    used = [(x, n) for x, n in pairs if n]
    m = len(used)
    if not m:
        return Interval(None, n=0, reason=f"no {what}")
    total = sum(n for _, n in used)
    value = sum(x for x, _ in used) / total
    if m < 2:
        return Interval(value, n=m)
    error = (m / (m - 1) * sum((x - value * n) ** 2 for x, n in used)) ** 0.5 / total
    half = float(stdtrit(m - 1, 0.5 + LEVEL / 2)) * error
    return Interval(value, value - half, value + half, m)


def proportion(count: int, n: int) -> Interval:
    if not n:
        return Interval(None, n=0, reason="nobody was asked")
    p, z = count / n, 1.959964
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5 / (1 + z * z / n)
    return Interval(p, centre - half, centre + half, n)
