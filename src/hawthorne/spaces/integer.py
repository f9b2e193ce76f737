"""`integer`: a whole number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces import grid as numbers
from hawthorne.spaces.grid import is_whole, whole
from hawthorne.spaces.problem import Problem, shown

MOST = 2**53 - 1
"""The greatest whole number that every reader of JSON holds exactly (RFC 8259, section 6)."""
SPAN = 100
"""How far from its one end a half-open range is sampled."""


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number; 3.0 is 3, "3" is none. An open end is the greatest number that JSON holds exactly.

    >>> Integer((0, None)).check(3.0) is None, Integer((0, None)).check("3")
    (True, 'must be a whole number of at least 0, not "3"')
    """

    kind: ClassVar[str] = "integer"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    range: tuple[int | None, int | None] = (None, None)

    def __post_init__(self) -> None:
        if len(self.range) != 2 or any(end is not None and end.__class__ is not int for end in self.range):
            raise UsageError(f"integer: a range has two ends, whole numbers or open, not {self.range!r}")
        numbers.check_range(*self.range, "integer")
        if any(end is not None and abs(end) > MOST for end in self.range):
            raise UsageError(f"integer: a range lies within ±{MOST}, not {self.range!r}")
        object.__setattr__(self, "range", tuple(self.range))

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest number."""
        low, high = self.range
        return (-MOST if low is None else low, MOST if high is None else high)

    def check(self, value: JSON) -> str | None:
        low, high = self.ends
        if is_whole(value) and low <= value <= high:
            return None
        code = "out_of_range" if is_whole(value) else "wrong_type"
        return Problem(code, f"must be a whole number{numbers.described(*self.range)}, not {shown(value)}")

    def normal(self, value: JSON) -> JSON:
        """A whole number is an int."""
        return whole(value)

    def sample(self, draws: Draws) -> JSON:
        low, high = self.range
        if low is None and high is None:
            low = 0
        least = max(-MOST, high - SPAN) if low is None and high is not None else low or 0
        most = min(MOST, least + SPAN) if high is None else high
        return least + draws.below(most - least + 1)

    def schema(self) -> dict[str, Any]:
        low, high = self.ends
        return {"type": "integer", "minimum": low, "maximum": high}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        low, high = self.ends
        return [low, high, float(low)], [None, True, str(low), low - 1, high + 1, [low], 0.5]
