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
NARROWEST, ASIDE = 200, 40
"""The least width of closed pools side by side, and the pixels between them."""
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
    for row in _rows(contents, width):
        if len(row) > 1 or not row[0][1]:
            shapes += _closed([pool for pool, _ in row], top, width)
            top += CLOSED + BETWEEN
            continue
        pool, inside = row[0]
        frame = frame_of(inside)
        laned = any(shape.form == "lane" for shape in inside)
        height = frame.height + (0 if laned else 2 * MARGIN)
        shapes.append(Shape(str(pool.id), pool, "pool", Box(0, top, width, height), 0))
        shapes += _moved(inside, frame, top, height, width)
        top += height + BETWEEN
    return shapes


Content = tuple[Element, list[Shape]]


def _rows(contents: Sequence[Content], width: float) -> list[list[Content]]:
    """Pools below each other; those that show nothing and follow each other stand side by side where there is room."""
    rows: list[list[Content]] = []
    for content in contents:
        last = rows[-1] if rows else []
        room = width / (len(last) + 1) >= NARROWEST
        if not content[1] and last and not any(inside for _, inside in last) and room:
            last.append(content)
        else:
            rows.append([content])
    return rows


def _closed(pools: Sequence[Element], top: float, width: float) -> list[Shape]:
    each = (width - ASIDE * (len(pools) - 1)) // len(pools) // 10 * 10
    return [
        Shape(str(pool.id), pool, "pool", Box(index * (each + ASIDE), top, each, CLOSED), 0)
        for index, pool in enumerate(pools)
    ]


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
