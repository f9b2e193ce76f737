"""A report as one page of HTML that needs nothing else: no network, no script; figures are SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from hawthorne.core.document import Table
from hawthorne.reports.consort import consort_svg
from hawthorne.reports.parts import Section, numeric, said
from hawthorne.reports.svg import svg

if TYPE_CHECKING:
    from hawthorne.reports.report import Report

STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d8dee6; --paper: #ffffff; --band: #f5f7fa;
  --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa6b5; --line: #333c48; --paper: #14181e;
  --band: #1b2129; --accent: #6cb2ff; } }
* { box-sizing: border-box; }
body { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; color: var(--ink);
  background: var(--paper); margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 4rem; overflow-wrap: break-word; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.75rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
p { max-width: 46rem; margin: .5rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: 0; font-size: .9rem;
  background: var(--band); padding: 1rem 1.25rem; border-radius: 8px; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .35rem; }
td { white-space: pre-wrap; }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; word-break: keep-all; }
thead th { border-bottom-width: 2px; vertical-align: bottom; }
td.n, th.n { text-align: right; } td.n, .short { white-space: nowrap; }
th[title] { text-decoration: underline dotted; cursor: help; }
code { font: .9em ui-monospace, "DejaVu Sans Mono", monospace; }
figure { margin: 1.25rem 0; } figcaption { color: var(--soft); font-size: .9rem; }
figure svg { max-width: 100%; min-width: 36rem; height: auto; display: block; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; } dl { border: 1px solid var(--line); }
  h2, h3, caption { break-after: avoid; } tr, figure { break-inside: avoid; }
  .wide { overflow: visible; } table { font-size: .8rem; } th, td { padding-right: .6rem; }
  th, td:not(.n, .short) { overflow-wrap: anywhere; } td:not(.n, .short) { min-width: 7em; }
  th:not(.short) { white-space: normal; min-width: 5em; } figure svg { min-width: 0; }
}
"""


SHORT = 16
"""Letters of a cell that stay on one line."""


def html(report: Report) -> str:
    """The report as a page."""
    header = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in report.header)
    sections = "\n".join(_section(section) for section in report.sections)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(report.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(report.title)}</h1>\n<dl>{header}</dl>\n{sections}\n</main>\n</body>\n</html>\n"
    )


def _section(section: Section) -> str:
    parts = [f"<h2>{escape(section.title)}</h2>"]
    parts += [f"<p>{escape(paragraph)}</p>" for paragraph in section.text]
    parts += [f"<figure>{wide(consort_svg(chart), chart.title)}</figure>" for chart in section.charts]
    parts += [_table(table, section.title) for table in section.tables]
    for figure in section.figures:
        title = f"{figure.title} ({figure.unit})" if figure.unit else figure.title
        note = f" {figure.note}" if figure.note else ""
        caption = f"<figcaption>{escape(title + '.' + note)}</figcaption>"
        parts.append(f"<figure>{caption}{wide(svg(figure), figure.title)}</figure>")
    return "<section>" + "\n".join(parts) + "</section>"


def wide(inner: str, label: str) -> str:
    """A box in which something scrolls sideways where the page is too narrow for it, by the keyboard too."""
    return f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}">{inner}</div>'


def _table(table: Table, section: str) -> str:
    styles = {column.name: _style([row.get(column.name) for row in table.rows]) for column in table.columns}
    heads = []
    for column in table.columns:
        name = f"{column.name} ({column.unit})" if column.unit else column.name
        heads.append(f'<th scope="col"{styles[column.name]}{_title(column.meaning)}>{escape(name)}</th>')
    rows = [
        "<tr>" + "".join(f"<td{styles[column.name]}>{escape(said(row.get(column.name)))}</td>"
                         for column in table.columns) + "</tr>"
        for row in table.rows
    ]  # fmt: skip
    caption = f"<caption>{escape(table.name)}</caption>" if table.name else ""
    body = f"<thead><tr>{''.join(heads)}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return wide(f"<table>{caption}{body}</table>", table.name or section)


def _style(column: Sequence[object]) -> str:
    """The class of a column's cells: numbers stand at the right, and what is short is not broken."""
    if any(map(numeric, column)):
        return ' class="n"'
    return ' class="short"' if all(len(said(cell)) <= SHORT for cell in column) else ""


def _title(meaning: str) -> str:
    return f' title="{escape(meaning, quote=True)}"' if meaning else ""
