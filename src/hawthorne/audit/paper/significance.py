"""`paper.p`: does the p value follow from the statistic? `paper.df`: do the degrees of freedom follow from the design?

The comparison of p values is that of statcheck (Nuijten, Hartgerink, van Assen, Epskamp & Wicherts 2016, Behav. Res.
Methods 48, 1205-1226): both are intervals by their printed digits; a p value that fits one tail alone is told apart;
a difference that turns the verdict about is the graver one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hawthorne.audit.paper.facts import Facts, concluded, number, weight
from hawthorne.audit.paper.printed import INFINITE, Interval, certain, rounded
from hawthorne.audit.report import Detail, Outcome
from hawthorne.measure import tails
from hawthorne.protocols.model.analyses import Analysis
from hawthorne.protocols.model.human import Figure, HumanTest

TWO_SIDED = ("t", "z", "r")
"""Statistics with a sign, of which a paper may report one tail."""


def check_p(facts: Facts) -> Outcome:
    """Printed p values are those of their statistics."""
    looked = [test for test in facts.tests if p_value(facts, test) is not None and test.p is not None]
    return concluded(facts, "paper.p", (detail for test in looked for detail in _p(facts, test)), len(looked))


def p_value(facts: Facts, test: HumanTest) -> Interval | None:
    """The two-tailed p values that a test's statistic may have; None where they do not follow from it."""
    if test.value is None or test.value.op == "~":
        return None
    tail = _tail(facts, test)
    if tail is None:
        return None
    size = rounded(test.value)
    low, high = (max(0.0, size.low), size.high) if size.low == -INFINITE else size.size
    return Interval(tail(high) if high < INFINITE else 0.0, tail(low))


def _tail(facts: Facts, test: HumanTest) -> Callable[[float], float] | None:
    df, statistic = [float(each) for each in test.df], test.statistic
    if any(each <= 0 for each in df):
        return None
    if statistic == "z":
        return tails.normal_tails
    if statistic == "F" and len(df) == 2:
        return lambda value: tails.f_tail(value, df[0], df[1])
    if statistic == "t" and len(df) == 1:
        return lambda value: tails.student_tails(value, df[0])
    if statistic == "chi2" and len(df) == 1:
        return lambda value: tails.chi_square_tail(value, df[0])
    if statistic == "r":
        n = facts.size(test)
        free = df[0] if df else n - 2.0 if n is not None and n > 2 else None
        return None if free is None else lambda value: tails.correlation_tails(value, free)
    return None


def alpha(facts: Facts, analysis: str) -> float:
    """The level of significance of an analysis: that of its hypothesis, or of the evaluation."""
    levels = [each.alpha for each in facts.protocol.hypotheses if each.analysis == analysis]
    return float(levels[0] if levels else facts.protocol.evaluation.alpha)


def one_tailed(facts: Facts, test: HumanTest) -> bool:
    """Whether a test was one-tailed, as it says itself or as its analysis does."""
    analysis = facts.analyses.get(test.analysis)
    return (test.tails or (analysis.options.tails if analysis is not None else 2)) == 1


def _p(facts: Facts, test: HumanTest) -> Iterator[Detail]:
    both = p_value(facts, test)
    assert both is not None
    assert test.p is not None
    printed, half = rounded(test.p), both.times(0.5)
    signed = test.statistic in TWO_SIDED or (test.statistic == "F" and test.df and test.df[0] == 1)
    one = one_tailed(facts, test) and signed
    if (half if one else both).meets(printed):
        return
    where, found = f"test:{test.id}", f"p {test.p.op} {test.p.v:g}"
    expected = f"p {half if one else both}"
    if signed and (both if one else half).meets(printed):
        said = "two tails" if one else "one tail"
        yield Detail(where, "other_tails", f"the p value is that of {said}", expected, found, "warn")
        return
    level = alpha(facts, test.analysis)
    ours, theirs = (verdict(half if one else both, level), verdict(printed, level))
    turned = ours is not None and theirs is not None and ours != theirs
    code = "p_decision" if turned else "p_value"
    message = "the p value is not the statistic's" + (f", and the verdict at {level:g} is another" if turned else "")
    yield Detail(where, code, message, expected, found, weight(facts, test, test.value, test.p))


