"""A scenario without errors comes to a verdict: over changed scenarios, a few here and thousands in the soak tests."""

from __future__ import annotations

from collections import Counter

from mutate_scenarios import changed
from scenario_law import judged
from staged import FILES

from hawthorne.core.document import Source
from hawthorne.evals.player import Player

SOURCES = [Source.of_file(path) for path in FILES]
COUNT = 200


def test_a_changed_scenario_is_told_what_is_wrong_or_comes_to_a_verdict() -> None:
    outcomes, broken, player = Counter[str](), [], Player()
    for each in changed(SOURCES, COUNT, seed=1):
        outcome = judged(each.source, player)
        outcomes[outcome.what] += 1
        if outcome.what == "broken":
            broken.append(f"{each.name}: {outcome.why}")
    assert broken == []
    assert outcomes["played"] > COUNT // 4
    assert outcomes["refused"] > COUNT // 4


def test_the_mutator_makes_the_same_scenarios_again() -> None:
    one, two = (list(changed(SOURCES, 100, seed=4)) for _ in range(2))
    assert [each.source.data for each in one] == [each.source.data for each in two]
