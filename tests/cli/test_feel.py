"""`hawthorne feel`: one expression, a context, the prompt."""

from __future__ import annotations

import io
import json
import sys

import pytest

from hawthorne.cli.app import call


def test_an_expression_prints_as_feel_writes_its_value(capsys):
    assert call(["feel", '@"2026-11-30" + duration("P1D")']) == 0
    assert capsys.readouterr().out == '@"2026-12-01"\n'


def test_a_fault_is_shown_with_its_caret_and_what_would_be_right(capsys):
    assert call(["feel", "a == 1"]) == 1
    error = capsys.readouterr().err
    assert "a == 1\n  ^" in error
    assert "equality is one '='" in error


def test_names_come_from_a_context_and_json_says_the_value(capsys, tmp_path):
    context = tmp_path / "run.json"
    context.write_text('{"trials": [{"id": 1, "rt": 0.4}, {"id": 2, "rt": 0.7}]}')
    assert call(["feel", "trials[rt > 0.5].id", "--context", str(context), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["result"] == {"value": [2], "feel": "[2]"}


def test_a_warning_says_what_is_legal_and_surely_not_meant(capsys):
    assert call(["feel", "nobody = 1", "--json"]) == 0
    assert "nobody" in json.loads(capsys.readouterr().out)["findings"][0]["message"]


@pytest.mark.parametrize("text", ["[1, 2]", "a: [", "\xff\xfe"])
def test_a_context_that_is_none_is_refused(capsys, tmp_path, text):
    context = tmp_path / "c.yaml"
    context.write_bytes(text.encode("latin-1"))
    assert call(["feel", "1", "--context", str(context)]) == 2
    assert "c.yaml" in capsys.readouterr().err


def test_the_prompt_keeps_values_and_goes_on_after_a_fault(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("x := 3\n1 +\nx + 1\n"))
    assert call(["feel"]) == 0
    out = capsys.readouterr().out
    assert "a value is expected here" in out
    assert out.endswith("4\n")
