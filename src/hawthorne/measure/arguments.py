"""Comparing the arguments of tool calls: equality of JSON values, and the looser modes that a scenario may choose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from hawthorne.core.values import JSON, canonical, shown

Mode = Literal["exact", "subset", "ignore", "pattern"]
"""`exact`: equal; `subset`: every key that is expected is there, at every depth, and more may be; `ignore`: anything;
`pattern`: as exact, but an expected text is a regular expression that must match the whole of a text."""

TOP = "arguments"


def difference(expected: JSON, actual: JSON, mode: Mode = "exact", where: str = TOP) -> str | None:
    """The first way in which a value is not what is expected, in words; None where it is.

    The order of an object's keys does not count, that of a list does; numbers are compared by value, and a text is
    never a number. A truth value is no number either.

    >>> difference({"a": 1, "b": [2]}, {"b": [2.0], "a": 1.0}) is None
    True
    >>> difference({"a": 1}, {"a": "1"})
    'arguments.a is "1", not 1'
    >>> difference({"to": "id-[0-9]+"}, {"to": "id-7"}, "pattern") is None
    True
    """
    if mode == "ignore":
        return None
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        return _members(expected, actual, mode, where)
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)):
        if len(expected) != len(actual):
            return f"{where} has {len(actual)} items, not {len(expected)}"
        pairs = enumerate(zip(expected, actual, strict=True))
        found = (difference(one, two, mode, f"{where}[{i}]") for i, (one, two) in pairs)
        return next((each for each in found if each is not None), None)
    if mode == "pattern" and isinstance(expected, str) and isinstance(actual, str):
        return None if re.fullmatch(expected, actual, re.DOTALL) else f"{where} is {shown(actual)}, not like {expected}"
    return None if _same(expected, actual) else f"{where} is {shown(actual)}, not {shown(expected)}"


def _members(expected: Mapping[str, JSON], actual: Mapping[str, JSON], mode: Mode, where: str) -> str | None:
    for key, value in expected.items():
        if key not in actual:
            return f"{where}.{key} is missing"
        found = difference(value, actual[key], mode, f"{where}.{key}")
        if found is not None:
            return found
    more = [key for key in actual if key not in expected]
    return f"{where}.{more[0]} is not expected" if more and mode != "subset" else None


def _same(one: JSON, two: JSON) -> bool:
    if isinstance(one, bool) or isinstance(two, bool):
        return one is two
    if isinstance(one, (int, float)) and isinstance(two, (int, float)):
        return one == two
    return type(one) is type(two) and canonical(one) == canonical(two)
