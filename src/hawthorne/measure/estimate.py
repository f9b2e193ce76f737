"""A number with its interval, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from hawthorne.core.values import JSON

LEVEL = 0.95
"""The level of every interval, unless a caller says otherwise."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """`value` with its interval `low` to `high`, over `n` subjects.

    What cannot be computed is None, and `reason` says why; it is never 0. `low` and `high` alone are None where a
    value stands but no interval does. `unit` is the value's own (`s`, or empty for a share); `method` names the
    interval's.
    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    unit: str = ""
    method: str = ""
    reason: str = ""

    def covers(self, truth: float) -> bool | None:
        """Whether the interval holds a value; None where there is no interval."""
        if self.low is None or self.high is None:
            return None
        return self.low <= truth <= self.high

    def as_json(self) -> dict[str, JSON]:
        """Every part, in order."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def missing(name: str, reason: str, n: int = 0, unit: str = "") -> Estimate:
    """An estimate that cannot be computed."""
    return Estimate(name, None, n=n, unit=unit, reason=reason)
