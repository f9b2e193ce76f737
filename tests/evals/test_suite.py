"""The suite of scenarios that ships: all hold, each time."""

from __future__ import annotations

import pytest
from staged import SUITE

from hawthorne.evals.playing import run


def test_five_plays_in_a_row_hold_without_a_flake() -> None:
    outcome = run(SUITE, repeat=5)
    assert outcome.flakes == {}
    assert [(each.id, each.reasons) for each in outcome.results if not each.passed] == []


@pytest.mark.soak
def test_a_hundred_plays_on_two_lanes_hold_without_a_flake() -> None:
    outcome = run(SUITE, repeat=100, jobs=2)
    assert outcome.flakes == {}
    assert outcome.passed
