"""How large a shape is, from what stands in it."""

from __future__ import annotations

from hawthorne.flows.draw.cells import up_to_grid
from hawthorne.flows.draw.elements import form_of, is_repeated, name_of
from hawthorne.flows.draw.geometry import Box
from hawthorne.flows.draw.picture import Label
from hawthorne.flows.model import Element
from hawthorne.lang import letters

EVENT, GATEWAY = 36, 50
TASK_WIDTH, TASK_HEIGHT = 120, 60
LABEL = 100.0
"""How wide a label beside a shape may be."""
BOUNDARY = 110
"""The room along a border for one boundary event with its label."""
SMALL = 11.0
"""The size of letters of labels beside shapes."""


def size_of(element: Element, boundaries: int = 0, bands: int = 0) -> tuple[int, int]:
    """Width and height of a shape that is no scope; `bands` counts the participants of an exchange."""
    form = form_of(element)
    if form == "event":
        return EVENT, EVENT
    if form == "gateway":
        return GATEWAY, GATEWAY
    if form == "data":
        return 36, 50
    if form == "store":
        return 50, 50
    if form in ("note", "group"):
        lines = letters.wrap(name_of(element), 150, SMALL)
        return up_to_grid(max((letters.width(line, SMALL) for line in lines), default=40) + 16), up_to_grid(
            letters.height(lines, SMALL) + 12
        )
    width = max(TASK_WIDTH, 40 + BOUNDARY * boundaries if boundaries > 1 else 0)
    lines = letters.wrap(name_of(element), width - 16)
    tall = letters.height(lines) + 26 + (14 if is_repeated(element) or boundaries else 0)
    return up_to_grid(width), max(TASK_HEIGHT, -int(-tall // 20) * 20) + 40 * bool(bands)


def label_lines(name: str, most: float = LABEL) -> tuple[str, ...]:
    return tuple(letters.wrap(name, most, SMALL))


def label_size(lines: tuple[str, ...]) -> tuple[float, float]:
    """The width and height of a label's lines."""
    return max((letters.width(line, SMALL) for line in lines), default=0.0) + 2, letters.height(list(lines), SMALL)


def label_at(lines: tuple[str, ...], x: float, y: float, align: str = "middle") -> Label:
    """A label whose upper edge is at `y` and whose middle, left or right end is at `x`."""
    wide, high = label_size(lines)
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[align]
    return Label(lines, Box(left, y, wide, high), align, SMALL)
