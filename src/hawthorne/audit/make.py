"""Auditing a document: what `validate` finds, and every proof that applies to its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from hawthorne.audit.checks import BY_ID, CHECKS, Proof
from hawthorne.audit.report import Audit, Check, Detail, Outcome, Severity, judged, skipped
from hawthorne.audit.subject import SEEDS, Subject
from hawthorne.core.document import Document
from hawthorne.core.errors import Finding, UsageError, did_you_mean
from hawthorne.hold import plan as plans
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.release.sources import SourceText, read_source

Progress = Callable[[int, int, str], None]
"""Is told how many checks are done, of how many, and which comes next."""


def audit(
    document: Document,
    *,
    public: bool = False,
    sources: Sequence[str | Path] = (),
    seeds: int = SEEDS,
    only: Iterable[str] = (),
    ocr: bool = False,
    version: str = "",
    progress: Progress | None = None,
) -> Audit:
    """Every check of a document, or those in `only` (ids, or groups such as `paper`).

    `sources` are the reader's copies of the protocol's sources: `ID=PATH`, or a path where its id is plain. Raises
    UsageError for an unknown check or source.
    """
    kind = plans.kind_of(document)
    findings = tuple(kind.check(document))
    texts = given(document.model, sources) if document.kind == "protocol" and document.model is not None else {}
    chosen = [proof for proof in wanted(only) if not proof.kinds or document.kind in proof.kinds]
    at = ""

    def step(done: int, of: int) -> None:
        if progress is not None:
            progress(done, of, f"{at}: sessions of each arm")

    subject = Subject(document, findings, texts, seeds, public, ocr, step)
    checks = list(_others(subject, only))
    for i, proof in enumerate(chosen):
        at = proof.id
        if progress is not None:
            progress(i, len(chosen), at)
        checks.append(Check(proof.id, proof.group, run(proof, subject), proof.quotes))
    digests = {f"{name.replace('-', '_')}_sha256": text for name, text in kind.digests(document).items()}
    return Audit(document.name, digests, version, public, tuple(sorted(checks, key=lambda check: check.id)))


def run(proof: Proof, subject: Subject) -> Outcome:
    """What a check comes to: what `validate` found under its id, and what it finds itself."""
    known = static(proof.id, subject)
    if proof.run is None or (known.details and not subject.sound):
        return known
    if subject.document.broken or (proof.plays and not subject.sound):
        return skipped("unsupported", "the document has errors")
    outcome = proof.run(subject)
    if not known.details:
        return outcome
    return judged((*known.details, *outcome.details), outcome.count, outcome.message, outcome.seed)


def static(id: str, subject: Subject) -> Outcome:
    """What `validate` found under an id; of a broken document it looked no further than its shape."""
    if subject.document.broken and id != "schema.valid":
        return skipped("unsupported", "the document has no valid shape")
    return judged((_detail(finding) for finding in subject.findings if finding.code == id), 0)


SEVERITIES: Mapping[str, Severity] = {"error": "fail", "warning": "warn", "note": "known"}


def _detail(finding: Finding) -> Detail:
    where = finding.place.path or "/"
    return Detail(where, finding.code, finding.message, finding.fix, "", SEVERITIES[finding.severity])


def _others(subject: Subject, only: Iterable[str]) -> Iterable[Check]:
    """Findings under other ids than those of the page of checks: those of other kinds of documents."""
    codes = {finding.code for finding in subject.findings} - set(BY_ID)
    if subject.document.kind != "protocol" and not list(only):
        details = [_detail(finding) for finding in subject.findings]
        yield Check("validate", "schema", judged(details, len(details)))
    elif codes and not list(only):
        for code in sorted(codes):
            yield Check(code, "schema", static(code, subject))


def wanted(only: Iterable[str]) -> list[Proof]:
    """The checks of some ids and groups, all without any. Raises UsageError for an unknown one."""
    words = list(only)
    known = {*BY_ID, *(proof.group for proof in CHECKS)}
    for word in words:
        if word not in known:
            raise UsageError(f'there is no check "{word}": {did_you_mean(word, sorted(known))}')
    return [proof for proof in CHECKS if not words or proof.id in words or proof.group in words]


def given(protocol: Protocol, words: Sequence[str | Path]) -> dict[str, SourceText]:
    """The reader's copies by source: said (`s1=paper.txt`), told by a digest, or the only one. Raises UsageError."""
    known = [source.id for source in protocol.sources]
    found: dict[str, SourceText] = {}
    for word in words:
        name, equals, path = str(word).partition("=")
        if not equals:
            name, path = "", str(word)
        if not Path(path).exists():
            raise UsageError(f'there is no source "{path}"')
        text = read_source(name or path, path)
        name = name or _told(protocol, text) or ""
        if name not in known:
            raise UsageError(
                f'the protocol has no source "{name}": {did_you_mean(name, known)}' if name
                else f'say which source "{path}" is: ID=PATH, ID being one of {", ".join(known)}'
            )  # fmt: skip
        found[name] = text
    return found


def _told(protocol: Protocol, text: SourceText) -> str | None:
    """Which source a text is: that of its digest, or the only one that is not our own."""
    for source in protocol.sources:
        if source.text is not None and source.text.sha256 == text.sha256:
            return source.id
    others = [source.id for source in protocol.sources if source.kind != "own"]
    return others[0] if len(others) == 1 else None
