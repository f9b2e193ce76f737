"""Cards beside a protocol: chosen by what they say, else by their names; checked like any document."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from defects import STUDIES
from jsonschema import Draft202012Validator

import hawthorne as hw
from hawthorne.core.digest import of_bytes
from hawthorne.core.document import Setting
from hawthorne.core.errors import InvalidDocument
from hawthorne.protocols.cards.kind import CardKind
from hawthorne.protocols.schemas import shipped

STUDY: dict[str, Any] = {
    "schema": "hawthorne/study.v1", "id": "fixture_score", "title": "Two-arm rating study", "authors": ["Nobody"],
    "year": None, "tags": ["invented"], "contributors": [{"name": "Nobody"}],
    "sources": [{"citation": "Invented for tests", "licence": "CC0-1.0", "tier": "open"}],
    "redistribution": {"projected": False, "tiers": {"open": 7}},
    "coverage": {"experiments": ["1"], "omitted": [{"what": "a pilot", "why": "not reported"}]},
    "checks": {"passed": True},
}  # fmt: skip
RUN: dict[str, Any] = {
    "schema": "hawthorne/run.v1", "run_id": "0d1b2c9e-6a1f-4a43-9d3c-52a1f0c6f5aa", "created": "2000-01-01T00:00:00Z",
    "status": "complete", "protocol": {"id": "fixture_score", "version": "1.0.0", "sha256": "0" * 64},
    "engine": {"name": "hawthorne", "version": "0.1.0"}, "design": {"n": 4, "seed": 7, "coerce": ["strict"]},
    "agent": {"kind": "llm", "name": "a model", "model": {"id": "m-1", "params": {"temperature": 0.7}},
              "prompting": {"renders": "prose"}, "memory": "full_transcript"},
    "sessions": [{"participant": "p1", "status": "done", "steps": 2}], "counts": {"started": 1, "done": 1},
}  # fmt: skip
STATE: dict[str, Any] = {
    "participant": "p1", "done": False, "step": 1, "page": 1,
    "screen": {"items": [{"id": "i1", "type": "text", "text": "How sure are you?"}],
               "responses": [{"id": "r1", "kind": "slider", "prompt": "rate", "required": True, "range": [0, 100],
                              "widget": "hslider"}]},
    "seen": [], "answered": [], "events": [], "timing": {"advance": "self"}, "navigation": {"back": "not_allowed"},
}  # fmt: skip


def study(folder: Path, card: dict[str, Any], name: str = "study.json") -> Path:
    shutil.copytree(STUDIES / "fixture_score", folder / "study")
    (folder / "study" / name).write_text(json.dumps(card), "utf-8")
    return folder / "study" / name


@pytest.mark.parametrize(("name", "card"), [("study", STUDY), ("run", RUN), ("state", STATE)])
def test_a_sound_card_has_no_findings_and_its_schema_accepts_it(name: str, card: Any, tmp_path: Path) -> None:
    file = study(tmp_path, card, f"{name}.json")
    assert hw.load(file).kind == "card"
    assert hw.validate(file) == []
    assert Draft202012Validator(shipped(name)).is_valid(card)


@pytest.mark.parametrize("card", [STUDY, RUN])
def test_what_a_file_says_of_itself_wins_over_its_name(card: Any, tmp_path: Path) -> None:
    assert hw.validate(study(tmp_path, card, "anything.json")) == []


def test_a_protocol_may_have_any_name(tmp_path: Path) -> None:
    file = tmp_path / "my_experiment.json"
    file.write_bytes((STUDIES / "fixture_score" / "protocol.json").read_bytes())
    assert hw.load(file).kind == "protocol"


def test_a_folder_stands_for_its_protocol_and_not_for_its_card(tmp_path: Path) -> None:
    assert hw.load(study(tmp_path, STUDY).parent).kind == "protocol"


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        ({"titel": "x"}, "schema.valid", 'did you mean "title"?'),
        ({"authors": []}, "schema.valid", "at least one"),
        ({"id": "fixture_other"}, "ref.ids", "fixture_score"),
        ({"protocol": {"path": "elsewhere.json"}}, "ref.assets", "is not there"),
        ({"protocol": {"sha256": "0" * 64}}, "ref.assets", "not the one that was digested"),
        ({"schema": "hawthorne/studie.v1"}, "schema.valid", "hawthorne/study.v1"),
    ],
)  # fmt: skip
def test_a_card_with_a_fault_is_told_so(change: dict[str, Any], code: str, says: str, tmp_path: Path) -> None:
    (found,) = hw.validate(study(tmp_path, STUDY | change))
    assert found.code == code
    assert says in found.message + found.fix
    assert found.place.line


def test_a_card_knows_its_protocol_by_digest(tmp_path: Path) -> None:
    whole = of_bytes((STUDIES / "fixture_score" / "protocol.json").read_bytes())
    assert hw.validate(study(tmp_path, STUDY | {"protocol": {"path": "protocol.json", "sha256": whole}})) == []


def test_the_header_of_a_runs_folder_is_no_card(tmp_path: Path) -> None:
    run = hw.run(hw.plan(STUDIES / "fixture_mini", n=1, seed=1, actors="random"), tmp_path / "run")
    assert run.folder is not None
    (found,) = hw.validate(run.folder / "run.json")
    assert "header of a run's folder" in found.message


@pytest.mark.parametrize("error", [{"code": "x", "message": "y", "responses": []}, None])
def test_a_state_has_an_error_only_as_an_object(error: Any, tmp_path: Path) -> None:
    card = STATE | {"error": error}
    assert (hw.validate(study(tmp_path, card, "state.json")) == []) == (error is not None)
    assert Draft202012Validator(shipped("state")).is_valid(card) == (error is not None)


def test_a_card_is_not_played(tmp_path: Path) -> None:
    document = hw.load(study(tmp_path, STUDY))
    with pytest.raises(InvalidDocument, match="nothing to play"):
        CardKind().compile(document, Setting(seed=1))
