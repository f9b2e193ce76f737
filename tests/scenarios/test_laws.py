"""The laws of every kind of document and every program, for scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

from hawthorne.core.document import Setting, Source
from hawthorne.scenarios.kind import ScenarioKind
from hawthorne.testing import check_kind, check_program

SUITE = Path(__file__).parents[2] / "examples" / "scenarios"
SOME = ("dispatch-supersede", "lazy-computer-claim", "opener-closes")


@pytest.mark.parametrize("name", SOME)
def test_the_kind_of_scenarios_keeps_the_laws(name: str) -> None:
    path = SUITE / f"{name}.scenario.json"
    check_kind(ScenarioKind(), {path.name: path.read_bytes()}, breaks=10)


@pytest.mark.parametrize("name", SOME)
def test_the_programs_of_scenarios_keep_the_laws(name: str) -> None:
    document = ScenarioKind().read(Source.of_file(SUITE / f"{name}.scenario.json"))
    check_program(lambda n: ScenarioKind().compile(document, Setting(seed=3, n=n)), cases=2, cuts=3)
