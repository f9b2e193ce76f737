"""Statistics from cells and their p values agree with those that scipy works out from raw values."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from hawthorne.measure import summaries, tails
from hawthorne.measure.correlations import pearson, spearman
from hawthorne.measure.summaries import Summary

VALUES = st.lists(st.integers(0, 60).map(lambda x: x / 4), min_size=3, max_size=25)
TABLE = st.lists(st.lists(st.integers(1, 60), min_size=2, max_size=2), min_size=2, max_size=2)


def summary(values: list[float]) -> Summary:
    return Summary(statistics.fmean(values), statistics.stdev(values), len(values))


@settings(max_examples=60)
@given(VALUES, VALUES, VALUES)
def test_t_and_f_from_summaries_are_those_of_the_values(a, b, c):
    assume(min(map(statistics.stdev, (a, b, c))) > 0.1)
    pooled, separate = stats.ttest_ind(a, b), stats.ttest_ind(a, b, equal_var=False)
    assert summaries.student(summary(a), summary(b)) == pytest.approx(pooled.statistic, rel=1e-9, abs=1e-12)
    assert summaries.welch(summary(a), summary(b)) == pytest.approx(separate.statistic, rel=1e-9, abs=1e-12)
    assert summaries.welch_df(summary(a), summary(b)) == pytest.approx(separate.df, rel=1e-9)
    assert tails.student_tails(pooled.statistic, pooled.df) == pytest.approx(pooled.pvalue, rel=1e-9)
    anova = stats.f_oneway(a, b, c)
    assert summaries.one_way([summary(a), summary(b), summary(c)]) == pytest.approx(
        anova.statistic, rel=1e-8, abs=1e-10
    )
    assert tails.f_tail(anova.statistic, 2, len(a + b + c) - 3) == pytest.approx(anova.pvalue, rel=1e-9)


@settings(max_examples=60)
@given(TABLE)
def test_tables_of_counts_are_tested_as_scipy_does(table):
    for yates in (False, True):
        found = stats.chi2_contingency(table, correction=yates)
        assert summaries.chi_square(table, yates) == pytest.approx(found.statistic, rel=1e-9, abs=1e-12)
        assert tails.chi_square_tail(found.statistic, 1) == pytest.approx(found.pvalue, rel=1e-9)
    assert summaries.fisher(table) == pytest.approx(stats.fisher_exact(table).pvalue, rel=1e-6)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=20))
def test_correlations_are_scipys_ties_and_all(pairs):
    x, y = [float(a) for a, _ in pairs], [float(b) for _, b in pairs]
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y).statistic, rel=1e-9, abs=1e-12)
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, rel=1e-9, abs=1e-12)
    r = pearson(x, y)
    if abs(r) < 0.999:
        assert tails.correlation_tails(r, len(x) - 2) == pytest.approx(stats.pearsonr(x, y).pvalue, rel=1e-7)


@settings(max_examples=60)
@given(st.integers(1, 40), st.data())
def test_binomial_tails_are_exact(n, data):
    k = data.draw(st.integers(0, n))
    p = data.draw(st.sampled_from([0.5, 0.25, 0.1]))
    assert tails.binomial_tails(k, n, p) == pytest.approx(stats.binomtest(k, n, p).pvalue, rel=1e-6)


def test_without_spread_a_difference_is_infinite_and_none_is_none():
    assert summaries.student(Summary(2, 0, 5), Summary(1, 0, 5)) == math.inf
    assert summaries.student(Summary(1, 0, 5), Summary(1, 0, 5)) == 0.0
