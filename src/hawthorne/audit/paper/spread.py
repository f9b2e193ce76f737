"""`paper.sd`: can a standard deviation be of such a mean, on such a scale, with such an interval?"""

from __future__ import annotations

import math
from collections.abc import Iterator

from hawthorne.audit.paper.facts import Facts, concluded, number, weight
from hawthorne.audit.paper.printed import Interval, certain, rounded, short
from hawthorne.audit.report import Detail, Outcome
from hawthorne.measure.statistics import t_quantile
from hawthorne.protocols.model.human import Cell, Figure


def check_sd(facts: Facts) -> Outcome:
    """Means lie on their scale, standard deviations are possible there, and SD, SE and interval agree."""
    looked = [cell for cell in facts.cells if certain(cell.stats.mean) or certain(cell.stats.sd)]
    return concluded(facts, "paper.sd", (detail for cell in looked for detail in _cell(facts, cell)), len(looked))


def _cell(facts: Facts, cell: Cell) -> Iterator[Detail]:
    where, stats, n = f"cell:{cell.id}", cell.stats, number(cell.n)
    mean = _interval(stats.mean)
    sd = _interval(stats.sd)
    bounds = facts.bounds(cell.variable)
    if mean is not None and bounds is not None and not mean.meets(Interval(*bounds)):
        yield Detail(where, "mean_out_of_range", "the mean is not on the scale", str(Interval(*bounds)),
                     f"{number(stats.mean):g}", weight(facts, cell, stats.mean))  # fmt: skip
        return
    severity = weight(facts, cell, stats.mean, stats.sd, cell.n)
    if sd is not None and mean is not None and n is not None and n > 1:
        if bounds is not None:
            most = largest(mean, bounds, n)
            if not Interval(0.0, most).meets(sd):
                yield Detail(where, "sd_too_large", "no answers on the scale spread so far", f"at most {short(most)}",
                             f"{number(stats.sd):g}", severity)  # fmt: skip
        if facts.grain(cell.variable) == 1:
            least = smallest(mean, n)
            if sd.high < least and not sd.meets(Interval(least, math.inf)):
                yield Detail(where, "sd_too_small", "whole numbers with this mean spread further",
                             f"at least {short(least)}", f"{number(stats.sd):g}", severity)  # fmt: skip
    if n is not None and n > 1:
        yield from _errors(facts, cell, n, mean, sd)


def largest(mean: Interval, bounds: tuple[float, float], n: float) -> float:
    """The largest standard deviation (n - 1 below) of n values between two bounds with such a mean: all of them lie at
    the bounds (Bhatia & Davis 2000, Am. Math. Mon. 107, 353-357).

    >>> round(largest(Interval(0.5, 0.5), (0, 1), 2), 4)
    0.7071
    """
    low, high = bounds
    centre = min(max((low + high) / 2.0, mean.low), mean.high)
    return math.sqrt(max(0.0, (centre - low) * (high - centre)) * n / (n - 1))


def smallest(mean: Interval, n: float) -> float:
    """The smallest standard deviation of n whole numbers with such a mean: all lie at the two beside it.

    >>> round(smallest(Interval(2.5, 2.5), 2), 4), smallest(Interval(2.9, 3.1), 10)
    (0.7071, 0.0)
    """
    if math.floor(mean.high) >= mean.low:
        return 0.0
    parts = [bound - math.floor(mean.low) for bound in mean]
    return min(math.sqrt(part * (1.0 - part) * n / (n - 1)) for part in parts)


def _errors(facts: Facts, cell: Cell, n: float, mean: Interval | None, sd: Interval | None) -> Iterator[Detail]:
    where, stats = f"cell:{cell.id}", cell.stats
    se = _interval(stats.se)
    if sd is not None and se is not None and not sd.times(1 / math.sqrt(n)).meets(se):
        yield Detail(where, "sd_and_se", "the SD by the root of n is not the standard error",
                     str(sd.times(1 / math.sqrt(n))), f"{number(stats.se):g}",
                     weight(facts, cell, stats.sd, stats.se, cell.n))  # fmt: skip
    if stats.ci is None or not (certain(stats.ci[0]) and certain(stats.ci[1])):
        return
    low, high = rounded(stats.ci[0]), rounded(stats.ci[1])
    severity = weight(facts, cell, *stats.ci, stats.sd, stats.se)
    if mean is not None and not Interval((low.low + high.low) / 2, (low.high + high.high) / 2).meets(mean):
        yield Detail(where, "ci_and_mean", "the mean is not in the middle of its interval",
                     str(Interval((low.low + high.low) / 2, (low.high + high.high) / 2)),
                     f"{number(stats.mean):g}", severity)  # fmt: skip
    error = se or (sd.times(1 / math.sqrt(n)) if sd is not None else None)
    if error is None:
        return
    normal, student = t_quantile(1e9, float(stats.conf)), t_quantile(n - 1, float(stats.conf))
    half = Interval((high.low - low.high) / 2, (high.high - low.low) / 2)
    fitting = Interval(error.low * normal, error.high * student)
    if not half.meets(fitting):
        yield Detail(where, "ci_and_sd", "the interval is not as wide as the spread makes it", str(fitting), str(half),
                     severity)  # fmt: skip


def _interval(figure: Figure | None) -> Interval | None:
    return rounded(figure) if figure is not None and figure.op == "=" else None
