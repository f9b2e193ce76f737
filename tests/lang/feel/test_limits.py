"""Bounds: nesting, size of texts and values, steps, depth of calls; and what none of them stops."""

from __future__ import annotations

import random

import pytest

from hawthorne.lang import feel
from hawthorne.lang.feel.cursor import MAX_NESTING
from hawthorne.lang.feel.tokens import MAX_TEXT

from .fuzz import run

NESTS = [
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("{a: ", "1", "}"),
    ("if true then ", "1", " else 2"),
    ("for i in [1] return ", "1", ""),
    ("some i in [1] satisfies ", "true", ""),
    ("abs(", "1", ")"),
    ("(function(x) x)(", "1", ")"),
    ("1 + (", "1", ")"),
    ("1 in (", "1", ")"),
    ("[1][", "1", "]"),
    ("-(", "1", ")"),
    ("not(", "true", ")"),
]


@pytest.mark.parametrize("nest", NESTS, ids=lambda nest: nest[0])
def test_nesting_within_the_bound_works_all_the_way(nest: tuple[str, str, str]) -> None:
    opening, middle, closing = nest
    text = opening * (MAX_NESTING - 2) + middle + closing * (MAX_NESTING - 2)
    compiled = feel.compile(text)
    assert compiled({}) == feel.compile(feel.format(compiled.tree))({})


@pytest.mark.parametrize("nest", NESTS, ids=lambda nest: nest[0])
def test_nesting_beyond_the_bound_is_an_error_with_a_place(nest: tuple[str, str, str]) -> None:
    opening, middle, closing = nest
    with pytest.raises(feel.FeelLimitError) as caught:
        feel.parse(opening * 5000 + middle + closing * 5000)
    assert caught.value.position > 0


@pytest.mark.parametrize(
    "text", ["-" * 5000 + "1", "a" + "[1]" * 5000, "f" + "()" * 5000, "1 = " * 5000 + "1", "x instance of " * 500 + "y"]
)
def test_long_chains_that_make_deep_trees_are_errors(text: str) -> None:
    with pytest.raises(feel.FeelError):
        feel.compile(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1" + " + 1" * 20_000, 20_001),
        ("true" + " and true" * 20_000, True),
        ("count([" + "1, " * 20_000 + "1])", 20_001),
        ("{x: 1}" + ".x" * 20_000, None),
        ("if false then 1 else " * 2_000 + "2", 2),
        ("count(for i in 1..100000 return i)", 100_000),
    ],
    ids=["sum", "and", "list", "path", "else if", "for"],
)
def test_length_is_no_depth(text: str, expected: object) -> None:
    assert feel.evaluate(text, numbers="float") == expected


def test_steps_are_bounded() -> None:
    for text in (
        "for i in 1..1000000000 return i",
        "for i in 1..9999, j in 1..9999 return i",
        "count([1,2,3][item > 0])",
    ):
        with pytest.raises(feel.FeelLimitError):
            feel.compile(text, max_steps=3)({})
    with pytest.raises(feel.FeelLimitError):
        feel.evaluate("count(for i in 1..99999999999 return i)")


def test_calls_are_bounded() -> None:
    with pytest.raises(feel.FeelLimitError):
        feel.evaluate("{f: function(n) f(n + 1), r: f(0)}.r")
    assert feel.evaluate("{f: function(n) if n = 0 then 0 else 1 + f(n - 1), r: f(90)}.r") == 90


def test_sizes_are_bounded() -> None:
    doubled = ", ".join(f"x{n + 1}: concatenate(x{n}, x{n})" for n in range(40))
    with pytest.raises(feel.FeelLimitError):
        feel.evaluate(f"{{x0: [1], {doubled}}}")
    doubled = ", ".join(f"x{n + 1}: x{n} + x{n}" for n in range(40))
    with pytest.raises(feel.FeelLimitError):
        feel.evaluate(f'{{x0: "ab", {doubled}}}')
    with pytest.raises(feel.FeelLimitError):
        feel.parse("1" * (MAX_TEXT + 1))


@pytest.mark.parametrize(
    "use", ["flatten(x40)", "string(x40)", "x40 = y40", "x40 = [x39, x39]", "distinct values(x10)"]
)
def test_shared_parts_do_not_unfold_without_end(use: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hawthorne.lang.feel.equality.MAX_STEPS", 20_000)
    monkeypatch.setattr("hawthorne.lang.feel.functions.list.MAX_SIZE", 20_000)
    monkeypatch.setattr("hawthorne.lang.feel.text.MAX_SIZE", 20_000)
    twice = ", ".join(f"x{n + 1}: [x{n}, x{n}], y{n + 1}: [y{n}, y{n}]" for n in range(40))
    text = f"{{x0: [1], y0: [1], {twice}, result: {use}}}.result"
    if use.startswith(("x40 = [", "distinct")):
        assert feel.evaluate(text) is not None
        return
    with pytest.raises(feel.FeelLimitError) as caught:
        feel.evaluate(text)
    assert caught.value.text == text


def test_numbers_of_the_float_lane_do_not_grow_without_end() -> None:
    squared = ", ".join(f"x{n + 1}: x{n} * x{n}" for n in range(60))
    value = feel.evaluate(f"{{x0: 10, {squared}}}.x60", numbers="float")
    assert value is None
    assert feel.evaluate("10 ** 100000000", numbers="float") is None
    assert feel.evaluate("10 ** 100000000") is None


def test_nothing_reaches_python() -> None:
    for text in (
        "__import__",
        "a.__class__",
        "a.__dict__",
        "__builtins__",
        "a.real",
        "a.append",
        "(function(x) x).call",
    ):
        assert feel.evaluate(text, {"a": 1}) is None
    for text in ("print(1)", "open(a)", "eval(a)", 'get value(a, "__class__")', "f(1)"):
        assert feel.evaluate(text, {"a": "1", "f": print}) is None


def test_random_texts_parse_or_say_where_they_fail() -> None:
    assert run(100_000, seed=random.Random(7).randrange(10**6)) > 5_000
