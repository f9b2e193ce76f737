"""What one evaluation may spend: steps, depth of calls, size of a value."""

from __future__ import annotations

from typing import Any

from .errors import FeelLimitError

#: Steps of one evaluation: items that loops, filters and functions pass over.
MAX_STEPS = 10_000_000
#: Calls of functions inside one another.
MAX_CALLS = 100
#: Items of a list, or characters of a string, that an operation may make.
MAX_SIZE = 5_000_000


class Budget:
    """The counters of one evaluation."""

    __slots__ = ("calls", "left", "steps", "text")

    def __init__(self, steps: int, text: str) -> None:
        self.steps = self.left = steps
        self.calls = 0
        self.text = text

    def spend(self, steps: int) -> None:
        """Raises FeelLimitError when the steps are used up."""
        self.left -= steps
        if self.left < 0:
            raise FeelLimitError(f"the evaluation takes more than {self.steps:,} steps", self.text, 0)

    def enter(self) -> None:
        """A call begins. Raises FeelLimitError when calls nest too deep."""
        self.calls += 1
        self.spend(1)
        if self.calls > MAX_CALLS:
            raise FeelLimitError(f"functions call one another deeper than {MAX_CALLS} levels", self.text, 0)

    def leave(self) -> None:
        self.calls -= 1


def check_size(value: Any, text: str) -> Any:
    """The value, if it is of a bearable size; else FeelLimitError."""
    if type(value) in (str, list) and len(value) > MAX_SIZE:
        raise FeelLimitError(f"a value is larger than {MAX_SIZE:,} items or characters", text, 0)
    return value
