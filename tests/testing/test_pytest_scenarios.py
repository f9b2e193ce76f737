"""The pytest plug-in: files are tests, and a failure says what the scenario pins and why it does not hold."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import hawthorne

SCENARIO = {
    "id": "one", "title": "One", "behavior": "A bot answers.", "world": "coordination",
    "bots": [{"key": "ann", "name": "Ann", "turns": [{"reply": "Hello."}]}],
    "steps": [{"kind": "send", "bot": "ann", "text": "Hi"}], "assertions": [],
}  # fmt: skip


REPOSITORY = Path(__file__).parents[2]


def outcome(folder: Path, *words: str) -> tuple[int, str]:
    """What pytest says of a folder, with nothing but this plug-in."""
    command = [sys.executable, "-m", "pytest", "-p", "hawthorne.testing.pytest_scenarios", "-p", "no:cacheprovider",
               "--rootdir", str(folder), str(folder), *words]  # fmt: skip
    here = {"PYTHONPATH": str(Path(inspect.getfile(hawthorne)).parents[1]), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ | here, check=False)
    return done.returncode, done.stdout


def test_scenarios_are_tests_beside_others(tmp_path: Path) -> None:
    (tmp_path / "one.scenario.json").write_text(json.dumps(SCENARIO))
    (tmp_path / "wrong.scenario.json").write_text(json.dumps(SCENARIO | {"assertions": [
        {"kind": "turnOrder", "bots": []}]}))  # fmt: skip
    (tmp_path / "broken.scenario.json").write_text("{")
    (tmp_path / "test_other.py").write_text("def test_it(): pass\n")
    code, out = outcome(tmp_path)
    assert code == 1
    assert "2 failed, 2 passed" in out
    assert "pins: A bot answers." in out
    assert "-> turnOrder: turns ended as ann, not " in out
    assert "broken.scenario.json" in out
    assert "Traceback" not in out


def test_they_are_repeated_or_left_alone_when_asked_to(tmp_path: Path) -> None:
    (tmp_path / "one.scenario.json").write_text(json.dumps(SCENARIO))
    assert "3 passed" in outcome(tmp_path, "--scenarios-repeat", "3")[1]
    assert outcome(tmp_path, "--no-scenarios")[0] == 5


def test_they_are_played_against_a_server_when_asked_to(tmp_path: Path) -> None:
    (tmp_path / "one.scenario.json").write_text(json.dumps(SCENARIO))
    assert "1 passed" in outcome(tmp_path, "--scenarios-isolated")[1]


def test_the_plug_in_is_one_whether_it_is_found_or_named() -> None:
    declared = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    assert declared == {"hawthorne.testing.pytest_scenarios": "hawthorne.testing.pytest_scenarios"}
