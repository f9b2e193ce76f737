"""What a State asks: the space of the answers that its step takes, and its JSON Schema, from the State alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hawthorne.core.space import Space
from hawthorne.spaces.allocation import Allocation
from hawthorne.spaces.choice import Choice
from hawthorne.spaces.form import Form
from hawthorne.spaces.integer import Integer
from hawthorne.spaces.interval import Interval
from hawthorne.spaces.keypress import Keypress
from hawthorne.spaces.likert import Likert
from hawthorne.spaces.matrix import Matrix
from hawthorne.spaces.multi_choice import MultiChoice
from hawthorne.spaces.number import Number
from hawthorne.spaces.ranking import Ranking
from hawthorne.spaces.slider import Slider
from hawthorne.spaces.text import Text

Shown = Mapping[str, Any]
"""A response as a State shows it, or the scale of a matrix."""

OPEN = (None, None)


def space_of(shown: Shown) -> Space:
    """The space of a response's answers.

    >>> space_of({"kind": "likert", "range": [1, 7]})
    Likert(points=(1, 7))
    """
    return SPACES[shown["kind"]](shown)


def form_of(state: Mapping[str, Any]) -> Form:
    """The space of the answers to a State's screen; the page's own rules are not part of it."""
    responses = state["screen"]["responses"]
    optional = tuple(shown["id"] for shown in responses if not shown["required"])
    return Form({shown["id"]: space_of(shown) for shown in responses}, optional)


def answer_schema(state: Mapping[str, Any]) -> dict[str, Any]:
    """JSON Schema (2020-12) of the answers that a State's `step` takes.

    What `step` accepts the schema accepts. What JSON Schema cannot say stands beside it under `x-rules`, a list of
    `{"rule": "sum" | "order" | "grid" | "size" | "page", ...}`; what obeys the schema and its rules `step` accepts. The
    page's own rules are known to a State that a session gave, and not to one that was read from JSON. A screen that
    waits takes an empty object, a session that is over nothing.
    """
    if state["done"]:
        return {"not": {}}
    schema = form_of(state).schema()
    rules = getattr(state, "rules", ())
    if rules:
        schema["x-rules"] = [{"rule": "page", "message": message} for message in rules]
    return schema


def _codes(shown: Shown, key: str) -> tuple[str, ...]:
    return tuple(each["code"] for each in shown[key])


def _matrix(shown: Shown) -> Space:
    optional = tuple(row["code"] for row in shown["rows"] if not row.get("required", True))
    return Matrix(_codes(shown, "rows"), space_of(shown["scale"]), optional)


def _allocation(shown: Shown) -> Space:
    return Allocation(
        _codes(shown, "options"), shown["total"], shown.get("step", 1), shown.get("min_each", 0),
        shown.get("max_each"), shown.get("must_sum", True), shown.get("allow_omit", False),
    )  # fmt: skip


SPACES: Mapping[str, Callable[[Shown], Space]] = {
    "choice": lambda shown: Choice(_codes(shown, "options")),
    "multi_choice": lambda shown: MultiChoice(
        _codes(shown, "options"), shown.get("min", 0), shown.get("max"), tuple(shown.get("exclusive", ()))
    ),
    "ranking": lambda shown: Ranking(_codes(shown, "options"), shown.get("top")),
    "likert": lambda shown: Likert(tuple(shown["range"])),
    "slider": lambda shown: Slider(tuple(shown["range"]), shown.get("step", 1)),
    "integer": lambda shown: Integer(tuple(shown.get("range", OPEN))),
    "number": lambda shown: Number(tuple(shown.get("range", OPEN)), shown.get("decimals")),
    "text": lambda shown: Text(shown.get("min_len", 0), shown.get("max_len")),
    "matrix": _matrix,
    "allocation": _allocation,
    "interval": lambda shown: Interval(tuple(shown.get("range", OPEN)), shown.get("order", "lo<=hi")),
    "keypress": lambda shown: Keypress(_codes(shown, "keys"), shown.get("window_ms"), shown.get("rt", "optional")),
}
"""The kinds a screen can ask, by what is served of each (a default is not served)."""
