"""What the tests of this folder share: the fixture studies, and short ways to read a text."""

from __future__ import annotations

import textwrap
from pathlib import Path

from hawthorne.core.document import Source
from hawthorne.core.errors import Finding
from hawthorne.flows.check import check
from hawthorne.flows.model import Study
from hawthorne.flows.read import read

FOLDER = Path(__file__).parent / "studies"
FIXTURES = sorted(FOLDER.glob("*.studyflow.yaml"))


def study_of(text: str, name: str = "s.studyflow.yaml") -> Study:
    """A study from its text (dedented)."""
    return read(Source(name, textwrap.dedent(text).encode()))


def in_process(body: str, more: str = "") -> Study:
    """A study with one process, `P`, whose keys are `body`; `more` are further roots. `P` begins on line 2."""
    inner = textwrap.indent(textwrap.dedent(body), "  ")
    return study_of(f"definitions: {{}}\nP:\n  type: Process\n{inner}\n{textwrap.dedent(more)}")


def said(study: Study, code: str) -> list[Finding]:
    """What the checks, and the reader, say under a code."""
    return [finding for finding in check(study) if finding.code == code]


def line_of(study: Study, part: str) -> int:
    """The line of the file on which a text first stands."""
    return next(number for number, line in enumerate(study.text.splitlines(), 1) if part in line)
