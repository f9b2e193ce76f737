"""`ranking`: options in order, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces.codes import declared, distinct, opaque, stranger, unveiled, veiled
from hawthorne.spaces.problem import Problem


@dataclass(frozen=True, slots=True)
class Ranking:
    """A list of distinct codes, best first: all of them, or the best `top`.

    >>> Ranking(("a", "b", "c"), top=2).check(["c", "a"]) is None
    True
    >>> Ranking(("a", "b", "c")).check(["c", "a"])
    'must rank 3 options, not 2'
    """

    kind: ClassVar[str] = "ranking"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    options: tuple[str, ...]
    top: int | None = None
    """How many are ranked; None: all."""

    def __post_init__(self) -> None:
        options = declared(self.options, "ranking")
        if self.top is not None and not 1 <= self.top <= len(options):
            raise UsageError(f"ranking: the best {self.top} of {len(options)} options cannot be ranked")
        object.__setattr__(self, "options", options)

    @property
    def length(self) -> int:
        """How many options an answer ranks."""
        return len(self.options) if self.top is None else self.top

    def check(self, value: JSON) -> str | None:
        problem = distinct(value, self.options, self.options)
        if problem is not None:
            return problem
        if len(value) != self.length:
            code = "too_few" if len(value) < self.length else "too_many"
            return Problem(code, f"must rank {self.length} options, not {len(value)}")
        return None

    def blinded(self) -> Ranking:
        return replace(self, options=opaque("o", self.options))

    def blind(self, value: JSON) -> JSON:
        return [veiled("o", self.options, code) for code in value]

    def unblind(self, value: JSON) -> JSON:
        return [unveiled(self.options, name) for name in value]

    def sample(self, draws: Draws) -> JSON:
        return draws.sample(self.options, self.length)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "array",
            "items": {"enum": list(self.options)},
            "minItems": self.length,
            "maxItems": self.length,
            "uniqueItems": True,
        }

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        best = list(self.options[: self.length])
        wrong: list[JSON] = [None, self.options[0], [], best + best[:1], [*best[:-1], stranger(self.options)], [1]]
        return [best, list(self.options[::-1][: self.length])], wrong
