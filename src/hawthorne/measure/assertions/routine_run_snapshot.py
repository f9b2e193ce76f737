"""`routineRunSnapshot`: what a routine's run looked like when it was saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import Lacking, Resolve, RunStatus, Saved, Verdict


@dataclass(frozen=True, slots=True)
class RoutineRunSnapshot:
    """The saved run had this status, and had or had not been deferred."""

    kind: ClassVar[str] = "routineRunSnapshot"
    version: ClassVar[int] = 1

    of: Saved
    status: RunStatus
    deferred: bool

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        run = evidence.observations.get(self.of)
        if run is None:
            raise Lacking(f'nothing was saved as "{self.of}"')
        deferred = run.get("deferredAt") is not None
        wrong = []
        if run.get("status") != self.status:
            wrong.append(f"the status is {shown(run.get('status'))}, not {shown(self.status)}")
        if deferred != self.deferred:
            wrong.append("the run was deferred" if deferred else "the run was not deferred")
        return Verdict(not wrong, "; ".join(wrong) or f"{self.status}, {'deferred' if deferred else 'not deferred'}")
