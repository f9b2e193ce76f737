"""A report as markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hawthorne.core.document import Table
from hawthorne.reports.parts import Figure, said

if TYPE_CHECKING:
    from hawthorne.reports.report import Report


def markdown(report: Report) -> str:
    """The report as GitHub-flavoured markdown; figures become tables."""
    lines = [f"# {_plain(report.title)}", "", *_grid(("", ""), list(report.header)), ""]
    for section in report.sections:
        lines += [f"## {_plain(section.title)}", ""]
        for paragraph in section.text:
            lines += [_plain(paragraph), ""]
        for table in section.tables:
            lines += [*_caption(table.name), *_table(table), ""]
        for figure in section.figures:
            lines += [*_caption(f"{figure.title} ({figure.unit})" if figure.unit else figure.title)]
            lines += [*_figure(figure), "", *([figure.note, ""] if figure.note else [])]
    return "\n".join(lines).rstrip() + "\n"


def _caption(text: str) -> list[str]:
    return [f"**{_plain(text)}**", ""] if text else []


def _table(table: Table) -> list[str]:
    heads = tuple(f"{column.name} ({column.unit})" if column.unit else column.name for column in table.columns)
    return _grid(heads, [tuple(said(row.get(column.name)) for column in table.columns) for row in table.rows])


def _figure(figure: Figure) -> list[str]:
    rows = [
        (label, *[said(series.marks[index], figure.digits) for series in figure.series])
        for index, label in enumerate(figure.labels)
    ]
    return _grid(("", *[series.name for series in figure.series]), rows)


def _grid(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    lines = ["| " + " | ".join(map(_cell, heads)) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")


def _plain(text: str) -> str:
    return text.replace("\n", " ").replace("<", "&lt;")
