"""Estimates against scipy.stats, their borders, and the coverage of the intervals."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from hawthorne.core.errors import UsageError
from hawthorne.measure import coverage
from hawthorne.measure.coverage import Cell
from hawthorne.measure.differences import between, cohen_dz, hedges_g, shares_between, shares_within, within
from hawthorne.measure.estimate import Estimate
from hawthorne.measure.statistics import Pair, deviation, mean, median, ratio, share, wilson

VALUES = st.lists(st.integers(-1000, 1000).map(lambda k: k / 8), min_size=3, max_size=20)
PAIRS = st.lists(st.integers(1, 30).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), max_size=12)


def near(estimate: Estimate, low: float, high: float) -> bool:
    assert estimate.low is not None
    assert estimate.high is not None
    return math.isclose(estimate.low, low, abs_tol=1e-9) and math.isclose(estimate.high, high, abs_tol=1e-9)


@settings(max_examples=50)
@given(st.integers(0, 60), st.integers(0, 60))
def test_wilson_equals_the_reference(count: int, more: int) -> None:
    n = count + more + 1
    reference = stats.binomtest(count, n).proportion_ci(method="wilson")
    assert near(wilson(count, n), reference.low, reference.high)


@settings(max_examples=50)
@given(VALUES)
def test_mean_equals_students_t(values: list[float]) -> None:
    if len(set(values)) == 1:
        assert near(mean(values), values[0], values[0])
        return
    low, high = stats.t.interval(0.95, len(values) - 1, loc=sum(values) / len(values), scale=stats.sem(values))
    assert near(mean(values), low, high)


@settings(max_examples=50)
@given(VALUES, VALUES)
def test_difference_between_equals_welch(a: list[float], b: list[float]) -> None:
    if len(set(a)) == 1 or len(set(b)) == 1:
        return  # the reference warns of lost precision
    reference = stats.ttest_ind(a, b, equal_var=False).confidence_interval()
    assert near(between(a, b), reference.low, reference.high)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=3, max_size=15))
def test_difference_within_equals_the_paired_t(both: list[tuple[float, float]]) -> None:
    a, b = [x for x, _ in both], [y for _, y in both]
    if len({x - y for x, y in both}) == 1:
        return
    reference = stats.ttest_rel(a, b).confidence_interval()
    assert near(within(a, b), reference.low, reference.high)


def test_effect_sizes_equal_published_values() -> None:
    # Lakens (2013), table 1: two movies, ten raters; d_s = 1.13, g_s = 1.08, d_z = 1.50 (uncorrected)
    one, two = [9.0, 7, 8, 9, 8, 9, 9, 10, 9, 9], [9.0, 6, 7, 8, 7, 9, 8, 8, 8, 7]
    assert hedges_g(one, two).value == pytest.approx(1.08, abs=0.005)
    correction = math.exp(math.lgamma(4.5) - math.lgamma(4.0)) / math.sqrt(4.5)
    assert cohen_dz(one, two).value == pytest.approx(1.50 * correction, abs=0.005)


def test_median_interval_holds_at_least_its_level() -> None:
    for n in (6, 7, 10, 25):
        estimate = median(list(range(n)))
        assert estimate.low is not None
        k = int(estimate.low) + 1
        assert 1 - 2 * stats.binom.cdf(k - 1, n, 0.5) >= 0.95
        assert 1 - 2 * stats.binom.cdf(k, n, 0.5) < 0.95
        assert estimate.high == n - k


def test_deviation_equals_the_chi_square_interval() -> None:
    values = [1.0, 4.0, 2.0, 8.0, 5.0]
    sd = stats.tstd(values)
    low, high = (math.sqrt(4 * sd**2 / stats.chi2.ppf(q, 4)) for q in (0.975, 0.025))
    assert near(deviation(values), low, high)


@settings(max_examples=100)
@given(PAIRS)
def test_a_share_and_its_interval_stay_within_bounds(pairs: list[Pair]) -> None:
    estimate = share(pairs)
    if not pairs:
        assert (estimate.value, estimate.reason) == (None, "no trials")
        return
    assert estimate.value is not None
    if len(pairs) == 1:
        assert estimate.low is None
        assert estimate.reason
        return
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0.0 <= estimate.low <= estimate.value <= estimate.high <= 1.0
    assert estimate.low < estimate.high


@settings(max_examples=50)
@given(PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_subjects_changes_no_bit(pairs: list[Pair], shuffle: object) -> None:
    turned = list(pairs)
    shuffle.shuffle(turned)  # type: ignore[attr-defined]
    assert share(pairs) == share(turned)
    assert ratio(pairs) == ratio(turned)
    assert median([x for x, _ in pairs]) == median([x for x, _ in turned])


def test_subjects_without_trials_count_for_nothing() -> None:
    assert share([(3, 4), (0, 0), (2, 4), (4, 4)]) == share([(3, 4), (2, 4), (4, 4)])


def test_equal_counts_make_a_ratio_the_mean_of_means() -> None:
    a, b = ratio([(2.0, 4), (3.0, 4), (5.0, 4)]), mean([0.5, 0.75, 1.25])
    assert a.value == pytest.approx(b.value)
    assert near(a, b.low or 0, b.high or 0)


def test_a_share_of_one_still_has_an_interval() -> None:
    estimate = share([(10, 10)] * 5)
    assert (estimate.value, estimate.high) == (1.0, 1.0)
    assert estimate.low is not None
    assert 0.8 < estimate.low < 0.95


@pytest.mark.parametrize(
    "estimate",
    [
        share([]), wilson(0, 0), ratio([]), mean([]), deviation([1.0]), median([]), between([], [1.0]), within([], []),
        hedges_g([1.0], [2.0, 3.0]), hedges_g([1.0, 1.0], [1.0, 1.0]), cohen_dz([1.0, 2.0], [0.0, 0.0]),
        shares_between([], [(1, 2)]), shares_within([], []),
    ],
)  # fmt: skip
def test_what_cannot_be_computed_is_none_with_a_reason(estimate: Estimate) -> None:
    assert estimate.value is None
    assert estimate.reason
    assert estimate.covers(0.0) is None


@pytest.mark.parametrize(
    "estimate",
    [share([(1, 2)]), mean([1.0]), median([1.0, 2.0]), between([1.0], [2.0, 3.0]), shares_within([(1, 2)], [(2, 2)])],
)
def test_a_value_without_an_interval_says_why(estimate: Estimate) -> None:
    assert estimate.value is not None
    assert estimate.low is None
    assert estimate.reason


def test_conditions_of_different_subjects_are_not_paired() -> None:
    with pytest.raises(UsageError, match="same subjects"):
        within([1.0], [1.0, 2.0])


@pytest.mark.parametrize("spread", [0.0, 0.8])
@pytest.mark.parametrize("truth", [0.7, 0.97])
def test_intervals_of_shares_hold_the_truth_at_about_their_level(spread: float, truth: float) -> None:
    cell = Cell(spread, 20, 10, truth)
    # 600 cohorts: three standard errors below .95 are .923; an interval is allowed to be a little too wide
    assert 0.923 <= coverage.share_coverage(cell, 600) <= 0.99
    assert 0.923 <= coverage.difference_coverage(cell, truth - 0.2, 600) <= 0.99
    assert 0.923 <= coverage.difference_coverage(cell, truth - 0.2, 600, paired=True) <= 0.99


def test_pooling_trials_would_not_hold_the_truth() -> None:
    def pooled(pairs: list[Pair]) -> Estimate:
        return wilson(int(sum(x for x, _ in pairs)), int(sum(n for _, n in pairs)))

    assert coverage.share_coverage(Cell(0.8, 20, 40, 0.7), 300, method=pooled) < 0.8
