"""The files of a report."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from hawthorne.core.errors import Finding
from hawthorne.evals.playing import Outcome
from hawthorne.evals.report.markdown import markdown
from hawthorne.evals.report.page import page
from hawthorne.evals.result import Result
from hawthorne.records.header import moment


def write(outcome: Outcome, folder: Path) -> list[Path]:
    """Write `results.json` (an array of result objects), `report.md` and `report.html`; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    made = moment()
    results = json.dumps([result.as_json() for result in outcome.results], ensure_ascii=False, indent=1) + "\n"
    files = {"results.json": results, "report.md": markdown(outcome, made), "report.html": page(outcome, made)}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in files]


def junit(outcome: Outcome) -> str:
    """JUnit XML: a test case a play."""
    failed = sum(result.status in ("failed", "stuck") for result in outcome.results)
    skipped = sum(result.status == "skipped" for result in outcome.results)
    seconds = sum(result.duration_ms for result in outcome.results) / 1000
    cases = "\n".join(_case(result) for result in outcome.results)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites><testsuite name="hawthorne eval" tests="{len(outcome.results)}" failures="{failed}" '
        f'errors="0" skipped="{skipped}" time="{seconds:.3f}">\n{cases}\n</testsuite></testsuites>\n'
    )


def junit_broken(findings: Iterable[Finding]) -> str:
    """JUnit XML where nothing was played: a test case in error for each file that is wrong."""
    files: dict[str, list[str]] = {}
    for finding in findings:
        if finding.severity == "error":
            files.setdefault(finding.place.file or "", []).append(str(finding))
    cases = "\n".join(
        f'<testcase classname="scenarios" name={quoteattr(_clean(file))} file={quoteattr(_clean(file))}>'
        f'<error type="invalid" message={quoteattr(_clean(said[0]))}>{escape(_clean(chr(10).join(said)))}</error>'
        "</testcase>"
        for file, said in files.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites><testsuite name="hawthorne eval" tests="{len(files)}" failures="0" errors="{len(files)}" '
        f'skipped="0">\n{cases}\n</testsuite></testsuites>\n'
    )


def _case(result: Result) -> str:
    name = result.id if result.repeat == 1 else f"{result.id} (play {result.repeat})"
    head = (
        f"<testcase classname={quoteattr(f'scenarios.{result.world}')} name={quoteattr(_clean(name))} "
        f'file={quoteattr(_clean(result.file))} time="{result.duration_ms / 1000:.3f}"'
    )
    if result.passed:
        return head + "/>"
    why = "\n".join(result.reasons)
    if result.status == "skipped":
        return f"{head}><skipped message={quoteattr(_clean(why))}/></testcase>"
    first = result.reasons[0] if result.reasons else result.status
    return (
        f"{head}><failure type={quoteattr(result.status)} message={quoteattr(_clean(first))}>"
        f"{escape(_clean(f'It pins: {result.behavior}' + chr(10) + why))}</failure></testcase>"
    )


def _clean(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return "".join(
        letter
        for letter in text
        if letter in "\t\n\r"
        or (ord(letter) >= 32 and not 0xD800 <= ord(letter) <= 0xDFFF and ord(letter) not in (0xFFFE, 0xFFFF))
    )
