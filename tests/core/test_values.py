"""The one text of a value, digests over it, and JSON's own types."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hawthorne.core.digest import of_bytes, of_value
from hawthorne.core.values import canonical, plain

NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=6),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=4), part, max_size=4),
    max_leaves=10,
)


@given(VALUES)
def test_the_canonical_text_reads_back_as_the_value(value: Any) -> None:
    assert json.loads(canonical(value)) == value


@given(VALUES)
def test_one_value_has_one_text(value: Any) -> None:
    again = json.loads(json.dumps(value), parse_int=float) if not _large(value) else value
    assert canonical(again) == canonical(value)
    assert canonical(_turned(value)) == canonical(value)
    assert of_value(_turned(value)) == of_value(value)


@given(VALUES, VALUES)
def test_other_values_have_other_texts(one: Any, other: Any) -> None:
    if canonical(one) == canonical(other):
        assert one == other


def test_true_is_not_one() -> None:
    assert canonical(True) != canonical(1)
    assert of_value([False]) != of_value([0])


@pytest.mark.parametrize("value", [float("nan"), [float("inf")]])
def test_what_json_cannot_say_has_no_text(value: Any) -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical(value)


def test_plain_makes_jsons_own_types() -> None:
    assert plain({1: (1, 2.5), "b": [float("nan"), -math.inf, {"c": True}]}) == {
        "1": [1, 2.5],
        "b": [None, None, {"c": True}],
    }
    for strange in (b"bytes", object(), {1, 2}):
        with pytest.raises(TypeError, match="not a JSON value"):
            plain(strange)


def test_a_digest_is_sha_256() -> None:
    assert of_bytes(b"abc") == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert of_value({"b": 1, "a": "é"}) == of_bytes('{"a":"é","b":1}'.encode())


def _large(value: Any) -> bool:
    return any(isinstance(part, float) and part.is_integer() and abs(part) >= 2**53 for part in _leaves(value))


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in _leaves(part)]
    if isinstance(value, list):
        return [leaf for part in value for leaf in _leaves(part)]
    return [value]


def _turned(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _turned(part) for key, part in reversed(list(value.items()))}
    return [_turned(part) for part in value] if isinstance(value, list) else value
