"""A report in a terminal, by Rich; plain text anywhere else."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from hawthorne.core.document import Table
from hawthorne.measure.estimate import Estimate
from hawthorne.reports.parts import Figure, Series, numeric, said

if TYPE_CHECKING:
    from hawthorne.reports.report import Report

BAR = 34
COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
WIDTH = 120
COMMAND = " hawthorne "
"""What a command in a paragraph begins with; it is the rest of the paragraph."""


def text(report: Report, width: int = WIDTH) -> str:
    """The report as plain text, `width` characters wide."""
    file = io.StringIO()
    show(report, Console(file=file, width=width, color_system=None, force_terminal=False, legacy_windows=False))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


def show(report: Report, console: Console) -> None:
    """Print the report."""
    console.print(Rule(Text(report.title, style="bold"), align="left"))
    header = Grid.grid(padding=(0, 2))
    header.add_column(style="dim", no_wrap=True)
    header.add_column(overflow="fold")
    for name, value in report.header:
        header.add_row(name, Text(value))
    console.print(header)
    for section in report.sections:
        console.print()
        console.print(Text(section.title, style="bold underline"))
        for paragraph in section.text:
            _paragraph(paragraph, console)
        console.print(Group(*map(_table, section.tables), *map(_figure, section.figures)))


def _paragraph(text: str, console: Console) -> None:
    """Print a paragraph; a command behind it has a line of its own that is never broken, so that it can be copied."""
    words, begins, command = text.partition(COMMAND)
    console.print(Text(words))
    if begins:
        console.print(Text(f"  {begins.strip()} {command}"), soft_wrap=True)


def _table(table: Table) -> RenderableType:
    grid = Grid(title=table.name or None, box=box.SIMPLE_HEAD, title_justify="left", title_style="italic",
                show_edge=False, pad_edge=False)  # fmt: skip
    for column in table.columns:
        head = f"{column.name} ({column.unit})" if column.unit else column.name
        grid.add_column(head, justify="right" if _numeric(table, column.name) else "left", overflow="fold")
    for row in table.rows:
        grid.add_row(*[Text(said(row.get(column.name))) for column in table.columns])
    return Padding(grid, (1, 0, 0, 2))


def _numeric(table: Table, name: str) -> bool:
    return any(numeric(row.get(name)) for row in table.rows)


# --- figures as bars -------------------------------------------------------------------------------------------------


def _figure(figure: Figure) -> RenderableType:
    low, high = axis(figure)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, justify="right")
    for index, label in enumerate(figure.labels):
        for number, series in enumerate(figure.series):
            mark = series.marks[index]
            if mark is None:
                continue
            bar = Text(bar_of(mark, low, high), style=COLOURS[number % len(COLOURS)])
            grid.add_row(label, _name(figure, series), bar, said(mark, figure.digits))
            label = ""
    scale = f"{low:.{figure.digits}g}".ljust(BAR - 4) + f"{high:.{figure.digits}g}"
    grid.add_row("", "", Text(scale, style="dim"), "")
    title = f"{figure.title} ({figure.unit})" if figure.unit else figure.title
    parts: list[RenderableType] = [Text(title, style="italic"), grid]
    if figure.note:
        parts.append(Text(figure.note, style="dim"))
    return Padding(Group(*parts), (1, 0, 0, 2))


def _name(figure: Figure, series: Series) -> str:
    return series.name if len(figure.series) > 1 else ""


def axis(figure: Figure) -> tuple[float, float]:
    """The ends of the value axis: all marks with their intervals, and a margin of a twentieth inside the bounds."""
    ends = [end for series in figure.series for mark in series.marks if mark is not None and mark.value is not None
            for end in (mark.value, mark.low, mark.high) if end is not None]  # fmt: skip
    if not ends:
        return (figure.floor or 0.0, figure.ceiling if figure.ceiling is not None else 1.0)
    margin = (max(ends) - min(ends)) * 0.05 or 0.05
    low, high = min(ends) - margin, max(ends) + margin
    if figure.floor is not None:
        low = max(low, figure.floor)
    if figure.ceiling is not None:
        high = min(high, figure.ceiling)
    return (low, high) if high > low else (low, low + 1.0)


def bar_of(mark: Estimate, low: float, high: float, width: int = BAR) -> str:
    """A mark on an axis: `━` its interval, `●` its value.

    >>> bar_of(Estimate("", 0.5, 0.25, 0.75), 0.0, 1.0, 9)
    '  ━━●━━  '
    """
    if mark.value is None:
        return " " * width

    def cell(value: float) -> int:
        return min(width - 1, max(0, round((value - low) / (high - low) * (width - 1))))

    cells = [" "] * width
    if mark.low is not None and mark.high is not None:
        for i in range(cell(mark.low), cell(mark.high) + 1):
            cells[i] = "━"
    cells[cell(mark.value)] = "●"
    return "".join(cells)
