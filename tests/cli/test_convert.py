"""`hawthorne convert`: files, words, exit codes."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from hawthorne.cli.app import call

STUDY = "definitions: {}  # a remark\nP: {type: Process, flowElements: {A: {type: Task}}}\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "a.studyflow.yaml").write_text(STUDY)
    return tmp_path


def test_a_file_goes_around_all_formats_and_comes_back(here, capsys):
    names = ["a.studyflow.yaml", "b.studyflow.png", "c.studyflow.svg", "d.bpmn", "new/e.studyflow.yaml"]
    for name, following in pairwise(names):
        assert call(["convert", name, following]) == 0
        assert f"wrote {following}" in capsys.readouterr().out
    assert call(["info", names[0], "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["result"]["digests"]["protocol"]
    assert call(["info", names[-1], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["digests"]["protocol"] == first


def test_what_stays_behind_is_said_and_strict_writes_nothing(here, capsys):
    assert call(["convert", "a.studyflow.yaml", "b.bpmn"]) == 0
    assert "1 comment does not come along" in capsys.readouterr().out
    assert call(["convert", "a.studyflow.yaml", "c.bpmn", "--strict"]) == 1
    assert "c.bpmn is not written" in capsys.readouterr().out
    assert (here / "b.bpmn").exists()
    assert not (here / "c.bpmn").exists()


def test_a_picture_takes_the_study_up(here, capsys):
    assert call(["convert", "a.studyflow.yaml", "b.png"]) == 0
    assert call(["convert", "a.studyflow.yaml", "c.png", "--into", "b.png"]) == 0
    assert (here / "c.png").read_bytes() == (here / "b.png").read_bytes()


@pytest.mark.parametrize("words", [
    ["a.studyflow.yaml", "b.docx"],
    ["a.studyflow.yaml", "."],
    ["nowhere.bpmn", "b.bpmn"],
    ["a.studyflow.yaml", "b.bpmn", "--into", "nowhere.png"],
    ["a.studyflow.yaml", "b.bpmn", "--as", "song"],
])  # fmt: skip
def test_words_that_are_off_are_wrong_use(words, capsys):
    assert call(["convert", *words]) == 2
    assert capsys.readouterr().err


def test_a_broken_file_ends_in_its_findings(here, capsys):
    (here / "b.bpmn").write_text("<definitions>\n<a>")
    assert call(["convert", "b.bpmn", "c.studyflow.yaml", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert [(finding["code"], finding["line"]) for finding in said["findings"]] == [("xml", 2)]
    assert not (here / "c.studyflow.yaml").exists()
