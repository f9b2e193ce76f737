"""What can be said of a protocol without playing it. A finding's code is the id of its check."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hawthorne.core.document import Document, Setting
from hawthorne.core.errors import Finding, InvalidDocument
from hawthorne.protocols.check import (
    cites,
    coding,
    design,
    expressions,
    files,
    groups,
    human,
    ids,
    reach,
    references,
    sizes,
    tier,
    trying,
    unused,
    values,
    waits,
)
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.compile.build import build

Check = Callable[[Facts], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    ids.check,
    references.check,
    expressions.check,
    cites.check,
    cites.departures,
    files.check,
    human.check,
    design.check,
    groups.check,
    reach.check,
    values.check,
    waits.check,
    sizes.check,
    coding.check,
    tier.check,
    unused.check,
)
"""The checks in the order in which their findings are told."""


def _compiled(facts: Facts) -> Iterable[Finding]:
    """Whatever keeps the compiler from a program is told before anybody plays."""
    try:
        build(facts.document, Setting(0))
    except InvalidDocument as refused:
        return refused.findings
    return ()


LATE: tuple[Check, ...] = (_compiled, trying.check)
"""The checks of a protocol in which no other found an error."""


def check(document: Document) -> list[Finding]:
    """The findings of a protocol: the reader's, or, where these are no errors, those of all checks."""
    findings = list(document.findings)
    if document.model is not None and not document.broken:
        facts = Facts(document)
        for each in CHECKS:
            findings += each(facts)
        for each in LATE:
            if not any(finding.severity == "error" for finding in findings):
                findings += each(facts)
    return findings
