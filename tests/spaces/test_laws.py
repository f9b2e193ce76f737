"""The laws of spaces over every built-in response kind, with declarations and answers drawn at random."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spaces_at_random import PARTS, VALUES, bent

from hawthorne.core import registry
from hawthorne.core.draws import Draws
from hawthorne.testing import check_space

pytest.importorskip("jsonschema", reason="the reference validator is an extra of developers")

BUILT_IN = next(point.builtins for point in registry.points() if point.name == "spaces")


@pytest.mark.parametrize("kind", sorted(BUILT_IN))
def test_every_response_kind_is_here(kind: str) -> None:
    assert registry.resolve("spaces", kind).kind == kind
    assert kind in PARTS


@pytest.mark.parametrize("kind", sorted(PARTS))
def test_a_sample_is_valid_and_schema_and_check_agree(kind: str) -> None:
    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(PARTS[kind], st.lists(VALUES, max_size=6), st.integers(0, 10**6))
    def law(space: Any, values: list[Any], seed: int) -> None:
        sample = space.sample(Draws.seeded(seed))
        near = [bent(space, sample, seed + i, value) for i, value in enumerate([*values, None])]
        check_space(space, samples=5, more=[sample, *values, *near])

    law()


@pytest.mark.parametrize("kind", sorted(PARTS))
def test_what_is_no_number_of_json_is_refused(kind: str) -> None:
    @settings(max_examples=10, suppress_health_check=list(HealthCheck))
    @given(PARTS[kind])
    def law(space: Any) -> None:
        for value in (float("nan"), float("inf"), -float("inf"), [float("nan")] * 2, (1, 2), object()):
            assert space.check(value) is not None

    law()


@pytest.mark.parametrize("kind", sorted(PARTS))
def test_a_space_survives_a_worker_border(kind: str) -> None:
    @settings(max_examples=5, suppress_health_check=list(HealthCheck))
    @given(PARTS[kind])
    def law(space: Any) -> None:
        twin = pickle.loads(pickle.dumps(space))
        assert twin == space
        assert json.dumps(twin.schema()) == json.dumps(space.schema())

    law()
