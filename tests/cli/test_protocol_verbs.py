"""`release`, `rehydrate` and `check` from the command line: what they say, and their exit codes."""

from __future__ import annotations

import json

import pytest
from defects import FIXTURES, STUDIES, defects

from hawthorne.cli.app import call

STUDY = str(STUDIES / "fixture_paper")
PAPER = str(FIXTURES / "sources" / "fixture_paper.txt")
LAMP = str(STUDIES / "fixture_paper" / "img" / "lamp_warm.png")


def said(capsys, *args: str) -> dict:
    call([*args, "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def public(tmp_path, capsys):
    assert call(["release", STUDY, "--out", str(tmp_path / "public")]) == 0
    assert "12 withheld, 1 image blank" in capsys.readouterr().out
    return str(tmp_path / "public")


def test_what_was_released_comes_back_with_the_source(public, tmp_path, capsys):
    args = ["rehydrate", public, "--source", f"s1={PAPER}", "--set", f"lamp={LAMP}", "--out"]
    assert call([*args, str(tmp_path / "one")]) == 0
    assert "the original" in capsys.readouterr().out
    made = said(capsys, *args, str(tmp_path / "two"))
    assert made["ok"]
    assert made["result"]["matches_original"] is True
    assert made["result"]["exact"] == 13


def test_what_is_missing_is_named_and_exits_with_1(public, tmp_path, capsys):
    made = said(capsys, "rehydrate", public, "--source", f"s1={PAPER}", "--out", str(tmp_path / "out"))
    assert made["exit"] == 1
    assert made["result"]["missing"] == ["lamp"]
    assert made["result"]["keeps_apart"] == ["missing: 1"]


@pytest.mark.parametrize(
    "words",
    [["--source", "s1"], ["--source", "s1=nowhere.txt"], ["--set", "lamp=nowhere.png"], ["--source", f"s9={PAPER}"]],
)
def test_words_that_are_off_exit_with_2(words, public, tmp_path, capsys):
    assert call(["rehydrate", public, *words, "--out", str(tmp_path / "out")]) == 2
    assert not (tmp_path / "out").exists()


def test_a_quoted_text_stops_a_release_with_its_place(tmp_path, capsys):
    defect = next(each for each in defects("audit") if each.name == "paper.n")
    study = defect.study(tmp_path)
    file = study / "protocol.json"
    data = json.loads(file.read_text())
    data["title"] = "Nobody else has noticed it, and the money would buy a new kettle"
    file.write_text(json.dumps(data, indent=1))
    made = said(capsys, "release", str(study), "--out", str(tmp_path / "out"))
    assert made["exit"] == 1
    assert [(finding["code"], finding["path"]) for finding in made["findings"]] == [("tier.public", "/title")]
    assert made["findings"][0]["line"] == 5


def test_a_release_can_be_dated(tmp_path, capsys):
    assert call(["release", STUDY, "--out", str(tmp_path / "out"), "--date", "2024-05-01"]) == 0
    assert json.loads((tmp_path / "out" / "protocol.json").read_text())["projection"]["date"] == "2024-05-01"


@pytest.mark.parametrize("date", ["yesterday", "2026-02-30", "20260101", ""])
def test_a_date_that_is_none_is_refused(date, tmp_path):
    assert call(["release", STUDY, "--out", str(tmp_path / "out"), "--date", date]) == 2
    assert not (tmp_path / "out").exists()


def test_check_reads_sources_and_writes_its_report(tmp_path, capsys):
    out = tmp_path / "made" / "check.json"
    made = said(capsys, "check", STUDY, "--source", PAPER, "--only", "verbatim,paper", "--out", str(out))
    assert made["ok"]
    assert made["result"] == json.loads(out.read_text())
    assert {check["group"] for check in made["result"]["checks"]} == {"verbatim", "paper"}


@pytest.mark.parametrize(
    ("name", "words", "code"),
    [("paper.p", [], 0), ("paper.p", ["--strict"], 1), ("paper.direction", [], 1)],
)
def test_failures_exit_with_1_and_warnings_where_strict(name, words, code, tmp_path, capsys):
    defect = next(each for each in defects("audit") if each.name == name)
    assert call(["check", str(defect.study(tmp_path)), "--only", "paper", *words]) == code
    out = capsys.readouterr().out
    assert name in out
    assert "expected:" in out


def test_the_report_in_public_hides_what_it_found(tmp_path, capsys):
    defect = next(each for each in defects("validate") if each.name == "coding.cases")
    study = str(defect.study(tmp_path))
    assert call(["check", study, "--only", "coding", "--public"]) == 1
    hidden = capsys.readouterr().out
    assert call(["check", study, "--only", "coding"]) == 1
    told = capsys.readouterr().out
    assert "coding.cases" in hidden
    assert len(hidden.splitlines()) < len(told.splitlines())


def test_the_same_document_gives_the_same_report(capsys):
    one = said(capsys, "check", STUDY, "--source", PAPER)
    assert one == said(capsys, "check", STUDY, "--source", PAPER)
    assert one["ok"]
