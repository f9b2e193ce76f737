"""Every function and operator with every kind of value, extremes among them: a value or null, never Python's error."""

from __future__ import annotations

import random

import pytest

from hawthorne.lang import feel
from hawthorne.lang.feel.functions.catalog import SIGNATURES, Signature

SCOPE = {"nan": float("nan"), "inf": float("inf"), "odd": object(), "raw": b"x", "loose": {1: 2, "a": {3}}}
VALUES = (
    "nan", "inf", "-inf", "[nan, inf, 1]", "odd", "[odd]", "raw", "loose", "loose.a",
    "null", "true", "false", "0", "1", "-1", "2", "3.7", "-0.5", "1e30", "-1e30", "1e6000", "1e-6000", "6176", "-6111", "99999999999",
    '""', '"a"', '"foo bar"', '"("', '"$1"', '"\\\\"', '"2026-01-31"', '"10:20:30"', '"P1D"', '"[1..3]"', '","', '"."', '"i"',
    "[]", "[1]", "[1, 2, 3]", '["a", "b"]', "[null]", "[[1], [2]]", "[true, false]", "[{k: 1}]", '[@"P1D", @"P2D"]',
    "{}", "{a: 1}", '{key: "a", value: 1}', "[1..3]", "(1..3)", '["a".."c"]', "(< 5)", "(!= 5)", "(null..5]",
    '@"2026-01-31"', "date(999999999, 12, 31)", "date(-999999999, 1, 1)", '@"10:20:30"', '@"10:20:30.5Z"', '@"10:20:30@Europe/Paris"',
    '@"2026-01-31T10:20:30"', '@"2026-01-31T10:20:30+01:00"', '@"2026-03-29T01:30:00@Europe/Paris"', 'date and time("999999999-12-31T23:59:59Z")',
    '@"P1Y2M"', '@"-P1M"', '@"P0M"', '@"P1DT2H"', '@"-PT0.5S"', '@"PT0S"', 'duration("P99999999999999999999D")', 'duration("P99999999999999999999Y")',
    "function(a) a", "function(a, b) a < b", "function(a, b) null", "abs",
)  # fmt: skip
OPERATORS = ("+", "-", "*", "/", "**", "=", "!=", "<", "<=", ">", ">=", "in", "and", "or")
FORMS = (
    "({}) between ({}) and ({})", "({})[{}]", "({})[item = ({})]", "({}).year", "({}).start", "({})(1)", "-({})", "not({})", "string({})",
    "for x in ({}) return x", "for x in ({})..({}) return x", "some x in ({}) satisfies x", "({}) instance of number",
    "({}) instance of list<number>", "({}) instance of function<number> -> Any", "if ({}) then 1 else 2", "[({})..({})]", "({}) in (({}), < ({}))",
)  # fmt: skip


def check(text: str) -> None:
    for numbers in ("decimal", "float"):
        try:
            value = feel.compile(text, numbers=numbers, max_steps=20_000)(SCOPE)
        except feel.FeelLimitError:
            continue
        except Exception as error:
            error.add_note(f"{numbers}: {text}")
            raise
        feel.to_json(value)
        feel.show(value)


@pytest.mark.parametrize("form", SIGNATURES, ids=lambda form: form.text)
def test_functions(form: Signature) -> None:
    draws = random.Random(form.text)
    for count in range(min(form.most, 4) + 2):
        for _ in range(60 if count else 1):
            check(f"{form.name}({', '.join(draws.choice(VALUES) for _ in range(count))})")
    for _ in range(20):
        names = [parameter.name for parameter in form.parameters]
        check(f"{form.name}({', '.join(f'{name}: {draws.choice(VALUES)}' for name in names)})")


@pytest.mark.parametrize("operator", OPERATORS)
def test_operators(operator: str) -> None:
    draws = random.Random(operator)
    for _ in range(250):
        check(f"({draws.choice(VALUES)}) {operator} ({draws.choice(VALUES)})")


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str) -> None:
    draws = random.Random(form)
    for _ in range(120):
        check(form.format(*(draws.choice(VALUES) for _ in range(form.count("{}")))))
