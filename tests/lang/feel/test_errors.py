"""Errors teach: where, what, and how FEEL says it. Warnings: what is legal and never holds."""

from __future__ import annotations

import pickle

import pytest

from hawthorne.lang import feel

FOREIGN = [
    ("a == 1", 2, "one '='"),
    ("a === 1", 2, "one '='"),
    ("a && b", 2, "'and'"),
    ("a || b", 2, "'or'"),
    ("!a", 0, "not(x)"),
    ("a !== b", 2, "'!='"),
    ("a <> b", 2, "'!='"),
    ("a =< b", 3, ">="),
    ("'go'", 0, "double quotes"),
    ("a = 'go'", 4, "double quotes"),
    ("`go`", 0, "double quotes"),
    ("not a", 0, "not(x)"),
    ("a % 2", 2, "modulo"),
    ("a ^ 2", 2, "**"),
    ("a; b", 1, "','"),
    ("xs.count()", 3, "count(x)"),
    ("xs.length()", 3, "count(list)"),
    ('s.startsWith("a")', 2, "starts with(text"),
    ("len(xs)", 0, "count(list)"),
    ("isinstance(x, y)", 0, "instance of"),
    ("round(1.5)", 0, "round half up"),
    ("avg(xs)", 0, "mean(list)"),
    ("a is null", 2, "x = null"),
    ("a AND b", 2, "'and'"),
    ("a = None or b", 4, "'null'"),
    ("True", 0, "'true'"),
    ("x => x + 1", 2, "function(x)"),
    ("lambda x: x", 0, "function(x)"),
    ("if a then b", 11, "without 'else'"),
    ("a > 1 ? b : x", 6, "if a then b else c"),
    ("x += 1", 3, "assigns nothing"),
    ("let y = 1", 0, "context"),
    ("return a", 0, "its own value"),
    ("a >== b", 4, "'>='"),
    ("{'a': 1}", 1, "double quotes"),
    ("a, b", 1, "[a, b]"),
    ("a in 1..3", 6, "[1..3]"),
    ("xs[1:2]", 4, "sublist"),
    ("count xs", 0, "count(xs)"),
    ("string length s", 0, "string length(s)"),
    ("a if b else x", 2, "if a then b else c"),
    ("xs.map(x)", 3, "for x in list"),
    ("starts_with(s, s)", 0, "starts with(…)"),
    ("a # comment", 2, "//"),
    ("@2026", 0, '@"2026-01-31"'),
    ('"open', 0, 'close it with "'),
    ("1 /* open", 2, "*/"),
]


@pytest.mark.parametrize(("text", "position", "hint"), FOREIGN, ids=[text for text, _, _ in FOREIGN])
def test_constructs_of_other_languages(text: str, position: int, hint: str) -> None:
    with pytest.raises(feel.FeelError) as caught:
        feel.compile(text, names=["a", "b", "xs", "s", "x", "y"], strict_names=True)
    assert caught.value.position == position
    assert hint in f"{caught.value.message} {caught.value.hint}"


def test_place_and_caret() -> None:
    with pytest.raises(feel.FeelSyntaxError) as caught:
        feel.parse("a > 1 and\n  b == 2")
    error = caught.value
    assert (error.position, error.line, error.column) == (14, 2, 5)
    assert error.caret() == "  b == 2\n    ^"
    assert error.fix == error.hint == "equality is one '='"
    assert str(error) == "'==' is not FEEL (line 2, column 5); equality is one '='"
    assert error.report() == "'==' is not FEEL (line 2, column 5)\n  b == 2\n    ^\nequality is one '='"


def test_an_error_survives_pickling() -> None:
    error = feel.FeelNameError("m", "text", 2, "h")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.message, again.text, again.position, again.hint) == (
        feel.FeelNameError,
        "m",
        "text",
        2,
        "h",
    )


def test_names_suggest_the_nearest() -> None:
    for text, hint in (("scoredblocks", "'scored_blocks'"), ("Monthly Salry * 2", "'Monthly Salary'")):
        with pytest.raises(feel.FeelNameError) as caught:
            feel.compile(text, names=["scored_blocks", "Monthly Salary"], strict_names=True)
        assert hint in (caught.value.hint or "")
    with pytest.raises(feel.FeelNameError) as caught:
        feel.compile("substrin(a, 1)", names=["a"], strict_names=True)
    assert caught.value.hint == "did you mean 'substring(…)'?"


def test_strict_names_without_a_list_of_names_is_checked_when_read() -> None:
    run = feel.compile("if a then b else c", strict_names=True)
    assert run({"a": True, "b": 1}) == 1
    with pytest.raises(feel.FeelNameError) as caught:
        run({"a": False, "b": 1})
    assert caught.value.position == 17


WARNED = [
    ('1 < "a"', "is always null"),
    ("a > null", "is always null"),
    ("a < true", "is always null"),
    ('1 = "1"', "is always null"),
    ('1 + "a"', "is always null"),
    ('a = "x" or "y"', "in (…, …)"),
    ('count(xs) = "3"', "a number '=' a string"),
    ("upper case(a) > count(xs)", "a string '>' a number"),
    ('matches(a, "[a-z")', "no pattern"),
    ('replace(a, "(x+)*y", "")', "very long"),
    ('matches(a, "b", "z")', "no pattern"),
    ("a instance of Number", "did you mean 'number'?"),
    ("xs instance of list<tAge>", "no type 'tAge'"),
    ("xs[0]", "count from 1"),
    ("undeclared", "no name"),
    ("undeclared(1)", "no function"),
    ("abs(1, 2)", "abs(n: any)"),
    ("abs(m: 1)", "abs(n: any)"),
    ('@"yesterday"', "is null"),
]


@pytest.mark.parametrize(("text", "words"), WARNED)
def test_warnings(text: str, words: str) -> None:
    (warning,) = feel.compile(text, names=["a", "xs"]).warnings
    assert words in warning.message
    assert 0 <= warning.position < len(text)


def test_no_warnings_without_a_cause() -> None:
    for text in (
        "a = null",
        "a > 1 and xs[1] = 2",
        'a in ("x", "y")',
        "xs[-1]",
        "sum(xs) / count(xs)",
        'matches(a, "(a+b)?c+|(x|y)*", "i")',
    ):
        assert feel.compile(text, names=["a", "xs"]).warnings == ()


LINTED = {
    "@\"2026-01-31\"": 1, "a ** 2": 1, "a between 1 and 2": 1, "a instance of number": 1, "for x in xs return x": 1,
    "some x in xs satisfies x": 1, "a in [1..2]": 1, "a in < 2": 1, "a in (1, 2)": 1, "function(x) x": 1, "sort(xs)": 1,
    "sum(list: xs)": 1, "xs[count(item) = 1]": 1, "xs[0]": 1, "1 < 2 = true": 1, "Monthly Salary": 1, "f(1)": 1,
    "a > 1 and b = \"go\"": 0, "sum(xs[item > 1]) / count(xs)": 0, "if a then upper case(s) else null": 0,
    "{\"a\": 1}.a in xs": 0, "is defined(a)": 0,
}  # fmt: skip


@pytest.mark.parametrize(("text", "count"), LINTED.items())
def test_lint_names_what_the_study_subset_lacks(text: str, count: int) -> None:
    assert len(feel.lint(text)) == count


def test_half_a_surrogate_pair_is_no_character_however_it_is_written():
    for text in ('"\ud800"', r'"\ud800"', '"\ud800 \n"'):
        tree = feel.parse(text)
        assert "\ufffd" in tree.value
        assert feel.parse(feel.format(tree)) == tree
