"""The parts of a report: sections, figures, and how a cell reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hawthorne.core.document import Table
from hawthorne.measure.estimate import Estimate
from hawthorne.reports.consort import Consort


@dataclass(frozen=True, slots=True)
class Series:
    """Marks of one colour, one for each label of the figure; None where there is nothing to show."""

    name: str
    marks: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Points with intervals over labels, one series an arm. `floor` and `ceiling` bound the axis where the quantity
    is bounded (0 and 1 for a share)."""

    title: str
    unit: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    note: str = ""
    floor: float | None = None
    ceiling: float | None = None
    digits: int = 3


@dataclass(frozen=True, slots=True)
class Section:
    """A headed part of a report. `text` holds paragraphs; a table's `name` is its caption."""

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    charts: tuple[Consort, ...] = ()
    """Diagrams for the page alone: a table beside them has their numbers."""


def said(value: Any, digits: int = 3) -> str:
    """A cell as a reader sees it: numbers rounded, a missing one a dash.

    >>> said(Estimate("share", 0.7251, 0.7, 0.7502, 40)), said(None), said(0.5), said(12), said(True)
    ('0.725 [0.700, 0.750]', '–', '0.500', '12', 'yes')
    >>> said(Estimate("share", None, reason="no trials"))
    'not computable: no trials'
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.{digits}f}"
    if not isinstance(value, Estimate):
        return str(value)
    if value.value is None:
        return f"not computable: {value.reason}" if value.reason else "–"
    if value.low is None or value.high is None:
        return f"{value.value:.{digits}f}"
    return f"{value.value:.{digits}f} [{value.low:.{digits}f}, {value.high:.{digits}f}]"


def numeric(value: Any) -> bool:
    """Whether a cell reads as a number; its column is then set to the right."""
    return isinstance(value, (int, float, Estimate)) and not isinstance(value, bool)
