"""The report as a page of HTML that needs nothing else: what failed first, with its timeline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from hawthorne.evals.playing import Outcome
from hawthorne.evals.report.picture import LEGEND, picture
from hawthorne.evals.result import Result
from hawthorne.evals.summary import Row, rows_of, steps_before
from hawthorne.reports.html import STYLE, wide

MORE_STYLE = """
:root { --good: #21804d; --bad: #c4272d; --odd: #8a5d0c; }
@media (prefers-color-scheme: dark) { :root { --good: #63c995; --bad: #ff7b80; --odd: #e0ad4e; } }
body { max-width: 76rem; }
.passed { color: var(--good); } .failed, .stuck, .flaky { color: var(--bad); font-weight: 600; }
.skipped { color: var(--odd); }
h2 .where { color: var(--soft); font-weight: 400; font-size: .9rem; }
td a { white-space: nowrap; }
.why { border-left: 4px solid var(--bad); background: var(--band); padding: .6rem 1rem; margin: .8rem 0;
  border-radius: 4px; }
.why p { margin: .2rem 0; max-width: none; }
.timeline .wide { border: 1px solid var(--line); border-radius: 8px; padding: .25rem .5rem; }
.timeline svg { max-width: none; min-width: 0; }
details { margin: .4rem 0; } summary { cursor: pointer; }
ul.verdicts { list-style: none; padding-left: 0; margin: .4rem 0; font-size: .92rem; }
ul.verdicts li { padding-left: 1.4rem; text-indent: -1.4rem; }
@media print { .timeline svg { max-width: 100%; } td a { white-space: normal; }
  table th, table td:not(.n, .short) { overflow-wrap: break-word; min-width: 0; } }
"""


def page(outcome: Outcome, made: str) -> str:
    """The page; `made` is when it was made."""
    rows = rows_of(outcome.results)
    bad = [row for row in rows if row.example is not None]
    first = {result.id: result for result in reversed(outcome.results)}
    title = "Behaviour scenarios: " + ("all pass" if outcome.passed else f"{len(bad)} of {len(rows)} do not pass")
    counts = ", ".join(f"{count:,} {status}" for status, count in outcome.counts.items())
    header = [("plays", counts), ("scenarios", f"{len(rows):,}"), ("made", made)]
    facts = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in header)
    sections = [_failure(row) for row in bad]
    sections.append(_overview(rows))
    if outcome.flakes:
        sections.append(_flakes(outcome.flakes))
    fine = [row for row in rows if row.example is None]
    if fine:
        sections.append("<section><h2>What passes, play by play</h2>"
                        + "".join(_passing(row, first[row.id]) for row in fine) + "</section>")  # fmt: skip
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{MORE_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n<dl>{facts}</dl>\n" + "\n".join(sections) + "\n</main>\n</body>\n</html>\n"
    )


def _overview(rows: Sequence[Row]) -> str:
    cells = [
        (f'<a href="#{row.id}">{escape(row.id)}</a>', f'<span class="{row.status}">{row.status}</span>', row.world,
         f"{row.passed}/{row.plays}", f"{row.median_ms:.1f}", escape(row.behavior))
        for row in rows
    ]  # fmt: skip
    return (
        "<section><h2>All scenarios</h2>"
        + _table(("scenario", "verdict", "world", "plays", "ms", "behaviour"), cells, label="All scenarios")
        + "</section>"
    )


def _flakes(flakes: Mapping[str, Mapping[str, int]]) -> str:
    cells = [(escape(id), ", ".join(f"{n} {status}" for status, n in counts.items())) for id, counts in flakes.items()]
    return (
        "<section><h2>Not always alike</h2>"
        + _table(("scenario", "plays"), cells, label="Not always alike")
        + "</section>"
    )


def _failure(row: Row) -> str:
    result = row.example
    assert result is not None
    why = "".join(f"<p>{escape(reason)}</p>" for reason in result.reasons)
    steps = "".join(_verdict(bool(step["ok"]), f"{step['step']}: {step['text']}") for step in steps_before(result))
    plays = f" · {row.passed} of {row.plays} plays passed" if row.plays > 1 else ""
    return (
        f'<section id="{row.id}"><h2><span class="{row.status}">{row.status}</span> {escape(row.id)} '
        f'<span class="where">{escape(result.file)}{plays}</span></h2>'
        f"<p>{escape(result.title)}. It pins: {escape(result.behavior)}</p>"
        f'<div class="why">{why}</div>' + (f'<ul class="verdicts">{steps}</ul>' if steps else "")
        + _shown(result) + "</section>"
    )  # fmt: skip


def _passing(row: Row, result: Result) -> str:
    skipped = f"<p>{escape(result.error or '')}</p>" if row.status == "skipped" else ""
    return (
        f'<details id="{row.id}"><summary><span class="{row.status}">{row.status}</span> {escape(row.id)}: '
        f"{escape(result.title)}</summary>{skipped}{_shown(result)}</details>"
    )


def _shown(result: Result) -> str:
    evidence = result.evidence or {}
    events = evidence.get("timeline", ())
    parts = []
    if result.assertions:
        verdicts = "".join(_verdict(bool(each["pass"]), f"{each['assertion']['kind']}: {each['detail']}")
                           for each in result.assertions)  # fmt: skip
        parts.append(f'<ul class="verdicts">{verdicts}</ul>')
    if events:
        shown = wide(picture(events), f"What happened in {result.id}")
        parts.append(f'<figure class="timeline">{shown}<figcaption>{LEGEND}</figcaption></figure>')
    if evidence.get("turns"):
        parts.append(f"<details><summary>turns, sends, handed-off work</summary>{_evidence(evidence)}</details>")
    return "".join(parts)


def _verdict(holds: bool, text: str) -> str:
    mark, style = ("✓", "passed") if holds else ("✗", "failed")
    return f'<li><span class="{style}">{mark}</span> {escape(text)}</li>'


def _evidence(evidence: Mapping[str, Any]) -> str:
    turns = [(turn["bot"], str(turn["index"]), turn["outcome"], escape(_calls(turn["toolCalls"])))
             for turn in evidence["turns"]]  # fmt: skip
    sends = [(send["bot"], escape(send["text"]), escape(str(send.get("fate", ""))), escape(str(send.get("reason", ""))))
             for send in evidence.get("sends", ())]  # fmt: skip
    nodes = [(node["bot"], " → ".join(stage["status"] for stage in node.get("history") or ()) or node["status"],
              "yes" if node.get("hasParent") else "") for node in evidence.get("handoffs", ())]  # fmt: skip
    parts = [_table(("turn of", "index", "outcome", "calls"), turns, "turns in the order of their ends")]
    parts += [_table(("sent to", "text", "fate", "reason"), sends, "sends")] if sends else []
    parts += [_table(("work of", "statuses", "handed on"), nodes, "handed-off work")] if nodes else []
    return "".join(parts)


def _calls(calls: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(f"{call['tool']}{' (refused)' if call['errored'] else ''}" for call in calls)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "", label: str = "") -> str:
    """A table; cells are HTML already."""
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{caption}</caption>" if caption else ""
    table = f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return wide(table, caption or label)
