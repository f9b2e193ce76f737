"""What can be said of a protocol without playing it. A finding's code is the id of its check."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hawthorne.core.document import Document
from hawthorne.core.errors import Finding
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
    unused,
    values,
    waits,
)
from hawthorne.protocols.check.facts import Facts

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


def check(document: Document) -> list[Finding]:
    """The findings of a protocol: the reader's, or, where these are no errors, those of all checks."""
    findings = list(document.findings)
    if document.model is not None and not document.broken:
        facts = Facts(document)
        for each in CHECKS:
            findings += each(facts)
    return findings
