"""`anything`: whatever comes is recorded; what an open message takes that lists no options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.values import JSON

READY = "READY"
"""What an actor says to a message that asks for nothing in particular."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value.

    >>> Anything().check({"free": ["text", 1]}) is None
    True
    """

    kind: ClassVar[str] = "anything"
    version: ClassVar[int] = 1

    @property
    def open(self) -> bool:
        return True

    def check(self, value: JSON) -> str | None:
        return None

    def sample(self, draws: Draws) -> JSON:
        return READY

    def schema(self) -> dict[str, Any]:
        return {}

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        return [None, True, 1, "a", [], {}], []
