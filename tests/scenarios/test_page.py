"""The page about scenarios names everything that there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hawthorne.plugins
from hawthorne.core.registry import names
from hawthorne.measure.arguments import Mode
from hawthorne.scenarios.refs import NAMED
from hawthorne.scenarios.steps import EXTENSIONS, ORIGINAL_STEPS, word

assert hawthorne.plugins.POINTS
PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    return PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("kind", [*map(word, ORIGINAL_STEPS), *map(word, EXTENSIONS)])
def test_every_step_is_in_its_table(kind: str) -> None:
    assert f"`{kind}`" in section("Steps")


def test_the_table_of_assertions_is_the_registry() -> None:
    rows = [line for line in section("Assertions").splitlines() if line.startswith("| ")]
    assert sorted(re.findall(r"`(\w+)`", "".join(rows))) == sorted(names("assertions"))


def test_every_mode_and_every_form_of_reference_is_explained() -> None:
    for mode in Mode.__args__:
        assert f"`{mode}`" in section("What a model can do")
    for what in NAMED:
        assert f"`@{what}:name`" in section("What refers to what")


def test_every_code_is_in_the_table() -> None:
    found: set[str] = set()
    for first, last in re.findall(r"E(\d\d) to E(\d\d)", section("What `validate` finds")):
        found |= {f"E{number:02}" for number in range(int(first), int(last) + 1)}
    found |= set(re.findall(r"E\d\d", section("What `validate` finds")))
    codes = Path(__file__).parents[2] / "src" / "hawthorne" / "scenarios"
    written = {code for path in codes.rglob("*.py") for code in re.findall(r'"(E\d\d)"', path.read_text())}
    assert found == written


def test_as_many_scenarios_are_promised_as_there_are() -> None:
    assert len(list((Path(__file__).parents[2] / "examples" / "scenarios").glob("*.scenario.json"))) == 48
    assert "Forty-eight scenarios" in PAGE
