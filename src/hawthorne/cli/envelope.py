"""What a verb came to, and its one JSON form."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from rich.console import Console

import hawthorne
from hawthorne.cli.findings import show
from hawthorne.core.errors import Finding, HawthorneError, InvalidDocument, UsageError
from hawthorne.core.registry import UnknownName
from hawthorne.core.values import JSON, plain
from hawthorne.hold.broken import Interrupted

FINE, WRONG, USAGE, STOPPED = 0, 1, 2, 130


@dataclass(frozen=True)
class Said:
    """`result` is the verb's own part of the envelope; `show` prints it for a reader; `problem` is why it failed."""

    result: JSON = None
    findings: Sequence[Finding] = ()
    exit: int = FINE
    show: Callable[[Console], None] | None = None
    problem: str | None = None


def envelope(verb: str, said: Said, ascii: bool = False) -> str:
    """One line of JSON: the same keys from every verb, on success and on failure; `ascii` escapes everything else."""
    findings = [finding.as_json() for finding in said.findings]
    if said.problem is not None and not findings:
        findings = [Finding("error", "usage" if said.exit == USAGE else "failed", said.problem).as_json()]
    return json.dumps({
        "hawthorne": hawthorne.__version__,
        "verb": verb,
        "ok": said.exit == FINE,
        "exit": said.exit,
        "findings": findings,
        "result": plain(said.result),
    }, ensure_ascii=ascii)  # fmt: skip


def errors(error: Exception) -> Said | None:
    """What a user's error comes to; None for an error that is not the user's."""
    if isinstance(error, InvalidDocument):
        return Said(findings=error.findings, exit=WRONG, show=partial(show, error.findings))
    if isinstance(error, (UsageError, UnknownName)):
        return Said(exit=USAGE, problem=str(error))
    if isinstance(error, HawthorneError):
        return Said(exit=STOPPED if isinstance(error, Interrupted) else WRONG, problem=str(error))
    if isinstance(error, OSError) and error.strerror:
        return Said(exit=WRONG, problem=f"{error.strerror}: {error.filename}" if error.filename else error.strerror)
    return None


def judged(findings: Sequence[Finding], strict: bool) -> int:
    """The exit code of findings: errors, and warnings too where strict."""
    bad = ("error", "warning") if strict else ("error",)
    return WRONG if any(finding.severity in bad for finding in findings) else FINE
