"""What a reader of a text comes to, whatever the text is written in: its value and where each part of it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hawthorne.core.errors import Finding
from hawthorne.core.place import Place
from hawthorne.core.values import JSON


class Places(Protocol):
    """Where the parts of a text stand, by their path: keys and indexes. `name` is the file's."""

    @property
    def name(self) -> str: ...

    def of(self, path: Sequence[str | int]) -> Place: ...


@dataclass(frozen=True)
class Parsed:
    """A text's value (None where it has none: then `findings` say why) and its places."""

    value: JSON
    places: Places
    findings: tuple[Finding, ...] = ()

    @property
    def broken(self) -> bool:
        return bool(self.findings)
