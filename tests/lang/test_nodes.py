"""YAML 1.2 as the reader takes it: scalars, places, and everything that a file can do wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hawthorne.flows.emit import emit
from hawthorne.lang.nodes import LARGEST, parse, plain


def value_of(text: str) -> object:
    parsed = parse(text.encode())
    assert not parsed.findings, parsed.findings
    assert parsed.root is not None
    return plain(parsed.root)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"), ("Yes", "Yes"), ("on", "on"), ("1:30", "1:30"), ("010", 10), ("0o10", 8), ("0x1F", 31),
        ("1_000", "1_000"), ("+12", 12), ("-0.5", -0.5), (".5", 0.5), ("1e3", 1000.0), ("1.", 1.0), (".inf", ".inf"),
        (".nan", ".nan"),
        ("1e999", "1e999"), ("2026-01-31", "2026-01-31"), ("~", None), ("null", None), ("", None), ("True", True),
        ("FALSE", False), ('"12"', "12"), ("'null'", "null"), ("!!str 12", "12"), ("=", "="),
    ],
)  # fmt: skip
def test_scalars_are_read_by_the_core_schema_of_yaml_1_2(written: str, value: object) -> None:
    assert value_of(f"a: {written}") == {"a": value}
    assert type(value_of(f"a: {written}")["a"]) is type(value)


def test_a_placeholder_without_quotes_stays_a_placeholder_and_a_mapping_with_a_null_stays_a_mapping() -> None:
    assert value_of("a: {name}\nb: {name: null}\nc: {a.b}\nd:\n  name:\n") == {
        "a": "{name}", "b": {"name": None}, "c": "{a.b}", "d": {"name": None},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "code", "line", "column", "says"),
    [
        (b"a: 1\nb: \xff\n", "encoding", 2, 4, "0xff"),
        (b"\xff\xfea\x00", "encoding", 1, 1, "UTF-8"),
        (b"a: 1\nb:\n  c: 1\n  c: 2\n", "duplicate-key", 4, 3, "line 3"),
        (b"a: [1, 2\nb: 3\n", "yaml", 2, 2, "close it with `]`"),
        (b"a: {b: 1\nc: 3}\n", "yaml", 2, 2, "close it with `}`"),
        (b"a: b: c\n", "yaml", 1, 5, "in quotes"),
        (b"a: 1\n\tb: 2\n", "yaml", 2, 1, "indent with spaces"),
        (b"a: 1\n  b: 2\n", "yaml", 2, 4, "in quotes"),
        (b"a:\n  b: 1\n   c: 2\n", "yaml", 3, 5, "in quotes"),
        (b"a:\n  b: {c: 1}\n    d: 2\n", "yaml", 3, 5, "align it"),
        (b"a: 'x\n", "yaml", 2, 1, "the file ends"),
        (b"a: @x\n", "yaml", 1, 4, "keeps for itself"),
        (b"  a: 1\nb: 2\n", "yaml", 2, 1, "margin"),
        (b'a: "\\q"\n', "yaml", 1, 6, "backslash"),
        (b"a: | x\n", "yaml", 1, 6, "next line"),
        (b"a: - b\n", "yaml", 1, 4, "next line"),
        (b"a\nb: 1\n", "yaml", 2, 2, "follows a value"),
        (b"a: \x07\n", "yaml", 1, 4, "not allowed"),
        (b"a: 1\n---\nb: 2\n", "yaml", 2, 1, "second document"),
        (b"a: &x [*x]\n", "yaml", 1, 8, "inside what it names"),
        (b"a: *x\n", "yaml", 1, 4, "names no anchor"),
        (b"a: {<<: {b: 1}}\n", "merge-key", 1, 5, "write the keys out"),
        (b"a: !!python/object:os.system ls\n", "tag", 1, 4, "not read"),
        (b"[a]: 1\n", "yaml", 1, 1, "a key is"),
        (b"a: " + b"[" * 300 + b"]" * 300, "yaml", 1, 203, "deep"),
    ],
)
def test_what_yaml_refuses_is_a_finding_with_its_place(
    data: bytes, code: str, line: int, column: int, says: str
) -> None:
    findings = parse(data, "f.yaml").findings
    found = next(finding for finding in findings if finding.code == code)
    assert (found.severity, found.place.file, found.place.line, found.place.column) == ("error", "f.yaml", line, column)
    assert says in str(found)


def test_lines_are_counted_as_editors_count_them() -> None:
    root = parse("a: 'one\u2028two'\r\nb: \r\n  - three\rc: four".encode()).root
    assert root is not None
    places = {key: (node.line, node.column) for key, node, _ in root.value}
    assert places == {"a": (1, 1), "b": (2, 1), "c": (4, 1)}


def test_aliases_are_the_same_value_and_cannot_grow_without_bound() -> None:
    assert value_of("a: &x {b: 1}\nc: *x\n") == {"a": {"b": 1}, "c": {"b": 1}}
    rounds = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 20)]
    parsed = parse("\n".join(["a0: &a0 [x, x, x]", *rounds]).encode())
    assert parsed.root is None
    assert str(LARGEST) in parsed.findings[0].message


def test_the_first_of_two_equal_keys_counts_and_the_rest_is_read() -> None:
    parsed = parse(b"a: 1\na: 2\nb: 3\n")
    assert parsed.root is not None
    assert plain(parsed.root) == {"a": 1, "b": 3}


def test_a_place_is_where_the_text_begins_inside_its_quotes_or_its_block() -> None:
    root = parse(b'plain: one\nquoted: "two"\nblock: |\n\n    three\n').root
    assert root is not None
    assert [(node.line, node.column) for _, _, node in root.value] == [(1, 8), (2, 10), (4, 5)]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
JSONS = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS.filter(bool), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS.filter(bool), JSONS, min_size=1, max_size=5))
def test_what_is_emitted_reads_back_as_the_same_value(value: dict[str, object]) -> None:
    assert value_of(emit(value)) == value


@given(st.lists(st.text("ab \n:#-'\"\\{}|>", max_size=30), min_size=1, max_size=3))
def test_texts_of_several_lines_read_back_as_they_were(texts: list[str]) -> None:
    value = {f"k{i}": text for i, text in enumerate(texts)} | {"list": texts}
    assert value_of(emit(value)) == value
