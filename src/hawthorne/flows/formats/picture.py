"""A plain picture of a study from its layout: the boxes, the circles, the diamonds, the lines between them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from hawthorne.flows.formats.markup import Tag, is_text, markup
from hawthorne.flows.formats.namespaces import SVG
from hawthorne.flows.formats.png import blank
from hawthorne.flows.model import Study
from hawthorne.flows.vocabulary.load import is_a

MARGIN = 20
LARGEST = 4000
"""How many pixels a picture may be wide or high."""

Point = tuple[float, float]


class Drawn(NamedTuple):
    """What is drawn of one element: `circle`, `diamond`, `box` or `line`, its points and its text."""

    shape: str
    points: tuple[Point, ...]
    text: str


def drawn(study: Study) -> list[Drawn]:
    """What a layout says of its elements, as far as it can be read."""
    found = []
    for id, entry in study.layout.items():
        element = study.elements.get(id)
        name = element.attributes.get("name") if element is not None else None
        text = name if isinstance(name, str) and is_text(name) else ""
        try:
            if isinstance(entry.get("waypoint"), str):
                pairs = [point.split(",") for point in entry["waypoint"].split(" ")]
                found.append(Drawn("line", tuple((float(x), float(y)) for x, y in pairs), text))
            elif isinstance(entry.get("bounds"), str):
                x, y, width, height = map(float, entry["bounds"].split(" "))
                kind = element.type if element is not None else ""
                shape = "circle" if is_a(kind, "bpmn:Event") else "diamond" if is_a(kind, "bpmn:Gateway") else "box"
                found.append(Drawn(shape, ((x, y), (x + width, y + height)), text))
        except (AttributeError, ValueError):
            continue
    limit = 1e6
    return [item for item in found if all(abs(x) < limit and abs(y) < limit for x, y in item.points)]


def _frame(items: list[Drawn]) -> tuple[float, float, float, float]:
    xs = [x for item in items for x, _ in item.points] or [0.0, 160.0]
    ys = [y for item in items for _, y in item.points] or [0.0, 60.0]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def svg(study: Study) -> str:
    """The picture as SVG text."""
    items = drawn(study)
    left, top, right, bottom = _frame(items)
    box = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    size = {"width": f"{right - left:g}", "height": f"{bottom - top:g}"}
    root = Tag("svg", {"xmlns": SVG, "viewBox": box, **size, "font-family": "sans-serif", "font-size": "11"})
    for item in items:
        root.content += _svg(item)
    return markup(root)


def _svg(item: Drawn) -> Iterator[Tag]:
    style = {"fill": "none", "stroke": "#333"}
    (x, y), (right, bottom) = item.points[0], item.points[-1]
    middle = {"x": f"{(x + right) / 2:g}", "y": f"{(y + bottom) / 2:g}"}
    if item.shape == "line":
        points = " ".join(f"{px:g},{py:g}" for px, py in item.points)
        yield Tag("polyline", {"points": points, **style})
    elif item.shape == "circle":
        yield Tag("circle", {"cx": middle["x"], "cy": middle["y"], "r": f"{(right - x) / 2:g}", **style})
    elif item.shape == "diamond":
        points = " ".join(f"{px:g},{py:g}" for px, py in _diamond(x, y, right, bottom))
        yield Tag("polygon", {"points": points, **style})
    else:
        yield Tag("rect", {"x": f"{x:g}", "y": f"{y:g}", "width": f"{right - x:g}", "height": f"{bottom - y:g}",
                           "rx": "8", **style})  # fmt: skip
    if item.text:
        yield Tag("text", {**middle, "text-anchor": "middle"}, [" ".join(item.text.split())])


def _diamond(x: float, y: float, right: float, bottom: float) -> list[Point]:
    return [((x + right) / 2, y), (right, (y + bottom) / 2), ((x + right) / 2, bottom), (x, (y + bottom) / 2)]


def png(study: Study) -> bytes:
    """The picture as PNG bytes: outlines, without texts."""
    items = drawn(study)
    left, top, right, bottom = _frame(items)
    scale = min(1.0, LARGEST / max(right - left, bottom - top))
    width, height = max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    rows = bytearray(b"\xff" * (width * height))
    for item in items:
        points = [((x - left) * scale, (y - top) * scale) for x, y in item.points]
        outline = points if item.shape == "line" else _outline(item.shape, points)
        for (x0, y0), (x1, y1) in pairwise(outline):
            steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
            for step in range(steps + 1):
                x, y = int(x0 + (x1 - x0) * step / steps + 0.5), int(y0 + (y1 - y0) * step / steps + 0.5)
                if 0 <= x < width and 0 <= y < height:
                    rows[y * width + x] = 0x33
    return blank(width, height, bytes(rows))


def _outline(shape: str, points: list[Point]) -> list[Point]:
    (x, y), (right, bottom) = points
    box = [(x, y), (right, y), (right, bottom), (x, bottom)]
    corners = box if shape == "box" else _diamond(x, y, right, bottom)
    if shape == "circle":
        corner = 0.146  # of the side: an octagon
        dx, dy = (right - x) * corner, (bottom - y) * corner
        round_corners = [(x + dx, y + dy), (right - dx, y + dy), (right - dx, bottom - dy), (x + dx, bottom - dy)]
        corners = [point for pair in zip(round_corners, corners, strict=True) for point in pair]
    return [*corners, corners[0]]
