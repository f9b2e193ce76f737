"""A record is one line; what is not a record is an error with file and line."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hawthorne.core.record import KINDS, Record
from hawthorne.records.line import BadLine, decode, encode

texts = st.text(max_size=12)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
seconds = st.floats(0, 1e9)
maybe = st.none() | texts
records = st.builds(
    Record,
    case=st.integers(1, 10**7),
    n=st.integers(1, 10**9),
    at=seconds,
    what=st.sampled_from(sorted(KINDS)),
    who=maybe,
    ask=maybe,
    value=values,
    took=st.none() | seconds,
    why=maybe,
)


@given(records)
def test_a_record_read_back_is_the_record_and_its_line_the_line(record: Record) -> None:
    line = encode(record)
    assert decode(line) == record
    assert encode(decode(line)) == line


@given(records)
def test_a_line_has_one_end_its_keys_in_order_and_no_empty_part(record: Record) -> None:
    line = encode(record)
    assert line.endswith((b"}\n", b"} \n"))
    assert line.count(b"\n") == 1
    assert b"\0" not in line
    keys = list(json.loads(line))
    assert keys == [key for key, value in zip(Record._fields, record, strict=True) if value is not None]


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, 10**30, "\ud800", {"a": [10**25, "\udfff"]}])
def test_numbers_beyond_64_bits_and_halves_of_characters_survive(value: Any) -> None:
    record = Record(1, 1, 0.0, "given", "A", "1/a.1", value)
    assert decode(encode(record)) == record


def test_read_only_views_and_tuples_are_written_as_plain_json() -> None:
    value = MappingProxyType({"a": (1, 2), "b": MappingProxyType({})})
    assert decode(encode(Record(1, 1, 0.0, "put", value=value))).value == {"a": [1, 2], "b": {}}


@given(records, st.data())
def test_a_torn_line_is_never_taken_for_a_record(record: Record, data: st.DataObject) -> None:
    line = encode(record)
    torn = line[: data.draw(st.integers(0, len(line) - 2))]
    with pytest.raises(BadLine, match=r"parts/1-2\.jsonl:7: this line"):
        decode(torn, "parts/1-2.jsonl", 7)


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"7",
        b"{}",
        b'{"case":1,"n":1,"at":0.0}',
        b'{"case":1,"n":1,"at":0.0,"what":"sang"}',
        b'{"case":1,"n":1,"at":0.0,"what":"done","mood":1}',
        b'{"case":1,"n":1,"at":0.0,"what":["done"]}',
        b"\xff\xfe",
    ],
)
def test_a_foreign_line_is_an_error_that_shows_it(line: bytes) -> None:
    with pytest.raises(BadLine, match="x:3"):
        decode(line, "x", 3)


def test_not_json_is_the_writers_error() -> None:
    with pytest.raises(TypeError, match="not a JSON value"):
        encode(Record(1, 1, 0.0, "given", value=object()))
