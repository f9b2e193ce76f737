"""`diff` and `prov` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hawthorne.cli.app import call


@pytest.fixture
def runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    assert call(["new", "mine"]) == 0
    for name, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        assert call(["run", "mine.studyflow.yaml", "-n", "3", "--seed", seed, "--out", name]) == 0
    capsys.readouterr()


def test_runs_of_one_seed_are_the_same_and_exit_with_0(runs, capsys):
    assert call(["diff", "a", "b"]) == 0
    assert capsys.readouterr().out.startswith("the same: ")


def test_runs_of_two_seeds_differ_with_1_the_first_line_and_what_they_were_made_from(runs, capsys):
    assert call(["diff", "a", "c"]) == 1
    out = capsys.readouterr().out
    assert "the first difference is case 1, line " in out
    assert "seed: 3  |  4" in out
    assert call(["diff", "a", "c", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    first = said["result"]["first"]
    assert json.loads(first["one"])["case"] == json.loads(first["two"])["case"] == first["case"]
    assert said["result"]["facts"]["seed"] == ["3", "4"]
    assert not said["result"]["same"]


def test_what_is_no_run_is_told(runs, capsys):
    Path("empty").mkdir()
    assert call(["diff", "a", "empty"]) == 1
    assert "is not a run folder" in capsys.readouterr().err


def test_provenance_goes_to_the_terminal_or_to_a_file(runs, capsys):
    assert call(["prov", "a"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("@prefix prov:")
    assert call(["prov", "a", "out/a.ttl"]) == 0
    assert Path("out/a.ttl").read_text(encoding="utf-8") == text
    capsys.readouterr()
    assert call(["prov", "a", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["turtle"] == text
