"""Law 4: the array form of a draw equals the scalar form, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.core import draws as scalar
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.measure import arrays
from hawthorne.measure.arrays import ManyDraws

SEEDS = st.integers(0, 2**63)
INDEXES = st.lists(st.integers(0, 2**62) | st.integers(0, 50), min_size=1, max_size=30)


@settings(max_examples=60)
@given(SEEDS, INDEXES, st.integers(1, 2**63 - 1) | st.integers(1, 100), st.floats(-10, 10), st.floats(0, 10))
def test_array_equals_scalar_bit_for_bit(seed: int, indexes: list[int], n: int, mean: float, sd: float) -> None:
    root = Draws.seeded(seed).at("x")
    assert arrays.uniforms(root, indexes).tolist() == [root.at(i).uniform() for i in indexes]
    assert arrays.below(root, n, indexes).tolist() == [root.at(i).below(n) for i in indexes]
    assert arrays.normals(root, indexes, mean, sd).tolist() == [root.at(i).normal(mean, sd) for i in indexes]
    many = ManyDraws.at_each(root, indexes)
    assert many.exponential(mean).tolist() == [root.at(i).exponential(mean) for i in indexes]


def test_addresses_of_names_and_arrays_broadcast() -> None:
    root = Draws.seeded("s")
    subjects, trials = np.arange(5)[:, None], np.arange(7)[None, :]
    table = ManyDraws.at_each(root, "subject", subjects, "trial").at(trials, "u", 3).uniform()
    assert table.shape == (5, 7)
    assert table[4, 6] == root.at("subject", 4, "trial", 6, "u", 3).uniform()
    assert ManyDraws.at_each(root, "one").uniform() == root.at("one").uniform()


@settings(max_examples=200)
@given(st.lists(st.floats(5e-324, 1e308), min_size=1, max_size=20))
def test_logarithm_equals_scalar(values: list[float]) -> None:
    assert arrays.logarithm(values).tolist() == [scalar.logarithm(x) for x in values]


@settings(max_examples=200)
@given(st.lists(st.floats(1e-300, 1 - 2**-53) | st.floats(0.01, 0.99), min_size=1, max_size=20))
def test_normal_quantile_equals_scalar(values: list[float]) -> None:
    assert arrays.normal_quantile(values).tolist() == [scalar.normal_quantile(p) for p in values]


def test_a_hundred_thousand_normals_agree() -> None:
    root = Draws.seeded(11)
    assert arrays.normals(root, np.arange(100_000))[::997].tolist() == [
        root.at(i).normal() for i in range(0, 100_000, 997)
    ]


def test_what_is_no_address_or_no_outcome_is_refused() -> None:
    with pytest.raises(UsageError, match="float64"):
        arrays.uniforms(Draws.seeded(1), [0.5])
    for n in (0, -1, 2**63):
        with pytest.raises(UsageError, match="cannot draw below"):
            arrays.below(Draws.seeded(1), n, [1])
