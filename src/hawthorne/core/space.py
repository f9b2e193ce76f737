"""Spaces: what a valid answer is. A space is type, validator and sampler in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON


@runtime_checkable
class Space(Protocol):
    """The set of valid answers to an ask.

    `kind` is the word in documents; `open` spaces record any value as given and leave it to the machine to read it
    (a trial's key press), closed ones refuse what they do not hold.
    """

    kind: ClassVar[str]
    version: ClassVar[int]

    @property
    def open(self) -> bool: ...

    def check(self, value: JSON) -> str | None:
        """None for a valid value, else one sentence that says what is wrong and what would be right."""
        ...

    def sample(self, draws: Draws) -> JSON:
        """A valid value, drawn at this address."""
        ...

    def schema(self) -> dict[str, Any]:
        """JSON Schema (2020-12) of the valid values."""
        ...

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        """Some valid values and some invalid ones: what a twin in another language is tested on."""
        ...


@runtime_checkable
class Coded(Protocol):
    """A space whose values name parts of a document by their codes: options, rows, keys, the parts of a page.

    `blinded()` is the same space under opaque codes: `o1` ... for options in the order shown, `w1` ... for rows,
    `r1` ... for the parts of a page. `blind` and `unblind` take valid values there and back, one to one. Neither the
    schema nor any sentence of the blinded space holds a code of the document.
    """

    def blinded(self) -> Space: ...

    def blind(self, value: JSON) -> JSON:
        """The value of the blinded space that stands for a valid value of this one."""
        ...

    def unblind(self, value: JSON) -> JSON:
        """The value of this space that a valid value of the blinded one stands for."""
        ...


@runtime_checkable
class Normed(Protocol):
    """A space in which one answer has several valid forms (3 and 3.0; a key press with or without an empty time)."""

    def normal(self, value: JSON) -> JSON:
        """The one form in which a valid value is kept. It is valid, and its own normal form."""
        ...


@dataclass(frozen=True, slots=True)
class Nothing:
    """The space of what is shown and cannot be answered: a screen that waits for others. Nobody is asked; the machine
    withdraws it."""

    kind: ClassVar[str] = "nothing"
    version: ClassVar[int] = 1

    open: ClassVar[bool] = False

    def check(self, value: JSON) -> str | None:
        return "cannot be answered: it ends by itself"

    def sample(self, draws: Draws) -> JSON:
        raise UsageError("there is no answer to what is only shown")

    def schema(self) -> dict[str, Any]:
        return {"not": {}}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        return [], [None, True, 0, "", [], {}]


NOTHING = Nothing()
