"""What checks come to, one shape for all: a check, its status, and what it found where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hawthorne.core.values import JSON

SCHEMA = "hawthorne/check.v1"

Status = Literal["pass", "fail", "warn", "skip"]
Severity = Literal["fail", "warn", "known"]
"""What a detail weighs: `known` is a warning that the document acknowledges."""

MOST = 50
"""How many details a check shows; it counts them all."""

REASONS = ("source_not_available", "not_declared", "projection", "unsupported", "public_only")
"""Why a check was left out."""


@dataclass(frozen=True, slots=True, order=True)
class Detail:
    """One thing that a check found: in which part, a code for it, and what would be right beside what is there."""

    where: str
    code: str
    message: str = ""
    expected: str = ""
    found: str = ""
    severity: Severity = "fail"

    def as_json(self, public: bool = False, quotes: bool = True) -> dict[str, JSON]:
        """In public without the message, and, where the check may quote a study's text, without what it found."""
        said: dict[str, JSON] = {"where": self.where, "code": self.code}
        if not public:
            said["message"] = self.message
        if not (public and quotes):
            said |= {"expected": self.expected, "found": self.found}
        if self.severity != "fail":
            said["severity"] = self.severity
        return {key: value for key, value in said.items() if value != ""}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check came to. `count` is how many things it looked at, or what else it counts, in `message`."""

    status: Status
    details: tuple[Detail, ...] = ()
    count: int = 0
    message: str = ""
    reason: str = ""
    seed: int | None = None


def judged(details: Iterable[Detail], count: int, message: str = "", seed: int | None = None) -> Outcome:
    """An outcome that fails for a detail that fails, else warns for one that warns, else passes."""
    found = tuple(sorted(details))
    weights = {detail.severity for detail in found}
    status: Status = "fail" if "fail" in weights else "warn" if "warn" in weights else "pass"
    return Outcome(status, found, count, message, seed=seed)


def skipped(reason: str, message: str = "") -> Outcome:
    """A check that was left out: `reason` is one of `REASONS`."""
    return Outcome("skip", reason=reason, message=message)


@dataclass(frozen=True, slots=True)
class Check:
    """A check and what it came to; `quotes` says that its details may hold text of the study."""

    id: str
    group: str
    outcome: Outcome
    quotes: bool = True

    @property
    def status(self) -> Status:
        return self.outcome.status

    def as_json(self, public: bool = False) -> dict[str, JSON]:
        made: dict[str, JSON] = {"id": self.id, "group": self.group, "status": self.status}
        outcome = self.outcome
        for key, value in (("message", outcome.message), ("reason", outcome.reason)):
            if value:
                made[key] = value
        made["count"] = outcome.count
        if outcome.details:
            made["details"] = [detail.as_json(public, self.quotes) for detail in outcome.details[:MOST]]
        if outcome.seed is not None:
            made["seed"] = outcome.seed
        if len(outcome.details) > MOST:
            made["truncated"] = True
        return made


@dataclass(frozen=True)
class Audit:
    """Every check of a document, in the order of their ids."""

    study: str
    digests: dict[str, str]
    version: str
    public: bool
    checks: Sequence[Check] = field(default_factory=tuple)

    @property
    def counts(self) -> dict[str, int]:
        found = Counter(check.status for check in self.checks)
        return {status: found[status] for status in ("pass", "fail", "warn", "skip")}

    def passed(self, strict: bool = False) -> bool:
        """Whether nothing failed; where strict, also whether nothing warned."""
        return not (self.counts["fail"] or (strict and self.counts["warn"]))

    def as_json(self) -> dict[str, JSON]:
        checks = sorted(self.checks, key=lambda check: check.id)
        return {
            "report": SCHEMA, "study": self.study, **self.digests, "engine_version": self.version,
            "mode": "public" if self.public else "full", "summary": {**self.counts, "passed": self.passed()},
            "checks": [check.as_json(self.public) for check in checks],
        }  # fmt: skip
