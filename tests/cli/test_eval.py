"""`hawthorne eval` and `hawthorne bots`: exit codes, what is printed, what is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hawthorne.cli.app import call

SCENARIO: dict[str, Any] = {
    "id": "one", "title": "One", "behavior": "A bot answers.", "world": "coordination",
    "bots": [{"key": "ann", "name": "Ann", "turns": [{"reply": "Hello."}]}],
    "steps": [{"kind": "send", "bot": "ann", "text": "Hi"}],
    "assertions": [{"kind": "turnOrder", "bots": ["ann"]}],
}  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    return tmp_path


def saved(name: str = "one", **parts: Any) -> str:
    path = Path(f"{name}.scenario.json")
    path.write_text(json.dumps(SCENARIO | {"id": name} | parts))
    return str(path)


def test_all_that_pass_are_zero_and_each_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["eval", saved()]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split()[:2] == ["passed", "one"]
    assert "1 scenario, 1 play: 1 passed" in out


def test_one_that_fails_is_one_and_the_reason_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    saved("fine")
    saved("wrong", assertions=[{"kind": "turnOrder", "bots": ["ann", "ann"]}])
    saved("stuck", steps=[*SCENARIO["steps"], {"kind": "waitForTurns", "bot": "ann", "count": 2}])
    assert call(["eval", "."]) == 1
    out = capsys.readouterr().out
    assert "→ turnOrder: turns ended as ann, not ann, ann" in out
    assert "✗ steps/1   waitForTurns ann" in out
    assert "→ steps/1: waitForTurns: stuck waiting until ann has ended 2 turns: nothing is on its way" in out
    assert "pins: A bot answers." in out


@pytest.mark.parametrize(
    "words",
    [["none.scenario.json"], ["."], ["one.scenario.json", "--scenario", "two"], ["one.scenario.json", "--repeat", "0"],
     ["one.scenario.json", "--clock", "moon"], ["one.scenario.json", "--isolated", "--url", "http://x"]],
)  # fmt: skip
def test_words_that_are_off_are_two(words: list[str]) -> None:
    if words != ["."]:
        saved()
    assert call(["eval", *words]) == 2


def test_a_file_that_is_wrong_is_one_and_nothing_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    saved("fine")
    saved("broken", steps=[{"kind": "sendd"}])
    assert call(["eval", "."]) == 1
    out = capsys.readouterr()
    assert "broken.scenario.json:1:" in out.out + out.err
    assert "passed" not in out.out


@pytest.mark.parametrize("parts", [
    {"behavior": "It \x1b[2J\u202e.", "assertions": [{"kind": "turnOrder", "bots": []}]},
    {"assertions": [{"kind": "turnOrder", "bots": ["\x1b[2J\u202e"]}]},
], ids=["played", "found"])  # fmt: skip
def test_what_would_move_the_terminal_is_written_out(parts: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    saved("odd", **parts)
    assert call(["eval", "."]) == 1
    out = "".join(capsys.readouterr())
    assert r"\x1b[2J\u202e" in out
    assert not {"\x1b", "\u202e"} & set(out)


def test_files_that_are_wrong_are_errors_for_continuous_integration_too() -> None:
    saved("fine")
    saved("broken", steps=[{"kind": "sendd"}])
    assert call(["eval", ".", "--junit", "ci/evals.xml"]) == 1
    suite = ElementTree.parse("ci/evals.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")
    (case,) = suite
    assert case.get("file") == "broken.scenario.json"
    assert 'unknown kind "sendd"' in (case[0].get("message") or "")


def test_json_is_one_object_with_every_result(capsys: pytest.CaptureFixture[str]) -> None:
    saved("wrong", assertions=[{"kind": "turnOrder", "bots": []}])
    assert call(["eval", ".", "--repeat", "2", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["verb"], said["exit"], said["result"]["counts"]) == ("eval", 1, {"failed": 2})
    assert [each["repeat"] for each in said["result"]["results"]] == [1, 2]


def test_reports_are_written_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["eval", saved(), "--out", "made", "--junit", "ci/evals.xml"]) == 0
    assert sorted(path.name for path in Path("made").iterdir()) == ["report.html", "report.md", "results.json"]
    assert Path("ci/evals.xml").read_text().startswith("<?xml")
    assert "made/report.html" in capsys.readouterr().out


def test_a_scenario_is_a_document_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    name = saved()
    assert call(["validate", name]) == 0
    assert call(["info", name]) == 0
    assert call(["run", name, "--out", "runs/one"]) == 0
    assert call(["tables", "runs/one"]) == 0
    assert "ann" in Path("runs/one/tables/turns.csv").read_text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--data", "d", "--eval", "--actor", "random"], "give one of them"),
        (["--data", "d", "--token-file", "none"], "cannot be read"),
        (["--data", "d", "--token-file", "empty"], "is empty"),
        (["--data", "d", "--host", "0.0.0.0"], "lets other machines in"),
        (["--data", "d", "--actor", "nobody:x"], 'unknown actor "nobody"'),
        ([], "--data"),
    ],
)
def test_a_server_is_not_started_with_words_that_are_off(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty").write_text("\n")
    assert call(["bots", "serve", *words]) == 2
    assert why in capsys.readouterr().err


def test_a_server_that_cannot_listen_there_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("key").write_text("a long random word")
    assert call(["bots", "serve", "--data", "d", "--host", "203.0.113.1", "--token-file", "key"]) == 1
    assert "cannot listen at 203.0.113.1:0" in capsys.readouterr().err
