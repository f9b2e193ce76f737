"""Placeholders: what is one, what is left alone, and how values are written out."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hawthorne.lang.template import Lookup, Template, as_text


def known(**values: object) -> Lookup:
    def lookup(path: str) -> tuple[bool, object]:
        key = path.replace(".", "__")
        return (key in values, values.get(key))

    return lookup


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ()),
        ("no braces", ()),
        ("{a}", ("a",)),
        ("{ a }{b.c-d_1}", ("a", "b.c-d_1")),
        ("{größe} {имя} {名前} {हिन्दी} {_x}", ("größe", "имя", "名前", "हिन्दी", "_x")),
        ('{"a": 1} {a: b} {1a} {-a} {a..b} {.a} {a b} {} { } {a,b} {²x}', ()),
        ("{{a}}", ("a",)),
        ("{a {b} c}", ("b",)),
        ("{a\nb}", ()),
        ("{share:%}", ()),
    ],
)
def test_what_is_a_placeholder_and_what_is_left_alone(text: str, names: tuple[str, ...]) -> None:
    assert Template.of(text).names == names


@given(st.text(alphabet='ab{}. :%1_-\n"é', max_size=40), st.booleans())
def test_a_text_in_which_nothing_is_found_stays_as_written(text: str, labels: bool) -> None:
    template = Template.of(text, labels)
    assert template.fill(lambda path: (False, None)) == text
    assert template.value(lambda path: (False, None)) == text


def test_what_is_found_is_filled_and_what_is_not_stays() -> None:
    template = Template.of("{who} did { n } of {all}")
    assert template.fill(known(who="Ada", n=3.0)) == "Ada did 3 of {all}"


def test_a_value_is_not_read_again_for_placeholders() -> None:
    assert Template.of("{a}").fill(known(a="{b}", b="no")) == "{b}"


@pytest.mark.parametrize("value", [3, 3.5, True, None, [1, 2], {"a": 1}, "x"])
def test_exactly_one_placeholder_gives_the_value_with_its_type(value: object) -> None:
    result = Template.of("{ a }").value(known(a=value))
    assert result == value
    assert type(result) is type(value)


def test_a_found_none_prints_as_nothing() -> None:
    assert Template.of("[{a}]").value(known(a=None)) == "[]"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.25, "25%"), (0.07, "7%"), (1, "100%"), (1 / 3, "33.3333333333333%"), ("many", "many"), (True, "true")],
)
def test_labels_show_numbers_as_percentages(value: object, text: str) -> None:
    assert Template.of("p = {p:%}", labels=True).fill(known(p=value)) == f"p = {text}"


def test_a_lone_percentage_is_text() -> None:
    assert Template.of("{p:%}", labels=True).value(known(p=0.5)) == "50%"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"), (-0.0, "0"), (0.1 + 0.2, "0.3"), (1e-7, "1e-07"), (0.00001, "0.00001"), (1e20, "1" + "0" * 20),
        (2**60, str(2**60)), (Decimal("2.50"), "2.5"), (False, "false"), ([], "[]"),
        ({"a": [1.0, None, "é"]}, '{"a": [1, null, "é"]}'), ((1, Decimal("0.5")), "[1, 0.5]"),
    ],
)  # fmt: skip
def test_values_print_as_people_write_them(value: object, text: str) -> None:
    assert as_text(value) == text
