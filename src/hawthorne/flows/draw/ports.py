"""Where ways may begin and end on the border of a shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from hawthorne.flows.draw.geometry import Box, Point
from hawthorne.flows.draw.picture import Edge, Shape
from hawthorne.flows.draw.route import DOWN, LEFT, RIGHT, UP, Port

_OUT = {"event": (0, 4, 4, 14), "gateway": (0, 2, 2, 14), "activity": (0, 7, 9, 14), "scope": (0, 7, 9, 14)}
_IN = {"event": (14, 6, 6, 0), "gateway": (14, 2, 2, 0), "activity": (14, 7, 7, 0), "scope": (14, 7, 7, 0)}
"""What the right, lower, upper and left side cost, for a sequence flow that leaves and for one that comes in."""
_MIXED, _AGAIN = 9.0, 3.0
POOL_STEP, POOL_APART = 10, 60


class Ports:
    """The ports of a picture's shapes, and which are in use."""

    def __init__(self, shapes: Mapping[str, Shape], edges: Iterable[Edge]) -> None:
        self._flows: Counter[tuple[str, bool]] = Counter()
        for edge in edges:
            source, target = shapes.get(edge.source), shapes.get(edge.target)
            onward = source is not None and target is not None and source.box.cx < target.box.cx
            if edge.form == "sequence" and onward:
                self._flows.update([(edge.source, True), (edge.target, False)])
        self._used: dict[Point, Counter[str]] = {}
        self._pools: dict[str, list[float]] = {}

    def of(self, shape: Shape, edge: Edge, leaving: bool, toward: Shape) -> list[Port]:
        if shape.form in ("pool", "lane"):
            return list(self._of_pool(shape, toward))
        if edge.form == "sequence":
            found = list(_of_flow(shape, leaving, toward.box.cy, self._flows[shape.id, leaving] > 1))
        elif edge.form == "message":
            found = list(_along(shape.box, 0.0, 30.0))
        else:
            found = list(_along(shape.box, 0.0, 40.0 if shape.form in _OUT else 2.0))
        role = "out" if leaving else "in"
        return [Port(port.point, port.side, port.cost + self._price(port, role, edge, shape)) for port in found]

    def _price(self, port: Port, role: str, edge: Edge, shape: Shape) -> float:
        used = self._used.get(port.point)
        if not used:
            return 0.0
        if edge.form != "sequence":
            return 6.0 * sum(used.values())
        others = sum(many for key, many in used.items() if key != role)
        same = used[role] if shape.form == "gateway" and role == "out" else 0
        return _MIXED * others + _AGAIN * same

    def use(self, shape: Shape, edge: Edge, leaving: bool, point: Point) -> None:
        role = ("out" if leaving else "in") if edge.form == "sequence" else edge.form
        self._used.setdefault(point, Counter())[role] += 1
        if shape.form in ("pool", "lane"):
            self._pools.setdefault(shape.id, []).append(point[0])

    def _of_pool(self, pool: Shape, toward: Shape) -> Iterator[Port]:
        """Any place of the border that faces the other end."""
        box = pool.box
        below = toward.box.cy > box.cy
        used = self._pools.get(pool.id, [])
        for number in range(6, int(box.width // POOL_STEP) - 1):
            x = box.x + number * POOL_STEP
            crowd = sum(max(0.0, POOL_APART - abs(x - other)) for other in used) / 4
            yield Port((x, box.bottom if below else box.y), DOWN if below else UP, crowd)


def _of_flow(shape: Shape, leaving: bool, height: float, several: bool) -> Iterator[Port]:
    """The ports for a sequence flow from or to another shape at this height, which may be one of several."""
    box = shape.box
    if shape.element.type == "bpmn:BoundaryEvent" and leaving:
        yield Port((box.cx, box.bottom), DOWN)
        yield Port((box.cx, box.y), UP, 6)
        yield Port((box.right, box.cy), RIGHT, 6)
        yield Port((box.x, box.cy), LEFT, 10)
        return
    right, down, up, left = (_OUT if leaving else _IN).get(shape.form, (0, 0, 0, 0))
    spread = several and shape.form in ("activity", "scope") and box.height >= 60 and height != box.cy
    corner = several and leaving and shape.form == "gateway" and abs(height - box.cy) > box.height / 2
    middle = 6 if spread else 4 if corner else 0
    yield Port((box.right, box.cy), RIGHT, right + middle)
    yield Port((box.cx, box.bottom), DOWN, down)
    yield Port((box.cx, box.y), UP, up)
    yield Port((box.x, box.cy), LEFT, left + middle)
    if spread:
        offset = 20 if height > box.cy else -20
        yield Port((box.right if leaving else box.x, box.cy + offset), RIGHT if leaving else LEFT, 2)


def _along(box: Box, vertical: float, sideways: float) -> Iterator[Port]:
    """Places along the upper and lower border, and the middles of the sides."""
    step = 10 if box.width > 200 else 20
    many = int(box.width / 2 // step)
    places = [box.cx + number * step for number in range(-many, many + 1)] if box.width >= 60 else [box.cx]
    places = [x for x in places if box.x + 8 < x < box.right - 8]
    for x in places:
        cost = vertical + abs(x - box.cx) / 60
        yield Port((x, box.bottom), DOWN, cost)
        yield Port((x, box.y), UP, cost)
    yield Port((box.right, box.cy), RIGHT, sideways)
    yield Port((box.x, box.cy), LEFT, sideways)
