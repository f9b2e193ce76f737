"""`gateAnswer`: what the computer's gate answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hawthorne.core.values import shown
from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import Lacking, Resolve, Saved, Text, Verdict, worded


@dataclass(frozen=True, slots=True)
class GateAnswer:
    """Every constraint that is given holds of the saved answer. `http_status` is for answers whose failure is the
    status itself: a capability that was revoked answers 401 and says no more."""

    kind: ClassVar[str] = "gateAnswer"
    version: ClassVar[int] = 1

    of: Saved
    held: bool | None = None
    blocked_reason_includes: Text | None = None
    blocked_reason_omits: Text | None = None
    http_status: int | None = None

    def vacuous(self) -> str | None:
        said = (self.held, self.blocked_reason_includes, self.blocked_reason_omits, self.http_status)
        return "it constrains nothing" if said == (None, None, None, None) else None

    def score(self, evidence: Evidence, resolve: Resolve) -> Verdict:
        answer = evidence.observations.get(self.of)
        if answer is None:
            raise Lacking(f'nothing was saved as "{self.of}"')
        reason = answer.get("blockedReason")
        said = reason if isinstance(reason, str) else ""
        wrong = []
        if self.held is not None and answer.get("held") is not self.held:
            wrong.append(f"held is {shown(answer.get('held'))}, not {shown(self.held)}")
        if self.blocked_reason_includes is not None:
            text = worded(self.blocked_reason_includes, resolve)
            wrong += [] if text in said else [f"blockedReason is {shown(reason)}, without {shown(text)}"]
        if self.blocked_reason_omits is not None:
            text = worded(self.blocked_reason_omits, resolve)
            wrong += [f"blockedReason is {shown(reason)}, with {shown(text)}"] if text in said else []
        if self.http_status is not None and answer.get("httpStatus") != self.http_status:
            wrong.append(f"httpStatus is {shown(answer.get('httpStatus'))}, not {self.http_status}")
        return Verdict(False, "; ".join(wrong)) if wrong else Verdict(True, f'"{self.of}" answered as expected')
