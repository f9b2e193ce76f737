"""`allocation`: a total that is divided among options."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.spaces import grid as numbers
from hawthorne.spaces.codes import declared, opaque, stranger, unveiled, veiled
from hawthorne.spaces.grid import Grid, Number, exact, is_number, nearest_number, whole
from hawthorne.spaces.problem import Problem, listed, shown


@dataclass(frozen=True, slots=True)
class Allocation:
    """An object from option to its share, in steps from 0. With `must_sum` the shares make up the total, else at most
    the total. With `allow_omit` an option that is left out has 0.

    >>> Allocation(("me", "you"), 10).check({"me": 7, "you": 3}) is None
    True
    >>> Allocation(("me", "you"), 10).check({"me": 7, "you": 4})
    'the shares must sum to 10, not 11'
    """

    kind: ClassVar[str] = "allocation"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    options: tuple[str, ...]
    total: Number
    step: Number = 1
    min_each: Number = 0
    max_each: Number | None = None
    """At most so much for one option; None: the total."""
    must_sum: bool = True
    allow_omit: bool = False
    _grid: Grid = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", declared(self.options, "allocation"))
        object.__setattr__(self, "_grid", Grid.of(0, self.step))
        numbers.check_range(0, self.total, "allocation")
        numbers.check_range(self.min_each, self.most, "allocation")
        numbers.check_range(0, self.min_each, "allocation")
        numbers.check_digits(self._grid, self.total)
        if self.must_sum and not self._grid.holds(self.total):
            raise UsageError(f"allocation: steps of {self.step} never sum to {self.total}")
        least, most, total = self._steps()
        n = len(self.options)
        if least > most or least * n > total or (self.must_sum and most * n < total):
            raise UsageError(f"allocation: {n} shares from {self.min_each} to {self.most} never sum to {self.total}")

    @property
    def most(self) -> Number:
        """The greatest share of one option."""
        return self.total if self.max_each is None else min(self.max_each, self.total)

    def _steps(self) -> tuple[int, int, int]:
        """The least and the greatest share, and the total, in steps."""
        return (
            math.ceil(exact(self.min_each) / self._grid.step),
            self._grid.last(self.most),
            self._grid.last(self.total),
        )

    @property
    def omissible(self) -> bool:
        """Whether an option may be left out: 0 must be a share it can have."""
        return self.allow_omit and self.min_each == 0

    def check(self, value: JSON) -> str | None:
        if not isinstance(value, dict):
            wanted = listed(self.options)
            return Problem("wrong_type", f"must be an object with a share for {wanted}, not {shown(value)}")
        for option in self.options:
            if option in value:
                problem = self._check_share(option, value[option])
                if problem is not None:
                    return problem
            elif not self.omissible:
                return Problem("missing_required", f'the share of "{option}" is missing')
        for option in value:
            if option not in self.options:
                return Problem("not_an_option", f"{shown(option)} is none of the options {listed(self.options)}")
        return self._check_sum(value)

    def _check_share(self, option: str, share: JSON) -> Problem | None:
        low, high = self.min_each, self.most
        if is_number(share) and low <= share <= high and self._grid.holds(share):
            return None
        code = numbers.misplaced(share, low, high)
        rule = f"a number from {low} to {high} in steps of {self.step}"
        return Problem(code, f'the share of "{option}" must be {rule}, not {shown(share)}')

    def _check_sum(self, shares: dict[str, Number]) -> Problem | None:
        total, wanted = sum((exact(share) for share in shares.values()), Fraction(0)), exact(self.total)
        if total == wanted or (total < wanted and not self.must_sum):
            return None
        rule = "sum to" if self.must_sum else "sum to at most"
        return Problem("bad_sum", f"the shares must {rule} {self.total}, not {nearest_number(total)}")

    def blinded(self) -> Allocation:
        return replace(self, options=opaque("o", self.options))

    def blind(self, value: JSON) -> JSON:
        return {veiled("o", self.options, option): share for option, share in value.items()}

    def unblind(self, value: JSON) -> JSON:
        return {unveiled(self.options, name): share for name, share in value.items()}

    def normal(self, value: JSON) -> JSON:
        """Every option in the order shown; one that was left out has 0."""
        return {option: whole(value.get(option, 0)) for option in self.options}

    def sample(self, draws: Draws) -> JSON:
        least, most, rest = self._steps()
        n = len(self.options)
        if not self.must_sum:
            rest = least * n + draws.at("total").below(min(rest, most * n) - least * n + 1)
        shares: dict[str, int] = {}
        for i, option in enumerate(draws.at("order").shuffled(self.options)):
            after = n - i - 1
            low, high = max(least, rest - most * after), min(most, rest - least * after)
            shares[option] = low + draws.at("share", i).below(high - low + 1)
            rest -= shares[option]
        return {option: self._grid.at(shares[option]) for option in self.options}

    def schema(self) -> dict[str, Any]:
        share = numbers.schema(self.min_each, self.most, self._grid)
        rule: dict[str, Any] = {"rule": "sum", "total": self.total, "exact": self.must_sum}
        return {
            "type": "object",
            "properties": dict.fromkeys(self.options, share),
            "required": [] if self.omissible else list(self.options),
            "additionalProperties": False,
            "x-rules": [rule],
        }

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        root = Draws.seeded("allocation")
        valid = [self.sample(root.at(i)) for i in range(3)]
        first, one = self.options[0], valid[0]
        over = one | {first: nearest_number(exact(self.total) + self._grid.step)}
        wrong: list[JSON] = [None, [], over, one | {first: None}, one | {first: True}, one | {first: "1"}]
        return valid, [*wrong, one | {stranger(self.options): 0}]
