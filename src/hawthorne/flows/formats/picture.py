"""A study's picture as PNG bytes: drawn in full where the extra is installed that can, in outlines elsewhere."""

from __future__ import annotations

from itertools import pairwise

from hawthorne.core.errors import UsageError
from hawthorne.flows.draw.compose import compose
from hawthorne.flows.draw.geometry import Point
from hawthorne.flows.draw.make import draw
from hawthorne.flows.draw.picture import Shape
from hawthorne.flows.formats.png import blank
from hawthorne.flows.model import Study

MARGIN = 20
LARGEST = 4000
"""How many pixels an outline may be wide or high."""


def png(study: Study) -> bytes:
    """The picture as PNG bytes."""
    try:
        return draw(study, "png")
    except UsageError:
        return outlines(study)


def _diamond(x: float, y: float, right: float, bottom: float) -> list[Point]:
    return [((x + right) / 2, y), (right, (y + bottom) / 2), ((x + right) / 2, bottom), (x, (y + bottom) / 2)]


def outlines(study: Study) -> bytes:
    """The boxes, circles and diamonds of a study and the lines between them, without texts."""
    picture = compose(study)
    frame = picture.frame.grown(MARGIN)
    scale = min(1.0, LARGEST / max(frame.width, frame.height))
    width, height = max(1, round(frame.width * scale)), max(1, round(frame.height * scale))
    rows = bytearray(b"\xff" * (width * height))
    lines = [*map(_outline, picture.shapes), *(list(edge.points) for edge in picture.edges)]
    for line in lines:
        points = [((x - frame.x) * scale, (y - frame.y) * scale) for x, y in line]
        for (x0, y0), (x1, y1) in pairwise(points):
            steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
            for step in range(steps + 1):
                x, y = round(x0 + (x1 - x0) * step / steps), round(y0 + (y1 - y0) * step / steps)
                if 0 <= x < width and 0 <= y < height:
                    rows[y * width + x] = 0x33
    return blank(width, height, bytes(rows))


def _outline(shape: Shape) -> list[Point]:
    x, y, right, bottom = shape.box.x, shape.box.y, shape.box.right, shape.box.bottom
    box = [(x, y), (right, y), (right, bottom), (x, bottom)]
    corners = _diamond(x, y, right, bottom) if shape.form == "gateway" else box
    if shape.form == "event":
        corner = 0.146  # of the side: an octagon
        dx, dy = (right - x) * corner, (bottom - y) * corner
        round_corners = [(x + dx, y + dy), (right - dx, y + dy), (right - dx, bottom - dy), (x + dx, bottom - dy)]
        corners = [point for pair in zip(round_corners, corners, strict=True) for point in pair]
    return [*corners, corners[0]]