def verdict(p: Interval, level: float) -> bool | None:
    """Whether all these p values are below a level, none is (False), or some are (None)."""
    if p.high < level or (p.low == -INFINITE and p.high <= level):
        return True
    return False if p.low >= level else None


def check_df(facts: Facts) -> Outcome:
    """Degrees of freedom are those of the design and the number of units."""
    looked = [test for test in facts.tests if test.df and freedom(facts, test)]
    return concluded(facts, "paper.df", (detail for test in looked for detail in _df(facts, test)), len(looked))


def _df(facts: Facts, test: HumanTest) -> Iterator[Detail]:
    ways, found = freedom(facts, test), tuple(float(each) for each in test.df)
    if found in ways:
        return
    analysis = facts.analyses[test.analysis]
    n = facts.size(test)
    if analysis.test == "t_welch" and len(found) == 1 and found[0] <= ways[0][-1]:
        return
    expected = " or ".join(_said(way) for way in ways) + (f" for n = {n}" if n is not None else "")
    yield Detail(f"test:{test.id}", "df", "not the degrees of freedom of this design", expected, _said(found),
                 weight(facts, test, test.n))  # fmt: skip


def freedom(facts: Facts, test: HumanTest) -> list[tuple[float, ...]]:
    """The degrees of freedom that a test may have by its design; [] where that is not known."""
    analysis = facts.analyses.get(test.analysis)
    if analysis is None:
        return []
    n, statistic = facts.size(test), test.statistic
    if statistic == "chi2":
        return [(float(cells),)] if (cells := _table_freedom(facts, analysis)) else []
    if n is None:
        return []
    below = _error_freedom(facts, analysis, n)
    if below is None:
        return []
    between, within = below
    if statistic == "F":
        return [(between, within)]
    return [(within,)] if statistic in ("t", "r") and between == 1 else []


def _error_freedom(facts: Facts, analysis: Analysis, n: int) -> tuple[float, float] | None:
    """The degrees of freedom between and within."""
    groups = len(analysis.groups.order) if analysis.groups is not None else 0
    repeated = max(groups, len(analysis.outcome) if not isinstance(analysis.outcome, str) else 0)
    match analysis.test:
        case "t_ind" | "t_welch" | "pearson" | "spearman" | "anova_mixed_2":
            return 1, n - 2
        case "t_paired" | "t_one":
            return 1, n - 1
        case "anova_oneway" if groups > 1:
            return groups - 1, n - groups
        case "anova_2x2":
            return 1, n - 4
        case "anova_rm" if repeated > 1:
            return repeated - 1, (repeated - 1) * (n - 1)
        case "var_f" if groups == 2:
            sizes = [number(group[0].n) for group in facts.group_cells(analysis) if group]
            return (sizes[0] - 1, sizes[1] - 1) if len(sizes) == 2 and sizes[0] and sizes[1] else None
    return None


def _table_freedom(facts: Facts, analysis: Analysis) -> int:
    groups = len(analysis.groups.order) if analysis.groups is not None else 0
    if analysis.test == "mcnemar" or analysis.test == "prop_z":
        return 1
    if analysis.test == "kruskal":
        return max(0, groups - 1)
    if analysis.test not in ("chi2", "median_test") or not isinstance(analysis.outcome, str):
        return 0
    columns = 2 if analysis.test == "median_test" else len(facts.categories(analysis.outcome))
    return (columns - 1) * (groups - 1 if groups > 1 else 1) if columns > 1 else 0


def _said(df: Sequence[float]) -> str:
    return ", ".join(f"{each:g}" for each in df)


def significant(facts: Facts, test: HumanTest) -> bool | None:
    """Whether a test's printed p value is below its level; where none was printed, that of its statistic."""
    level = alpha(facts, test.analysis)
    printed: Figure | None = test.p
    if printed is not None and (certain(printed) or printed.op != "~"):
        return verdict(rounded(printed), level)
    both = p_value(facts, test)
    return None if both is None else verdict(both.times(0.5) if one_tailed(facts, test) else both, level)
