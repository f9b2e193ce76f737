"""The law of spaces again, for much longer and at random: `make fuzz`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spaces_at_random import PARTS, VALUES, bent

from hawthorne.core.draws import Draws
from hawthorne.testing import check_space

pytest.importorskip("jsonschema", reason="the reference validator is an extra of developers")


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", sorted(PARTS))
def test_a_sample_is_valid_and_schema_and_check_agree_however_long_one_looks(kind: str) -> None:
    @settings(max_examples=2000, suppress_health_check=list(HealthCheck))
    @given(PARTS[kind], st.lists(VALUES, max_size=6), st.integers(0, 10**6))
    def law(space: Any, values: list[Any], seed: int) -> None:
        sample = space.sample(Draws.seeded(seed))
        near = [bent(space, sample, seed + i, value) for i, value in enumerate([*values, None])]
        check_space(space, samples=5, more=[sample, *values, *near])

    law()
