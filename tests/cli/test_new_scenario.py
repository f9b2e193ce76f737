"""`hawthorne new NAME.scenario.json` writes a scenario that has no findings and holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hawthorne.cli.app import call


@pytest.mark.parametrize(
    ("name", "id"), [("mine", "mine"), ("Who reads first?", "who-reads-first"), ("実験", "scenario")]
)
def test_what_is_written_is_sound_and_holds(
    name: str, id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = f"{name}.scenario.json"
    assert call(["new", file]) == 0
    assert json.loads(Path(file).read_text(encoding="utf-8"))["id"] == id
    assert call(["validate", "--strict", file]) == 0
    assert call(["eval", file]) == 0


def test_a_scenario_that_is_there_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(["new", "mine.scenario.json"]) == 0
    assert call(["new", "mine.scenario.json"]) == 2
    assert call(["new", "mine.scenario.json", "--force"]) == 0
