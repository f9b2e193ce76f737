"""`choice`: one of several options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.values import JSON
from hawthorne.spaces.codes import declared, not_an_option, opaque, stranger, unveiled, veiled


@dataclass(frozen=True, slots=True)
class Choice:
    """One option's code.

    An open choice (a trial's buttons) is one whose holder records any value as given; `check` still says whether a
    value is an option, for whoever reads it.

    >>> Choice(("Match", "NonMatch")).check("Match") is None
    True
    >>> Choice(("Match", "NonMatch")).check(1)
    'must be one of "Match", "NonMatch", not 1'
    """

    kind: ClassVar[str] = "choice"
    version: ClassVar[int] = 1

    options: tuple[str, ...]
    """The codes, in the order shown."""
    open: bool = False
    """Whether any value is recorded as given."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", declared(self.options, "choice"))

    def check(self, value: JSON) -> str | None:
        if value.__class__ is str and value in self.options:
            return None
        return not_an_option(value, self.options)

    def blinded(self) -> Choice:
        return replace(self, options=opaque("o", self.options))

    def blind(self, value: JSON) -> JSON:
        return veiled("o", self.options, value)

    def unblind(self, value: JSON) -> JSON:
        return unveiled(self.options, value)

    def sample(self, draws: Draws) -> JSON:
        return self.options[draws.below(len(self.options))]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.options)}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        return list(self.options), [None, True, 0, [self.options[0]], {}, stranger(self.options)]
