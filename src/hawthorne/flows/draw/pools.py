"""The whole of an automatic layout: pools as bands below each other, processes without a pool one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from hawthorne.flows.draw.arrange import HEADER, Arranger, frame_of, lanes_of
from hawthorne.flows.draw.elements import drawn_roots
from hawthorne.flows.draw.geometry import Box
from hawthorne.flows.draw.picture import Shape
from hawthorne.flows.model import Element, Study

BETWEEN = 80
"""Pixels between pools."""
MARGIN = 30
"""Pixels between a pool's border and what it holds."""
CLOSED = 60
"""The height of a pool that shows nothing."""
LANE = 30
"""The width of a lane's header."""


def arrange(study: Study) -> list[Shape]:
    """The shapes of a study, placed automatically."""
    arranger = Arranger(study)
    collaboration, bare = drawn_roots(study)
    shapes: list[Shape] = []
    if collaboration is not None:
        shapes += _pools(study, arranger, collaboration)
    for root in bare:
        inside = _with_lanes(root, arranger, 0)
        if not inside:
            continue
        frame = frame_of(inside)
        top = frame_of(shapes).bottom + BETWEEN if shapes else 0
        shapes += [shape.moved(-frame.x, top - frame.y) for shape in inside]
    return shapes


def _pools(study: Study, arranger: Arranger, collaboration: Element) -> list[Shape]:
    contents: list[tuple[Element, list[Shape]]] = []
    for pool in collaboration.all("participants"):
        process = study.elements.get(str(pool.attributes.get("processRef")))
        drawn = process is not None and process.type == "bpmn:Process"
        contents.append((pool, _with_lanes(process, arranger, 1) if process is not None and drawn else []))
    widest = max((frame_of(inside).width for _, inside in contents if inside), default=600)
    width = widest + HEADER + 2 * MARGIN
    shapes: list[Shape] = []
    top = 0.0
    for pool, inside in contents:
        frame = frame_of(inside) if inside else Box(0, 0, 0, 0)
        height = frame.height + 2 * MARGIN if inside else CLOSED
        if any(shape.form == "lane" for shape in inside):
            height = frame.height
        shapes.append(Shape(str(pool.id), pool, "pool", Box(0, top, width, height), 0))
        shapes += _moved(inside, frame, top, height, width)
        top += height + BETWEEN
    return shapes


def _moved(inside: Sequence[Shape], frame: Box, top: float, height: float, width: float) -> list[Shape]:
    """What a pool holds in its place; lanes reach from the pool's header to its right end."""
    laned = any(shape.form == "lane" for shape in inside)
    dx = HEADER + (0 if laned else MARGIN) - frame.x
    dy = top - frame.y + (0 if laned else MARGIN)
    found = []
    for shape in inside:
        moved = shape.moved(dx, dy)
        if shape.form == "lane":
            box = Box(HEADER, moved.box.y, width - HEADER, moved.box.height)
            moved = Shape(shape.id, shape.element, "lane", box, shape.depth)
        found.append(moved)
    return found


def _with_lanes(process: Element, arranger: Arranger, depth: int) -> list[Shape]:
    lanes = lanes_of(process)
    shapes, ends = arranger.scope(process, depth + bool(lanes))
    if not lanes or not shapes or not ends:
        return shapes
    frame = frame_of(shapes)
    left, width = frame.x - LANE - MARGIN, frame.width + LANE + 2 * MARGIN
    found = []
    for index, (lane, (top, bottom)) in enumerate(zip(lanes, _whole(ends, len(lanes)), strict=True)):
        if index == 0:
            top = min(top, frame.y - 10)
        if index == len(lanes) - 1:
            bottom = max(bottom, frame.bottom + 10)
        found.append(Shape(str(lane.id), lane, "lane", Box(left, top, width, bottom - top), depth))
    return [*found, *shapes]


def _whole(ends: Sequence[tuple[float, float]], many: int) -> list[tuple[float, float]]:
    """Ends for every lane: those below the last that holds something are empty."""
    found = list(ends[:many])
    while len(found) < many:
        bottom = found[-1][1] if found else 0
        found.append((bottom, bottom + 100))
    return found
