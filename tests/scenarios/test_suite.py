"""Our own scenarios, and files of the original form, played in this process: every step succeeds and every assertion
holds; and the list of behaviours says which scenario pins which."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import hawthorne as hw
from hawthorne import facade
from hawthorne.core.document import Source
from hawthorne.records.run import Run
from hawthorne.scenarios.kind import ForeignScenarioKind

REPOSITORY = Path(__file__).parents[2]
SUITE = REPOSITORY / "examples" / "scenarios"
EXAMPLES = sorted(SUITE.glob("*.scenario.json"))
ORIGINAL = sorted((REPOSITORY / "tests" / "fixtures" / "scenarios" / "original").glob("*.json"))


def wrong(run: Run) -> list[Any]:
    tables = hw.tables(run)
    failed = [(row["step"], row["detail"]) for row in tables["steps"].rows if not row["ok"]]
    return failed + [(row["kind"], row["detail"]) for row in tables["assertions"].rows if not row["pass"]]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_our_own_scenarios_hold(path: Path) -> None:
    run = hw.run(hw.plan(path, seed=1))
    assert wrong(run) == []
    assert len(hw.tables(run)["assertions"].rows)


@pytest.mark.parametrize("path", ORIGINAL, ids=lambda path: path.name)
def test_foreign_files_hold(path: Path) -> None:
    run = hw.run(hw.plan(ForeignScenarioKind().read(Source.of_file(path)), seed=1))
    assert wrong(run) == []
    assert facade.document_of(run).kind == "foreign-scenario"


def test_the_list_of_behaviours_names_every_scenario_once_and_no_other() -> None:
    text = (SUITE / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\(([a-z0-9-]+)\.scenario\.json\)", text)
    assert sorted(named) == [path.name.removesuffix(".scenario.json") for path in EXAMPLES]
