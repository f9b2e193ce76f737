"""What a study plants, beside the trials that were presented."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from hawthorne import facade


def test_a_condition_that_is_never_scored_has_no_accuracy_to_recover() -> None:
    study = Path(str(files("hawthorne.demo").joinpath("ax_nback.studyflow.yaml")))
    plan = facade.plan(study, n=2, seed=1)
    trials = facade.tables(facade.run(plan))["trials"].rows
    planted = {(truth.statistic, truth.condition) for truth in plan.program.truths(trials, plan.actors)}
    assert ("missed", "BurnIn") in planted
    assert ("accuracy", "2-back") in planted
    assert ("accuracy", "BurnIn") not in planted
