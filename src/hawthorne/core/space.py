"""Spaces: what a valid answer is. A space is type, validator and sampler in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

from hawthorne.core.draws import Draws
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
