"""Randomness is an address: the laws of draws, and the functions under them against the reference."""

from __future__ import annotations

import math
from collections import Counter
from statistics import NormalDist, fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.core.draws import Draws, Permutation, logarithm, normal_quantile
from hawthorne.core.errors import UsageError

PART = st.one_of(st.integers(0, 2**64 - 1), st.text(max_size=8))
PINNED_KEY = 12364648496548271913
PINNED = (0.43627780995219845, 436, -0.16041316479206438)
PINNED_ORDER = ["e", "f", "a", "c", "b", "d"]
ADDRESS = st.lists(PART, max_size=5)


@given(st.integers(), ADDRESS, ADDRESS)
def test_an_address_is_a_path_and_its_cut_does_not_matter(
    seed: int, head: list[int | str], tail: list[int | str]
) -> None:
    root = Draws.seeded(seed)
    assert root.at(*head, *tail).key == root.at(*head).at(*tail).key


@given(ADDRESS, ADDRESS)
def test_other_addresses_have_other_draws(one: list[int | str], other: list[int | str]) -> None:
    root = Draws.seeded(1)
    assert (root.at(*one).key == root.at(*other).key) == (one == other)


def test_a_name_of_digits_is_not_an_index() -> None:
    assert Draws.seeded(1).at("7").key != Draws.seeded(1).at(7).key


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert Draws.seeded(7).key == Draws.seeded("7").key != Draws.seeded(8).key


def test_drawing_changes_nothing() -> None:
    here = Draws.seeded(1).at("x")
    first = (here.uniform(), here.below(10), here.normal(), here.shuffled(range(5)))
    assert first == (here.uniform(), here.below(10), here.normal(), here.shuffled(range(5)))


def test_the_draws_of_a_seed_never_change() -> None:
    """Pinned: a change here changes every recorded run."""
    here = Draws.seeded(7).at("subject", 17)
    assert here.key == PINNED_KEY
    assert (here.uniform(), here.below(1000), here.normal()) == PINNED
    assert Draws.seeded(7).at("order").shuffled("abcdef") == PINNED_ORDER


def test_uniforms_spread_evenly_over_neighbouring_addresses() -> None:
    root = Draws.seeded(3)
    counts = Counter(int(root.at("case", i).uniform() * 20) for i in range(20_000))
    chi_square = sum((counts[k] - 1000) ** 2 / 1000 for k in range(20))
    assert chi_square < 43.8  # the .999 quantile with 19 degrees of freedom


def test_neighbouring_seeds_and_indexes_are_unrelated() -> None:
    pairs = [(Draws.seeded(s).at("x", i).uniform(), Draws.seeded(s + 1).at("x", i).uniform())
             for s in range(20) for i in range(200)]  # fmt: skip
    r = fmean((a - 0.5) * (b - 0.5) for a, b in pairs) * 12
    assert abs(r) < 4 / math.sqrt(len(pairs))


def test_normals_and_exponentials_have_their_moments() -> None:
    root = Draws.seeded(5)
    normals = [root.at("n", i).normal(10.0, 2.0) for i in range(20_000)]
    assert abs(fmean(normals) - 10.0) < 4 * 2 / math.sqrt(20_000)
    assert abs(pstdev(normals) - 2.0) < 0.05
    exponentials = [root.at("e", i).exponential(3.0) for i in range(20_000)]
    assert min(exponentials) >= 0.0
    assert abs(fmean(exponentials) - 3.0) < 4 * 3 / math.sqrt(20_000)


@given(st.integers(), st.integers(1, 2**70))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Draws.seeded(seed).below(n) < n


def test_every_order_is_as_likely() -> None:
    root = Draws.seeded(9)
    counts = Counter("".join(root.at(i).shuffled("abc")) for i in range(6000))
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


@given(st.lists(st.integers(), max_size=10), st.integers(0, 10))
def test_a_sample_is_drawn_without_replacement(items: list[int], k: int) -> None:
    if k > len(items):
        with pytest.raises(UsageError, match="without replacement"):
            Draws.seeded(1).sample(items, k)
        return
    drawn = Draws.seeded(1).sample(items, k)
    assert len(drawn) == k
    assert not Counter(drawn) - Counter(items)


def test_no_outcome_cannot_be_drawn() -> None:
    for wrong in (lambda d: d.below(0), lambda d: d.choice([]), lambda d: Permutation(d, 0)):
        with pytest.raises(UsageError):
            wrong(Draws.seeded(1))


@settings(max_examples=60)
@given(st.integers(), st.integers(1, 600))
def test_a_permutation_is_one(seed: int, n: int) -> None:
    order = Permutation(Draws.seeded(seed), n)
    assert sorted(order[i] for i in range(n)) == list(range(n))
    for outside in (-1, n):
        with pytest.raises(IndexError):
            order[outside]


def test_permutations_are_spread_over_places() -> None:
    counts = Counter(Permutation(Draws.seeded(s), 10)[0] for s in range(5000))
    assert all(400 < counts[k] < 600 for k in range(10))


@given(st.floats(5e-324, 1.7e308))
def test_the_logarithm_is_the_librarys(x: float) -> None:
    assert math.isclose(logarithm(x), math.log(x), rel_tol=4e-15, abs_tol=4e-16)


@given(st.floats(1e-300, 1.0, exclude_max=True))
def test_the_normal_quantile_is_the_librarys(p: float) -> None:
    assert math.isclose(normal_quantile(p), NormalDist().inv_cdf(p), rel_tol=1e-13, abs_tol=1e-13)


def test_the_normal_quantile_is_odd() -> None:
    for k in range(1, 512):
        assert normal_quantile(k / 1024) == -normal_quantile(1 - k / 1024)
