"""``docs/feel.md``: its examples run, and its table has every function."""

from __future__ import annotations

import doctest
from pathlib import Path

from hawthorne.lang.feel.budget import MAX_CALLS, MAX_SIZE, MAX_STEPS
from hawthorne.lang.feel.cursor import MAX_NESTING
from hawthorne.lang.feel.functions.catalog import SIGNATURES
from hawthorne.lang.feel.parse import MAX_HEIGHT
from hawthorne.lang.feel.tokens import MAX_TEXT

PAGE = Path(__file__).resolve().parents[3] / "docs" / "feel.md"


def test_examples_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 10
    assert failed == 0


def test_every_form_is_in_the_table() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    table = [line for line in lines if line.startswith("| ") and line.count("`") >= 2]
    for form in SIGNATURES:
        assert f"| {form.group} | `{form.text}` | {form.summary} |" in table


def test_bounds_are_those_of_the_code() -> None:
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    for bound in (MAX_TEXT, MAX_NESTING, MAX_HEIGHT, MAX_STEPS, MAX_CALLS, MAX_SIZE):
        assert f" {bound:,} " in text or f"({bound:,} " in text, bound
