"""What a check looks at: a document, its findings, and, of a protocol, its folder, its texts and its sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hawthorne.audit.paper.facts import Facts
from hawthorne.audit.rounds import Field, Rounds
from hawthorne.core.document import Document
from hawthorne.core.errors import Finding
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.release.folder import Study, study_of
from hawthorne.protocols.release.sources import SourceText
from hawthorne.protocols.texts import Shown, shown

SEEDS = 200
"""How many sessions an arm a proof plays."""


def _untold(done: int, of: int) -> None:
    """Nobody asks how far the sessions are."""


@dataclass(frozen=True)
class Subject:
    """A document under audit. `findings` are those of `validate`; `sources` the reader's copies by the ids of the
    protocol's sources; `seeds` how many sessions an arm a proof plays; `ocr` forgives what scanners mistake."""

    document: Document
    findings: tuple[Finding, ...]
    sources: Mapping[str, SourceText] = field(default_factory=dict)
    seeds: int = SEEDS
    public: bool = False
    ocr: bool = False
    step: Callable[[int, int], None] = _untold
    """Is told how many of the sessions that proofs share have been played, of how many."""

    @property
    def sound(self) -> bool:
        """Whether it can be played: no finding is an error."""
        return not any(finding.severity == "error" for finding in self.findings)

    @property
    def protocol(self) -> Protocol:
        model: Protocol = self.document.model
        return model

    @cached_property
    def study(self) -> Study:
        """The protocol's folder."""
        return study_of(self.document)

    @cached_property
    def rounds(self) -> Rounds:
        """The sessions that proofs share, and what they found. Raises HawthorneError where none can be played."""
        return Field(self.document, self.seeds).play(self.step)

    @cached_property
    def facts(self) -> Facts:
        """The protocol's human numbers."""
        return Facts(self.protocol, self.study)

    @cached_property
    def shown(self) -> list[Shown]:
        """Every text that participants see."""
        return shown(self.protocol, self.study.data)
