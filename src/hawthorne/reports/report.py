"""A report: a provenance header and sections of estimates and tables. How it looks is up to the renderers beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hawthorne.core.document import Table
from hawthorne.measure.estimate import Estimate
from hawthorne.reports.html import html
from hawthorne.reports.markdown import markdown
from hawthorne.reports.parts import Figure, Section
from hawthorne.reports.text import text


@dataclass(frozen=True)
class Report:
    """What a run came to. `header` says where the numbers come from: study, digests, seed, n, versions, actors."""

    title: str
    header: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]

    def __str__(self) -> str:
        return text(self)

    def markdown(self) -> str:
        """The report as markdown."""
        return markdown(self)

    def html(self) -> str:
        """The report as a page that needs nothing else."""
        return html(self)

    def as_json(self) -> dict[str, Any]:
        """The report as JSON values: numbers unrounded."""
        return {
            "title": self.title,
            "header": dict(self.header),
            "sections": [
                {
                    "title": section.title,
                    "text": list(section.text),
                    "tables": [_table(table) for table in section.tables],
                    "figures": [_figure(figure) for figure in section.figures],
                    "charts": [chart.as_json() for chart in section.charts],
                }
                for section in self.sections
            ],
        }


def _table(table: Table) -> dict[str, Any]:
    return {
        "name": table.name,
        "columns": [{"name": column.name, "meaning": column.meaning, "unit": column.unit} for column in table.columns],
        "rows": [_row(row) for row in table.rows],
    }


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: cell.as_json() if isinstance(cell, Estimate) else cell for name, cell in row.items()}


def _figure(figure: Figure) -> dict[str, Any]:
    series = [
        {"name": series.name, "marks": [mark and mark.as_json() for mark in series.marks]} for series in figure.series
    ]
    return {
        "title": figure.title,
        "unit": figure.unit,
        "labels": list(figure.labels),
        "series": series,
        "note": figure.note,
    }
