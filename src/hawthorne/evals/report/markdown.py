"""The report as Markdown: the verdict, every scenario in a line, and for each that did not pass why, with its timeline
as a list.
"""

from __future__ import annotations

from collections.abc import Sequence

from hawthorne.evals.playing import Outcome
from hawthorne.evals.report.rows import Mark, rows_of
from hawthorne.evals.result import Result
from hawthorne.evals.summary import rows_of as summary
from hawthorne.evals.timeline import STEPS

LAST_EVENTS = 40
"""How many events of a timeline are listed at most: those before the end."""


def markdown(outcome: Outcome, made: str) -> str:
    """The report."""
    rows = summary(outcome.results)
    counts = ", ".join(f"{count:,} {status}" for status, count in outcome.counts.items())
    lines = [f"# {'PASS' if outcome.passed else 'FAIL'}: {len(rows):,} scenarios, {counts}", "", f"Made {made}.", ""]
    lines += ["| | scenario | world | plays | ms | behaviour |", "|---|---|---|---:|---:|---|"]
    for row in rows:
        lines.append(f"| {row.status} | {row.id} | {row.world} | {row.passed}/{row.plays} | {row.median_ms:.1f} | "
                     f"{_cell(row.behavior)} |")  # fmt: skip
    for row in rows:
        if row.example is not None:
            lines += ["", *_failure(row.example, row.status)]
    if outcome.flakes:
        lines += ["", "## Not always alike", ""]
        lines += [f"- {id}: " + ", ".join(f"{n} {status}" for status, n in counts.items())
                  for id, counts in outcome.flakes.items()]  # fmt: skip
    return "\n".join(lines) + "\n"


def _failure(result: Result, status: str) -> list[str]:
    lines = [f"## {status.upper()}: {result.id} ({result.world})", "", f"{_flat(result.title)}. It pins: "
             f"{_flat(result.behavior)}", ""]  # fmt: skip
    lines += [f"- **{_flat(reason)}**" for reason in result.reasons]
    lines += ["", "Steps:", ""]
    lines += [f"- {'ok' if step['ok'] else 'FAILED'}: {step['kind']} ({step.get('durationMs', 0)} ms): "
              f"{_flat(step['detail'])}" for step in result.steps]  # fmt: skip
    if result.assertions:
        lines += ["", "Assertions:", ""]
        lines += [f"- {'pass' if each['pass'] else 'FAIL'}: {each['assertion']['kind']}: {_flat(each['detail'])}"
                  for each in result.assertions]  # fmt: skip
    events = (result.evidence or {}).get("timeline", ())
    if events:
        marks = rows_of(events).marks
        cut = max(0, len(marks) - LAST_EVENTS)
        lines += ["", "What happened, in order" + (f" (without the first {cut})" if cut else "") + ":", ""]
        lines += _listed(marks[cut:])
    return lines


def _listed(marks: Sequence[Mark]) -> list[str]:
    lines = []
    for mark in marks:
        event = mark.event
        who = "scenario" if event["lane"] == STEPS else event["lane"]
        detail = f": {_flat(event['detail'])}" if event.get("detail") and event["what"] in ("turn", "wait") else ""
        bad = " **(here)**" if event.get("bad") and event["lane"] == STEPS else ""
        lines.append(f"- {event['from']:g} s, {who}: {_flat(event['text'])}{detail}{bad}")
    return lines


def _flat(text: str) -> str:
    return " ".join(text.split()).replace("<", "&lt;")


def _cell(text: str) -> str:
    return _flat(text).replace("|", "\\|")
