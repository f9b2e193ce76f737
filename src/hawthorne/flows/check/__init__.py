"""What can be said of a study without playing it."""

from __future__ import annotations

from collections.abc import Sequence

from hawthorne.core.errors import Finding
from hawthorne.flows.model import Study


def check(study: Study) -> Sequence[Finding]:
    """The reader's findings."""
    return study.findings
