"""`anything`: whatever comes is recorded; what an open message takes that lists no options."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.values import JSON
from hawthorne.spaces.problem import Problem

READY = "READY"
"""What an actor says to a message that asks for nothing in particular."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value.

    >>> Anything().check({"free": ["text", 1]}) is None
    True
    """

    kind: ClassVar[str] = "anything"
    version: ClassVar[int] = 1

    @property
    def open(self) -> bool:
        return True

    def check(self, value: JSON) -> str | None:
        return None if _is_json(value) else Problem("wrong_type", "must be a JSON value (no NaN, no infinity)")

    def sample(self, draws: Draws) -> JSON:
        return READY

    def schema(self) -> dict[str, Any]:
        return {}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        return [None, True, 1, "a", [], {}], []


def _is_json(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list):
        return all(_is_json(item) for item in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(item) for key, item in value.items())
    return value is None or isinstance(value, (bool, int, str))
