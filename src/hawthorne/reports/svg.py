"""Figures as SVG, drawn by hand: points with intervals need no plotting library, and the page stays self-contained."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape

from hawthorne.lang import letters
from hawthorne.measure.estimate import Estimate
from hawthorne.reports.parts import Figure, said
from hawthorne.reports.text import axis

# Okabe & Ito (2008): told apart with any colour vision.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
SHAPES = ("circle", "square", "diamond", "circle", "square", "diamond")
WIDTH, LEFT, RIGHT, TOP, PLOT = 720, 64, 16, 34, 216
BASE = TOP + PLOT
"""Where the axis of the labels lies."""
LETTERS, LINE, ROOM = 13.0, 15, 0.86
"""The size of letters, the height of a line, and the part of a label's band that its letters may fill: some
fonts are wider than the one that is reckoned with."""
MOST_LINES = 4
"""Lines of a label; what is beyond is left out, and the table beside the figure has it whole."""


def svg(figure: Figure) -> str:
    """The figure: labels along the bottom, one colour and shape a series, intervals as whiskers."""
    low, high = axis(figure)
    ticks = steps(low, high)

    def y(value: float) -> float:
        return TOP + PLOT * (1.0 - (value - low) / (high - low))

    parts = [_axis(figure, ticks, y)]
    band = (WIDTH - LEFT - RIGHT) / max(1, len(figure.labels))
    folded = [letters.wrap(label, band * ROOM, LETTERS, MOST_LINES) for label in figure.labels]
    height = BASE + 14 + LINE * max(map(len, folded), default=1)
    for index, label in enumerate(figure.labels):
        centre = LEFT + band * (index + 0.5)
        parts += [_text(centre, BASE + 18 + LINE * i, line, "middle") for i, line in enumerate(folded[index])]
        for number, series in enumerate(figure.series):
            mark = series.marks[index]
            if mark is not None and mark.value is not None:
                offset = (number - (len(figure.series) - 1) / 2) * min(22.0, band / (len(figure.series) + 1))
                parts.append(_mark(centre + offset, y, mark, number, f"{label}, {series.name}", figure.digits))
    if len(figure.series) > 1:
        parts.append(_legend(figure))
    title = escape(f"{figure.title} ({figure.unit})" if figure.unit else figure.title)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="{title}" '
        f'font-family="system-ui, DejaVu Sans, sans-serif" font-size="{LETTERS:g}">{"".join(parts)}</svg>'
    )


def steps(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two ends: a step of 1, 2 or 5 times a power of ten.

    >>> steps(0.31, 0.72)
    [0.4, 0.5, 0.6, 0.7]
    """
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [round(i * step, 12) for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _axis(figure: Figure, ticks: list[float], y: Callable[[float], float]) -> str:
    lines = []
    for tick in ticks:
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" '
                     'stroke="currentColor" stroke-opacity=".15"/>')  # fmt: skip
        lines.append(_text(LEFT - 8, y(tick) + 4, f"{tick:g}", "end"))
    lines.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{BASE}" y2="{BASE}" stroke="currentColor"/>')
    return "".join(lines)


def _mark(x: float, y: Callable[[float], float], mark: Estimate, number: int, label: str, digits: int) -> str:
    colour = COLOURS[number % len(COLOURS)]
    parts = []
    if mark.low is not None and mark.high is not None:
        parts.append(f'<path d="M{x:.1f} {y(mark.low):.1f}V{y(mark.high):.1f}'
                     f'M{x - 5:.1f} {y(mark.low):.1f}h10M{x - 5:.1f} {y(mark.high):.1f}h10" '
                     f'stroke="{colour}" stroke-width="2" fill="none"/>')  # fmt: skip
    assert mark.value is not None
    parts.append(_shape(x, y(mark.value), number, colour))
    count = f", n = {mark.n}" if mark.n is not None else ""
    return f"<g><title>{escape(f'{label}: {said(mark, digits)}{count}')}</title>{''.join(parts)}</g>"


def _shape(x: float, y: float, number: int, colour: str) -> str:
    shape = SHAPES[number % len(SHAPES)]
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>'
    if shape == "square":
        return f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" fill="{colour}"/>'
    return f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" fill="{colour}"/>'


def _legend(figure: Figure) -> str:
    """A mark and a name for each series, side by side: each name has as much room as it needs, or an even share."""
    share = (WIDTH - LEFT) / len(figure.series) - 40
    parts = []
    x = float(LEFT)
    for number, series in enumerate(figure.series):
        name = letters.wrap(series.name, share * ROOM, LETTERS, 1)[0] if series.name else ""
        parts.append(_shape(x + 6, TOP - 18, number, COLOURS[number % len(COLOURS)]))
        parts.append(f"<g><title>{escape(series.name)}</title>{_text(x + 18, TOP - 14, name, 'start')}</g>")
        x += 40 + letters.width(name, LETTERS) / ROOM
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor">{escape(text)}</text>'
