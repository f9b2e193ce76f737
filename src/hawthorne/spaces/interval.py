"""`interval`: a lower and an upper number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces import grid as numbers
from hawthorne.spaces.grid import is_number, whole
from hawthorne.spaces.number import Number
from hawthorne.spaces.problem import Problem, shown


@dataclass(frozen=True, slots=True)
class Interval:
    """A list of two numbers of a range, in order.

    >>> Interval((0, 10)).check([2, 5]) is None, Interval((0, 10)).check([5, 2])
    (True, 'must be two numbers in order (lo<=hi), not 5 and 2')
    """

    kind: ClassVar[str] = "interval"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    range: tuple[numbers.Number | None, numbers.Number | None] = (None, None)
    order: Literal["lo<=hi", "lo<hi"] = "lo<=hi"

    def __post_init__(self) -> None:
        if len(self.range) != 2:
            raise UsageError(f"interval: a range has two ends, not {self.range!r}")
        numbers.check_range(*self.range, "interval")
        if self.order not in ("lo<=hi", "lo<hi"):
            raise UsageError(f'interval: the order is "lo<=hi" or "lo<hi", not {self.order!r}')
        if self.order == "lo<hi" and self.range[0] is not None and self.range[0] == self.range[1]:
            raise UsageError(f"interval: no two different numbers lie from {self.range[0]} to {self.range[1]}")
        object.__setattr__(self, "range", tuple(self.range))

    def check(self, value: JSON) -> str | None:
        if not isinstance(value, list) or len(value) != 2:
            return Problem("wrong_type", f"must be a list of two numbers, not {shown(value)}")
        low, high = self.range
        for end in value:
            if not is_number(end):
                return Problem("wrong_type", f"must be two numbers{numbers.described(low, high)}, not {shown(end)}")
            if (low is not None and end < low) or (high is not None and end > high):
                return Problem("out_of_range", f"must be two numbers{numbers.described(low, high)}, not {shown(end)}")
        if value[0] > value[1] or (value[0] == value[1] and self.order == "lo<hi"):
            found = f"{shown(value[0])} and {shown(value[1])}"
            return Problem("bad_order", f"must be two numbers in order ({self.order}), not {found}")
        return None

    def normal(self, value: JSON) -> JSON:
        """Whole numbers are ints."""
        return [whole(end) for end in value]

    def sample(self, draws: Draws) -> JSON:
        number = Number(self.range)
        low, high = sorted(number.sample(draws.at(i)) for i in range(2))
        if low == high and self.order == "lo<hi":
            low, high = number.examples()[0]
        return [low, high]

    def schema(self) -> dict[str, Any]:
        end = numbers.schema(*self.range)
        rule = {"rule": "order", "order": self.order}
        return {"type": "array", "prefixItems": [end, end], "minItems": 2, "maxItems": 2, "x-rules": [rule]}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        low, high = Number(self.range).examples()[0]
        wrong: list[JSON] = [None, low, [low], [low, high, high], [low, None], [True, high], {"lo": low, "hi": high}]
        if low < high:
            wrong.append([high, low])
        return [[low, high]] + ([[low, low]] if self.order == "lo<=hi" else []), wrong
