"""`observed`: what a step saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import JSON
from hawthorne.measure.arguments import difference
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import Lacking, Resolve, Saved, Verdict


@dataclass(frozen=True, slots=True)
class Observed:
    """What was saved has these members, at every depth; more may be there."""

    kind: ClassVar[str] = "observed"
    version: ClassVar[int] = 1

    of: Saved
    includes: Mapping[str, JSON]

    def vacuous(self) -> str | None:
        return "it names nothing that was saved" if not self.includes else None

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        saved = evidence.observations.get(self.of)
        if saved is None:
            raise Lacking(f'nothing was saved as "{self.of}"')
        found = difference(resolve(self.includes), saved, "subset", self.of)
        return Verdict(found is None, found or f'"{self.of}" is as expected')
