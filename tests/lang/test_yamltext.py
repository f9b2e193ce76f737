"""YAML as JSON with places: the same interface as the JSON reader, and no value that JSON does not have."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from hawthorne.lang import jsontext, yamltext

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text("abc -#'\"", max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abcxyz", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), VALUES, max_size=4))
@settings(max_examples=60, deadline=None)
def test_json_written_as_yaml_comes_back(value: dict[str, Any]) -> None:
    text = StringIO()
    YAML(typ="safe").dump(value, text)
    assert yamltext.parse(text.getvalue().encode(), "x.yaml").value == value


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), VALUES, max_size=4))
@settings(max_examples=40, deadline=None)
def test_json_is_yaml_with_the_same_places(value: dict[str, Any]) -> None:
    data = json.dumps(value, indent=1).encode()
    of_json, of_yaml = jsontext.parse(data, "x"), yamltext.parse(data, "x")
    assert of_yaml.value == of_json.value
    for key in value:
        a, b = of_json.places.of([key]), of_yaml.places.of([key])
        assert (a.line, a.path) == (b.line, b.path)


@pytest.mark.parametrize("text", ["", "a: [", "a: 1\na: 2", "a: &x [*x]", "a: !!python/object:os.system x", "\tb: 1"])
def test_what_is_wrong_is_a_finding_with_a_place(text: str) -> None:
    parsed = yamltext.parse(text.encode(), "x.yaml")
    assert parsed.broken
    assert all(finding.place.line for finding in parsed.findings)


@pytest.mark.parametrize("text", ["a: .inf", "a: .nan", "a: 2026-01-31", "a: no", "a: {{x}}"])
def test_no_value_is_one_that_json_does_not_have(text: str) -> None:
    parsed = yamltext.parse(text.encode(), "x.yaml")
    if not parsed.broken:
        json.dumps(parsed.value, allow_nan=False)
