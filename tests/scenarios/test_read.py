"""Reading: strict by default, foreign files leniently, never an exception; the model is frozen and in normal form."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import hawthorne as hw
from hawthorne.core.document import Setting, Source
from hawthorne.core.errors import InvalidDocument
from hawthorne.core.registry import resolve
from hawthorne.scenarios.check import check
from hawthorne.scenarios.kind import ForeignScenarioKind, ScenarioKind
from hawthorne.scenarios.read import read

REPOSITORY = Path(__file__).parents[2]
EXAMPLES = sorted((REPOSITORY / "examples" / "scenarios").glob("*.scenario.json"))
ORIGINAL = sorted((REPOSITORY / "tests" / "fixtures" / "scenarios" / "original").glob("*.json"))
LEAST: dict[str, Any] = {"id": "a", "title": "t", "behavior": "b", "world": "coordination", "bots": [], "steps": [],
                         "assertions": []}  # fmt: skip


def of(document: Any, compat: bool = False) -> Any:
    return read(Source("x.scenario.json", json.dumps(document).encode()), compat)


def test_defaults_are_those_of_the_original_format() -> None:
    skill = {"id": "s", "name": "S", "version": "1.0.0", "description": "d", "triggerTerms": ["s"], "skillMd": "---\n"}
    document = LEAST | {
        "bots": [{"key": "a", "name": "A", "turns": [{"steps": [{}]}]}],
        "steps": [{"kind": "installSkill", "skill": skill}],
        "assertions": [{"kind": "toolCalls", "bot": "a", "equals": [{}]}],
    }
    scenario = of(document).scenario
    assert scenario.gates == ()
    assert scenario.library_skills == ()
    call = scenario.bots[0].turns[0].calls[0]
    assert (call.name, call.arguments, call.expect_error) == ("coordinate_bots", {}, None)
    assert (scenario.steps[0].skill.default_enabled, scenario.steps[0].skill.required_capabilities) == (True, ())
    expected = scenario.assertions[0].equals[0]
    assert (expected.tool, expected.arguments, expected.expect_error) == ("coordinate_bots", {}, None)


def test_a_bots_key_is_bare_wherever_it_stands() -> None:
    document = LEAST | {
        "bots": [{"key": "a", "name": "A", "turns": []}],
        "steps": [{"kind": "send", "bot": "@a", "text": "@a"}],
        "assertions": [{"kind": "turnOrder", "bots": ["@a", "a"]},
                       {"kind": "handoffTree", "equals": [{"bot": "@a", "status": "failed"}]}],
    }  # fmt: skip
    scenario = of(document).scenario
    assert scenario.steps[0].bot == "a"
    assert scenario.steps[0].text == "@a"
    assert scenario.assertions[0].bots == ("a", "a")
    assert scenario.assertions[1].equals[0].bot == "a"


def test_a_widened_reach_is_consented_to_unless_said_otherwise() -> None:
    bots = [{"key": "a", "name": "A", "chiefOfStaff": True, "managedSections": ["x"], "turns": []},
            {"key": "b", "name": "B", "section": "x", "acknowledgePeerScope": False, "managedSections": ["x"], "turns": []},
            {"key": "c", "name": "C", "turns": []}]  # fmt: skip
    assert [bot.acknowledges for bot in of(LEAST | {"bots": bots}).scenario.bots] == [True, False, None]


def test_a_scenario_is_frozen() -> None:
    scenario = of(LEAST | {"bots": [{"key": "a", "name": "A", "turns": []}]}).scenario
    with pytest.raises(ValidationError):
        scenario.title = "u"
    with pytest.raises(ValidationError):
        scenario.bots[0].name = "B"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_writing_and_reading_again_changes_nothing(path: Path) -> None:
    reading = read(Source.of_file(path))
    again = of(reading.scenario.as_json())
    assert again.scenario == reading.scenario
    assert again.scenario.as_json() == reading.scenario.as_json()
    assert pickle.loads(pickle.dumps(reading)).scenario == reading.scenario


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_our_own_scenarios_have_no_findings(path: Path) -> None:
    assert check(read(Source.of_file(path))) == []
    assert read(Source.of_file(path)).scenario.id == path.name.removesuffix(".scenario.json")


def test_there_is_a_original_file_for_each_scenario_of_the_original_catalogue() -> None:
    assert len(ORIGINAL) == 8


@pytest.mark.parametrize("path", ORIGINAL, ids=lambda path: path.name)
def test_foreign_files_are_read_without_errors(path: Path) -> None:
    document = ForeignScenarioKind().read(Source.of_file(path))
    findings = ForeignScenarioKind().check(document)
    assert not [finding for finding in findings if finding.severity == "error"]
    assert document.model.scenario is not None
    ForeignScenarioKind().compile(document, Setting(1))


@pytest.mark.parametrize("path", ORIGINAL, ids=lambda path: path.name)
def test_strictly_the_same_files_have_findings_with_pointers_and_lines(path: Path) -> None:
    document = ScenarioKind().read(Source.of_file(path))
    findings = ScenarioKind().check(document)
    unknown = [finding for finding in findings if finding.code == "E01"]
    assert unknown
    for finding in unknown:
        assert finding.severity == "error"
        assert finding.place.path.startswith("/")
        assert (
            f'"{finding.place.path.rpartition("/")[2]}"' in path.read_text().splitlines()[(finding.place.line or 0) - 1]
        )
    with pytest.raises(InvalidDocument):
        ScenarioKind().compile(document, Setting(1))


@pytest.mark.parametrize("path", ORIGINAL, ids=lambda path: path.name)
def test_each_key_that_is_left_out_is_noted(path: Path) -> None:
    strict, foreign = read(Source.of_file(path)), read(Source.of_file(path), compat=True)
    unknown = {finding.place.path for finding in strict.findings if finding.code == "E01"}
    assert {finding.place.path for finding in foreign.findings} == unknown
    assert {(finding.severity, finding.code) for finding in foreign.findings} == {("note", "E01")}


def test_how_a_document_was_read_is_its_kind() -> None:
    source = Source.of_file(ORIGINAL[0])
    assert ScenarioKind().read(source).kind == "scenario"
    assert ForeignScenarioKind().read(source).kind == "foreign-scenario"
    assert resolve("kinds", "foreign-scenario") is ForeignScenarioKind
    assert ForeignScenarioKind.suffixes == ()


def test_a_scenario_is_known_by_its_name() -> None:
    document = hw.load(EXAMPLES[0])
    assert document.kind == "scenario"
    assert document.name == EXAMPLES[0].name.removesuffix(".scenario.json")


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_stands_in_a_file_is_findings_and_no_exception(data: st.DataObject) -> None:
    document = json.loads(data.draw(st.sampled_from(EXAMPLES)).read_text())
    holder: Any = document
    for _ in range(data.draw(st.integers(0, 6))):
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(holder[key], (dict, list)) or data.draw(st.booleans()):
            holder[key] = data.draw(ANY)
            break
        holder = holder[key]
    for compat in (False, True):
        for finding in check(of(document, compat)):
            assert finding.message
            assert finding.place.line
