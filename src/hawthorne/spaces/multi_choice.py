"""`multi_choice`: any number of options, within limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces.codes import declared, distinct, opaque, stranger, unveiled, veiled
from hawthorne.spaces.problem import Problem, listed


@dataclass(frozen=True, slots=True)
class MultiChoice:
    """A list of distinct codes; their order is kept and means nothing.

    An exclusive option ("none of these") stands alone, and then satisfies `min` by itself.

    >>> space = MultiChoice(("a", "b", "none"), min=1, exclusive=("none",))
    >>> space.check(["b", "a"]) is None, space.check(["a", "none"])
    (True, '"none" excludes every other option')
    """

    kind: ClassVar[str] = "multi_choice"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    options: tuple[str, ...]
    min: int = 0
    max: int | None = None
    """At most so many; None: all."""
    exclusive: tuple[str, ...] = ()
    """Codes that cannot be picked together with another."""
    _known: frozenset[str] = field(init=False, repr=False, compare=False)
    _plain: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        options = declared(self.options, "multi_choice")
        plain = tuple(code for code in options if code not in self.exclusive)
        for code in self.exclusive:
            if code not in options:
                raise UsageError(f'multi_choice: the exclusive "{code}" is none of the options {listed(options)}')
        most = len(plain) if self.max is None else self.max
        if not 0 <= self.min <= most <= len(options) or (self.min > len(plain) and not self.exclusive):
            raise UsageError(f"multi_choice: from {self.min} to {most} of {len(plain)} options cannot be picked")
        object.__setattr__(self, "options", options)
        object.__setattr__(self, "_known", frozenset(options))
        object.__setattr__(self, "_plain", plain)

    @property
    def most(self) -> int:
        """The greatest number of options that can be picked together."""
        return len(self._plain) if self.max is None else min(self.max, len(self._plain))

    def check(self, value: JSON) -> str | None:
        problem = distinct(value, self._known, self.options)
        if problem is not None:
            return problem
        alone = [code for code in value if code in self.exclusive]
        if alone:
            return None if len(value) == 1 else Problem("too_many", f'"{alone[0]}" excludes every other option')
        if len(value) < self.min:
            return Problem("too_few", f"must name at least {self.min} options, not {len(value)}")
        if len(value) > self.most:
            return Problem("too_many", f"must name at most {self.most} options, not {len(value)}")
        return None

    def blinded(self) -> MultiChoice:
        alone = tuple(veiled("o", self.options, code) for code in self.exclusive)
        return replace(self, options=opaque("o", self.options), exclusive=alone)

    def blind(self, value: JSON) -> JSON:
        return [veiled("o", self.options, code) for code in value]

    def unblind(self, value: JSON) -> JSON:
        return [unveiled(self.options, name) for name in value]

    def sample(self, draws: Draws) -> JSON:
        sizes = range(self.min, self.most + 1)
        k = draws.at("size").below(len(sizes) + len(self.exclusive))
        if k >= len(sizes):
            return [self.exclusive[k - len(sizes)]]
        picked = set(draws.at("which").sample(self._plain, sizes[k]))
        return [code for code in self.options if code in picked]

    def schema(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "type": "array",
            "items": {"enum": list(self._plain)},
            "minItems": self.min,
            "maxItems": self.most,
            "uniqueItems": True,
        }
        if not self._plain:
            plain["items"] = False
        if not self.exclusive:
            return plain
        alone = {"type": "array", "items": {"enum": list(self.exclusive)}, "minItems": 1, "maxItems": 1}
        return {"anyOf": [plain, alone]}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        valid: list[JSON] = [list(self._plain[:k]) for k in sorted({self.min, self.most}) if self.min <= k <= self.most]
        valid += [[code] for code in self.exclusive]
        code = self.options[0]
        return valid, [None, code, {code: True}, [code, code], [stranger(self.options)], [0]]
