"""Findings and errors: what is wrong (the value), where (the place), what would be right (the fix)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from hawthorne.core.place import NOWHERE, Place

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check has to say of a document.

    `code` is a short stable name (`unknown-key`, `no-actor`), `message` one sentence that holds the value,
    `fix` what would be right: the nearest name, or the rule.
    """

    severity: Severity
    code: str
    message: str
    fix: str = ""
    place: Place = NOWHERE

    def __str__(self) -> str:
        where = f"{self.place}: " if str(self.place) else ""
        fix = f" ({self.fix})" if self.fix else ""
        return f"{where}{self.severity}: {self.message}{fix} [{self.code}]"

    def as_json(self) -> dict[str, object]:
        """The finding's form in the `--json` envelope."""
        place = self.place
        return {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "fix": self.fix,
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "path": place.path,
        }


class HawthorneError(Exception):
    """The base of every error that a user can cause; it is shown as its text, never as a traceback."""


class UsageError(HawthorneError):
    """A call or a command line whose words are off (exit code 2)."""


class InvalidDocument(HawthorneError):
    """A document, or what was asked of it, is wrong; carries all findings at once."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))


class UnknownAsk(HawthorneError):
    """An answer to an ask that was never put: the holder's fault, not the participant's."""


class ReplayMismatch(HawthorneError):
    """A recorded case and its replay differ; carries both lines."""

    def __init__(self, recorded: str, replayed: str, hint: str = "") -> None:
        self.recorded, self.replayed = recorded, replayed
        text = f"the record and its replay differ:\n  recorded: {recorded}\n  replayed: {replayed}"
        super().__init__(f"{text}\n{hint}" if hint else text)


def nearest(word: str, words: Iterable[str], most: int = 3) -> Sequence[str]:
    """The known words that `word` is most likely a slip of, best first; letter case does not count.

    >>> nearest("acuracy", ["accuracy", "absent", "missRate"])
    ['accuracy']
    """
    known: dict[str, str] = {}
    for candidate in words:
        known.setdefault(candidate.lower(), candidate)
    found = difflib.get_close_matches(word.lower(), known, n=most, cutoff=0.6)
    return [known[name] for name in found]


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A fix that names the nearest known words, or all of them when none is near.

    >>> did_you_mean("acuracy", ["accuracy", "absent"])
    'did you mean "accuracy"?'
    >>> did_you_mean("x", ["accuracy", "absent"])
    'known: absent, accuracy'
    """
    words = list(words)
    found = nearest(word, words)
    if found:
        return "did you mean " + " or ".join(f'"{name}"' for name in found) + "?"
    return "known: " + ", ".join(sorted(words)) if words else ""
