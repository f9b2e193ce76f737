"""Wrong values: about forty a response, of every type and of none, valid for no kind that does not take them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.spaces.asked import space_of

EVERY: tuple[JSON, ...] = (
    True, False, [], {}, [[]], [None], {"": None}, {"value": 1}, "", " ", "0", "1", "50", "NaN", "null", "None",
    "undefined", "yes", "o0", "o99", "O1", "o1 ", "r1", "i1", "w1", "'; DROP TABLE answers; --",
    "<script>alert(1)</script>", "{{arm}}", "${arm}", "\u202e\u0000\ud7ff", "\u4f60\u597d \U0001f600", "x" * 5000, -1,
    10**12, -(10**12), 10**30, 0.5, 1e-9, 1e308, ["o1", "o1"], ["o1", "o99"], {"o1": -1}, {"w1": "o99"}, ["1", 2, True],
    [[1, 2], [3, 4]],
)  # fmt: skip


def wrong(shown: Mapping[str, Any]) -> list[JSON]:
    """Values that are no answers to a response as a State shows it."""
    space = space_of(shown)
    return [value for value in (*EVERY, *space.examples()[1]) if value is not None and space.check(value) is not None]
