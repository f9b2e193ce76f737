"""The laws of instruments over every built-in one."""

import pytest
from small_tasks import ARROWS, AX, DRAWN_BACK, SIMON, cells, task

import hawthorne.plugins  # noqa: F401
from hawthorne.core import registry
from hawthorne.testing.instrument import check_instrument

PLAYED = {
    "RE": {"Parameters": AX, "MinAccuracyRequired": 0.9},
    "NB": {"Parameters": DRAWN_BACK, "ExitRules": [{"Trials": 3, "Type": "Failures", "Action": "FailBlock"}]},
    "WO": {"Parameters": SIMON, "Trials": cells("Congruent", "Neutral"), "TrialOrder": {"Per": "Subject"}},
    "FL": {"Parameters": ARROWS, "Trials": cells("Congruent", "Incongruent"), "MinAccuracyRequired": 0.9},
}


@pytest.mark.parametrize("name", PLAYED)
def test_every_built_in_instrument_keeps_the_laws(name):
    check_instrument(registry.resolve("instruments", name)(), task({"Test": PLAYED[name]}), "T")


def test_every_built_in_instrument_is_played_here_and_has_a_perceiver():
    builtin = next(point for point in registry.points() if point.name == "instruments").builtins
    assert set(PLAYED) == set(builtin)
    for name in builtin:
        assert registry.resolve("instruments", name).kind == registry.resolve("perceivers", name).kind == name
