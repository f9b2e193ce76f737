"""What `hawthorne new` writes is valid, runs, and is called what its file is called; what `demo` ships is sound."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import hawthorne as hw
import hawthorne.demo
from hawthorne.cli.app import call

SHIPPED = Path(hawthorne.demo.__file__).parent


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_of(path):
    return hw.run(hw.plan(path, n=4, seed=1, actors="random"))


@pytest.mark.parametrize("word", ["study/protocol.yaml", "study/protocol.yml", "study/protocol.json", "study/"])
def test_a_new_protocol_has_no_findings_and_plays(word, here):
    assert call(["new", word]) == 0
    document = hw.load("study")
    assert document.name == "study"
    assert [finding for finding in hw.validate(document) if finding.severity != "note"] == []
    assert run_of(document).counts["ended"] == 4
    assert call(["check", "study", "--seeds", "10", "--strict"]) == 0


def test_a_folder_that_is_there_gets_a_protocol(here):
    (here / "mine").mkdir()
    assert call(["new", "mine"]) == 0
    assert [file.name for file in (here / "mine").iterdir()] == ["protocol.yaml"]


def test_the_same_protocol_comes_in_yaml_with_comments_and_in_json(here):
    assert call(["new", "study/protocol.yaml"]) == call(["new", "other/study/protocol.json"]) == 0
    assert "# What is shown." in (here / "study/protocol.yaml").read_text()
    assert json.loads((here / "other/study/protocol.json").read_text())["id"] == "study"
    assert hw.load("study").model == hw.load("other/study").model


@pytest.mark.parametrize(
    ("folder", "id"), [("2024", "2024"), ("true", "true"), ("My Study", "my_study"), ("実験", "study")]
)
def test_a_folder_s_name_becomes_an_id_that_is_text(folder, id):
    assert call(["new", f"{folder}/protocol.yaml"]) == 0
    assert hw.load(folder).name == id
    assert [finding.severity for finding in hw.validate(folder)] in ([], ["note"])


@pytest.mark.parametrize("word", ["study/protocol.yaml", "protocol.json", "my team/x.scenario.json", "x"])
def test_the_commands_that_come_next_can_be_typed(word, capsys):
    assert call(["new", word]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == f"wrote {word if '.' in word else word + '.studyflow.yaml'}"
    commands = [shlex.split(line.removeprefix("next:")) for line in rest]
    assert [words[0] for words in commands] == ["hawthorne"] * len(commands)
    for _, verb, *words in commands:
        if verb != "take":
            assert call([verb, *words, "--json"]) == 0, words


@pytest.mark.parametrize("word", ["study/protocol.yaml", "x.scenario.json"])
def test_what_is_there_is_written_over_with_force_alone(word, here):
    assert call(["new", word]) == 0
    (here / word).write_text("mine now")
    assert call(["new", word]) == 2
    assert (here / word).read_text() == "mine now"
    assert call(["new", word, "--force"]) == 0
    assert (here / word).read_text() != "mine now"


# --- what the demo plays ---------------------------------------------------------------------------------------------


def test_the_demo_s_protocol_passes_every_check_also_for_the_public():
    for public in (False, True):
        report = hw.facade.check(SHIPPED / "lighthouse", public=public, seeds=10)
        assert {check.id for check in report.checks if check.status not in ("pass", "skip")} == set()


def test_the_demo_shows_a_protocol_s_rows_and_the_verdicts_of_its_scenarios(capsys):
    assert call(["demo", "-n", "4"]) == 0
    said = capsys.readouterr().out
    study, protocol, scenarios = said.index("ax_nback: "), said.index("lighthouse: "), said.index("scenarios: ")
    assert study < protocol < scenarios
    assert "p:1   low" in said[protocol:scenarios]
    assert "3 scenarios, 3 plays: 3 passed" in said[scenarios:]


def test_the_demo_s_parts_stand_in_its_json(capsys):
    assert call(["demo", "-n", "4", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]
    (section,) = result["protocol"]["sections"]
    assert [row["_id"] for row in section["tables"][0]["rows"]] == [f"p:{k}" for k in range(1, 7)]
    assert result["scenarios"] == {"passed": 3}
