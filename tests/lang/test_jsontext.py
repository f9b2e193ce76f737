"""A JSON text's value, its faults, and the place of every part."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hawthorne.lang.jsontext import DEEPEST, parse, pointer

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


def parts(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(path, value), *(found for key, part in pairs for found in parts(part, (*path, key)))]


@given(VALUES, st.sampled_from([None, 1, 2]))
def test_each_part_is_found_where_its_key_or_its_value_begins(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    read = parse(text.encode("utf-8", "surrogatepass"), "x.json") if text < "\ud800" else parse(b"{}", "x.json")
    if read.broken:  # a lone surrogate is not UTF-8
        return
    lines = text.split("\n")
    for path, part in parts(read.value):
        place = read.places.of(path)
        assert place.line is not None
        assert place.column is not None
        rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
        if path and isinstance(path[-1], str):
            assert json.JSONDecoder().raw_decode(rest)[0] == path[-1]
        else:
            assert json.JSONDecoder().raw_decode(rest)[0] == part
        assert place.path == pointer(path)


@given(VALUES)
def test_the_value_is_that_of_the_standard_reader(value: Any) -> None:
    text = json.dumps(value)
    assert parse(text.encode(), "x.json").value == json.loads(text)


def test_what_is_no_json_is_a_finding_with_its_place() -> None:
    cases = {
        b"": ("empty", 1, 1),
        b'{"a": 1,\n}': ("syntax", 2, 1),
        b'{"a": NaN}': ("not-a-number", 1, 7),
        b'{"a": "\xff"}': ("not-utf8", 1, 8),
        b'{"a": {"b": 1,\n "b": 2}}': ("twice", 2, 2),
        b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1): ("too-much", 1, 1),
        b"[" * 100_000: ("too-much", 1, 1),
        b"1" * 5000: ("too-much", 1, 1),
    }
    for data, expected in cases.items():
        (finding,) = parse(data, "x.json").findings
        assert (finding.code, finding.place.line, finding.place.column) == expected


@pytest.mark.parametrize(("text", "column"), [
    (r'{"a": "x\ud800"}', 2), (r'["\udc00"]', 2), (r'["\ud83d\ude00", "\ud83d"]', 18), (r'{"\uD800x": 1}', 2),
])  # fmt: skip
def test_half_a_letter_is_a_finding(text: str, column: int) -> None:
    (finding,) = parse(text.encode(), "x.json").findings
    assert (finding.code, finding.place.column) == ("not-unicode", column)


@pytest.mark.parametrize("text", [r'"\ud83d\ude00"', r'"\\ud800"', r'"\u00e4"'])
def test_a_whole_letter_is_none(text: str) -> None:
    assert parse(text.encode(), "x.json").findings == ()


def test_every_repeated_key_is_named() -> None:
    found = parse(b'{"a": 1, "a": 2, "b": [{"c": 1, "c": 1}]}', "x.json").findings
    assert [finding.place.path for finding in found] == ["/a", "/b/0/c"]
