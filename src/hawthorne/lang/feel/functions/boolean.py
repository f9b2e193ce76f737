"""Functions of booleans (DMN 1.5, table 72)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..lanes import Lane


def negate(lane: Lane, negand: Any) -> bool | None:
    return not negand if type(negand) is bool else None


def is_defined(lane: Lane, value: Any) -> bool:
    return value is not None


FUNCTIONS: dict[str, Callable[..., Any]] = {"not": negate, "is defined": is_defined}
