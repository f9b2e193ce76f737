"""Findings and errors: the value, the place, what would be right."""

from __future__ import annotations

import pytest

from hawthorne.core import errors
from hawthorne.core.errors import Finding, HawthorneError, InvalidDocument, ReplayMismatch, did_you_mean, nearest
from hawthorne.core.place import Place

FINDING = Finding(
    "error", "unknown-key", 'unknown key "acuracy"', 'did you mean "accuracy"?', Place("a.yaml", 3, 5, "P.x")
)


def test_a_finding_reads_as_place_fault_and_fix() -> None:
    assert str(FINDING) == 'a.yaml:3:5: error: unknown key "acuracy" (did you mean "accuracy"?) [unknown-key]'
    assert str(Finding("note", "x", "all is well")) == "note: all is well [x]"


def test_a_findings_json_has_every_part() -> None:
    assert FINDING.as_json() == {
        "severity": "error", "code": "unknown-key", "message": 'unknown key "acuracy"',
        "fix": 'did you mean "accuracy"?', "file": "a.yaml", "line": 3, "column": 5, "path": "P.x",
    }  # fmt: skip


def test_an_invalid_document_carries_all_findings_at_once() -> None:
    error = InvalidDocument(iter([FINDING, FINDING]))
    assert error.findings == (FINDING, FINDING)
    assert str(error).count("acuracy") == 2


def test_every_error_of_a_user_has_one_base() -> None:
    kinds = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert len(kinds) > 3
    assert all(issubclass(kind, HawthorneError) for kind in kinds)


def test_a_replay_mismatch_shows_both_lines() -> None:
    error = ReplayMismatch("one", "other", "versions differ")
    assert [part in str(error) for part in ("one", "other", "versions differ")] == [True] * 3


@pytest.mark.parametrize(
    ("word", "fix"),
    [
        ("accuraci", 'did you mean "accuracy"?'),
        ("ACCURACY", 'did you mean "accuracy"?'),
        ("zzz", "known: absent, accuracy"),
    ],
)
def test_a_fix_names_the_nearest_word_or_all(word: str, fix: str) -> None:
    assert did_you_mean(word, iter(["accuracy", "absent"])) == fix
    assert did_you_mean(word, []) == ""
    assert len(nearest("aa", ["aaa", "aab", "aac", "aad"])) <= 3
