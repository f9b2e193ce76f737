"""Thousands of changed protocols and scenarios: what has no errors plays to its end, leaks nothing, or comes to a
verdict, in bounded time."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from mutate_papers import at_random
from mutate_papers import changed as changed_papers
from paper_law import STUDIES, judged

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.evals.player import Player
from hawthorne.protocols.kind import ProtocolKind

sys.path.insert(0, str(Path(__file__).parents[1] / "evals"))

from mutate_scenarios import changed as changed_scenarios
from scenario_law import judged as judged_scenario
from staged import FILES

LEAKS = ("leak.canary", "leak.differential", "leak.errors")
"""What no protocol may do. That a screen depends on who is faster (`leak.cross_session`) a document may bring about."""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(101, 107))
def test_a_thousand_changed_protocols_are_refused_or_play_to_their_end(seed: int) -> None:
    """All but one in fifty of those that are played: what depends on who answers what, and when, is judged from random
    answers, which do not meet everything."""
    broken, played = [], 0
    sources = [Source.of_file(path) for path in STUDIES]
    for k, each in enumerate((*changed_papers(sources, 1000, seed), *at_random(sources, 500, seed))):
        outcome = judged(each.source, preview=k % 10 == 0)
        played += outcome.what == "played"
        if outcome.what == "broken":
            broken.append(f"{each.name}: {outcome.why}")
        elif outcome.what == "played" and k % 20 == 0:
            audit = hw.check(ProtocolKind().read(each.source), seeds=3, only=LEAKS)
            leaks = [f"{each.name}: {check.as_json()}" for check in audit.checks if check.status == "fail"]
            assert leaks == []
    assert len(broken) <= played / 50, broken


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(101, 104))
def test_two_thousand_changed_scenarios_are_refused_or_come_to_a_verdict(seed: int) -> None:
    player, broken = Player(), []
    for each in changed_scenarios([Source.of_file(path) for path in FILES], 2000, seed):
        outcome = judged_scenario(each.source, player)
        if outcome.what == "broken":
            broken.append(f"{each.name}: {outcome.why}")
    assert broken == []
