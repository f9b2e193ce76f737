"""`paper.effect`: does the effect size follow from the statistic or the cells?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from hawthorne.audit.paper.counts import mean_of
from hawthorne.audit.paper.facts import Facts, concluded, number, weight
from hawthorne.audit.paper.printed import Interval, certain, rounded, spread
from hawthorne.audit.paper.recompute import summarised, tables
from hawthorne.audit.report import Detail, Outcome
from hawthorne.measure.summaries import Summary, odds_ratio, pooled
from hawthorne.protocols.model.human import Cell, HumanTest


def check_effect(facts: Facts) -> Outcome:
    """Printed effect sizes are those of the statistic or of the cells, in one of the usual ways."""
    told = [(test, candidates(facts, test)) for test in facts.tests if test.effect is not None]
    looked = [(test, found) for test, found in told if found and test.effect and certain(test.effect.value)]
    return concluded(facts, "paper.effect", (d for test, found in looked for d in _effect(facts, test, found)),
                     len(looked))  # fmt: skip


def _effect(facts: Facts, test: HumanTest, found: Sequence[Interval]) -> Iterator[Detail]:
    effect = test.effect
    assert effect is not None
    assert effect.value is not None
    printed = rounded(effect.value).size
    where = f"test:{test.id}"
    severity = weight(facts, test, effect.value, test.value)
    if not any(value.size.meets(printed) for value in found):
        expected = " or ".join(dict.fromkeys(str(value.size) for value in found))
        yield Detail(where, "effect", f"{effect.measure} does not follow from the statistic or the cells",
                     f"{effect.measure} {expected}", f"{effect.value.v:g}", severity)  # fmt: skip
    if effect.ci is not None and certain(effect.ci[0]) and certain(effect.ci[1]):
        low, high = rounded(effect.ci[0]), rounded(effect.ci[1])
        if not rounded(effect.value).meets(Interval(low.low, high.high)):
            yield Detail(where, "effect_and_ci", "the effect is not in its own interval",
                         f"{effect.ci[0].v:g} to {effect.ci[1].v:g}", f"{effect.value.v:g}", severity)  # fmt: skip


def candidates(facts: Facts, test: HumanTest) -> list[Interval]:
    """The values that an effect may have by the statistic and the cells, in the usual ways; [] where none is known."""
    assert test.effect is not None
    analysis = facts.analyses.get(test.analysis)
    if analysis is None:
        return []
    groups = facts.group_cells(analysis)
    value = rounded(test.value).size if test.value is not None and certain(test.value) else None
    n = facts.size(test)
    match test.effect.measure:
        case "d" | "g":
            return _standardised(test, value, groups, n, test.effect.measure == "g")
        case "dz":
            return [value.times(1 / math.sqrt(n))] if value is not None and test.statistic == "t" and n else []
        case "r":
            return _correlation(test, value, n)
        case "eta2_p":
            return _eta(test, value)
        case "raw_diff" | "risk_diff" | "cohen_h":
            return _differences(test.effect.measure, groups)
        case "log_or":
            found = [odds_ratio(t) for t in tables(facts, analysis, groups) if len(t) == len(t[0]) == 2]
            return [Interval(math.log(x), math.log(x)) for x in found if x > 0]
    return []


def _standardised(
    test: HumanTest, value: Interval | None, groups: Sequence[Sequence[Cell]], n: int | None, corrected: bool
) -> list[Interval]:
    """d from the cells, from t (or the root of F) and the cells' sizes, or from t and its degrees of freedom."""
    found: list[Interval] = []
    cells = [summarised(group) for group in groups]
    if len(cells) == 2 and cells[0] is not None and cells[1] is not None:
        a, b = cells[0], cells[1]
        found.append(
            spread(
                lambda m1, m2, s1, s2: (m1 - m2) / max(pooled(Summary(m1, s1, a[2]), Summary(m2, s2, b[2])), 1e-300),
                a[0], b[0], a[1], b[1],
            )
        )  # fmt: skip
    one = test.statistic == "F" and len(test.df) == 2 and test.df[0] == 1
    t = (
        value
        if test.statistic == "t"
        else Interval(math.sqrt(value.low), math.sqrt(value.high))
        if value and one
        else None
    )
    if t is not None:
        sizes = [number(group[0].n) if group else None for group in groups]
        if len(sizes) == 2 and sizes[0] and sizes[1]:
            found.append(t.times(math.sqrt(1 / sizes[0] + 1 / sizes[1])))
        df = float(test.df[-1]) if test.df else n - 2.0 if n else 0.0
        if df > 0:
            found.append(t.times(2 / math.sqrt(df)))
    if corrected:
        df = float(test.df[-1]) if test.df else (n or 3) - 2.0
        found += [each.times(1 - 3 / (4 * df - 1)) for each in found]
    return found


def _correlation(test: HumanTest, value: Interval | None, n: int | None) -> list[Interval]:
    """r itself, or from t, F with one degree of freedom, z and chi square."""
    if value is None:
        return []
    df = [float(each) for each in test.df]
    if test.statistic == "r":
        return [value]
    if test.statistic == "t" and df:
        return [_risen(lambda t: math.sqrt(t * t / (t * t + df[0])), value)]
    if test.statistic == "F" and len(df) == 2 and df[0] == 1:
        return [_risen(lambda f: math.sqrt(f / (f + df[1])), value)]
    if test.statistic == "z" and n:
        return [value.times(1 / math.sqrt(n))]
    if test.statistic == "chi2" and df == [1.0] and n:
        return [_risen(lambda x: math.sqrt(x / n), value)]
    return []


def _eta(test: HumanTest, value: Interval | None) -> list[Interval]:
    df = [float(each) for each in test.df]
    if value is not None and test.statistic == "F" and len(df) == 2:
        return [_risen(lambda f: f * df[0] / (f * df[0] + df[1]), value)]
    if value is not None and test.statistic == "t" and len(df) == 1:
        return [_risen(lambda t: t * t / (t * t + df[0]), value)]
    return []


def _risen(function: object, value: Interval) -> Interval:
    """A rising function's values over an interval."""
    assert callable(function)
    return Interval(function(value.low), function(value.high))


def _differences(measure: str, groups: Sequence[Sequence[Cell]]) -> list[Interval]:
    """The difference of two groups' means or shares."""
    if len(groups) != 2:
        return []
    pairs = [
        (Interval(*a), Interval(*b))
        for one in groups[0] for other in groups[1]
        if one.of == other.of and one.variable == other.variable
        and (a := mean_of(one)) is not None and (b := mean_of(other)) is not None
    ]  # fmt: skip
    if measure == "cohen_h":
        return [spread(lambda p, q: _angle(p) - _angle(q), a, b) for a, b in pairs]
    return [Interval(a.low - b.high, a.high - b.low) for a, b in pairs]


def _angle(p: float) -> float:
    """The arcsine transformation (Cohen 1988)."""
    return 2 * math.asin(math.sqrt(min(1.0, max(0.0, p))))
