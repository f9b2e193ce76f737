"""A study as a picture: its shapes, the ways between them, and the labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hawthorne.flows.draw import own
from hawthorne.flows.draw.elements import edge_label, edges_of
from hawthorne.flows.draw.geometry import Box
from hawthorne.flows.draw.labels import put_labels
from hawthorne.flows.draw.picture import Edge, Picture, Shape
from hawthorne.flows.draw.pools import arrange
from hawthorne.flows.draw.ports import Ports
from hawthorne.flows.draw.route import Router
from hawthorne.flows.model import Study

_ORDER = {"sequence": 0, "message": 1, "association": 2, "data": 3}


def compose(study: Study, automatic: bool = False) -> Picture:
    """The picture of a study: by its own layout where that shows it (unless `automatic`), else by an automatic one."""
    if not automatic and own.has_own(study):
        shapes = own.shapes_of(study)
        layout = study.layout
    else:
        shapes, layout = arrange(study), {}
    shapes = _hosts(shapes)
    edges = _routed(shapes, list(_edges(study, shapes, layout)), study)
    fixed = {shape.id for shape in shapes if isinstance(layout.get(shape.id), dict) and "label" in layout[shape.id]}
    fixed |= {edge.id for edge in edges if edge.label is not None}
    return put_labels(Picture(tuple(shapes), tuple(edges)), frozenset(fixed))


def _hosts(shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes, with `borders` in the look of an activity on whose lower border an event sits."""
    hosts = {str(shape.element.attributes.get("attachedToRef")): shape.box for shape in shapes
             if shape.element.type == "bpmn:BoundaryEvent"}  # fmt: skip
    return [
        replace(shape, look={**shape.look, "borders": True})
        if shape.id in hosts and abs(hosts[shape.id].cy - shape.box.bottom) < 10 else shape
        for shape in shapes
    ]  # fmt: skip


def _edges(study: Study, shapes: Sequence[Shape], layout: dict[str, object] | object) -> Iterator[Edge]:
    """The edges between what is drawn; with points where the layout has them."""
    placed = {shape.id for shape in shapes}
    held = layout if isinstance(layout, dict) else {}
    for number, (element, form, source, target) in enumerate(edges_of(study)):
        points = own.points_of(held, str(element.id))
        if not points and not (source in placed and target in placed):
            continue
        if not points and form == "data" and not held and source == target:
            continue
        entry = held.get(str(element.id))
        label = own.label_in(entry, edge_label(element)) if edge_label(element) else None
        id = str(element.id or f"edge {number}")
        yield Edge(id, element, form, source, target, points, label, own.look_of(entry))


def _routed(shapes: Sequence[Shape], edges: Sequence[Edge], study: Study) -> list[Edge]:
    """The edges with a way each: the nearest ends first, flows before messages before data."""
    known = {shape.id: shape for shape in shapes}
    if not shapes:
        return []
    frame = Picture(tuple(shapes), ()).frame
    solid = [(shape.id, shape.box) for shape in shapes if _is_solid(shape)]
    texts = [(shape.label.box, 1.0 if shape.form == "gateway" else 4.0) for shape in shapes if shape.label is not None]
    texts += [(Box(shape.box.cx - 12, shape.box.bottom - 20, 24, 20), 6.0) for shape in shapes if shape.form == "scope"]
    for shape in shapes:
        if shape.form in ("pool", "lane", "scope"):
            box = shape.box
            texts += [(Box(box.x, y - 3, box.width, 6), 3.0) for y in (box.y, box.bottom)]
            texts += [(Box(x - 3, box.y, 6, box.height), 3.0) for x in (box.x, box.right)]
    router, ports = Router(frame, solid, texts), Ports(known, edges)
    for edge in edges:
        if edge.points:
            router.mark(edge.source, edge.target, edge.points)
    by_effort = sorted(
        (index for index, edge in enumerate(edges) if not edge.points),
        key=lambda index: (_ORDER[edges[index].form], _effort(edges[index], known), index),
    )
    found = list(edges)
    for index in by_effort:
        edge = edges[index]
        source, target = known[edge.source], known[edge.target]
        starts, ends = ports.of(source, edge, True, target), ports.of(target, edge, False, source)
        through, inner = _around(study, known, edge)
        within = known[inner].box if inner is not None and edge.form == "sequence" else None
        points = router.way(edge.source, edge.target, starts, ends, through, within)
        ports.use(source, edge, True, points[0])
        ports.use(target, edge, False, points[-1])
        found[index] = replace(edge, points=points)
    return found


def _is_solid(shape: Shape) -> bool:
    """Whether ways go around a shape."""
    if shape.form == "pool":
        return not shape.element.attributes.get("processRef")
    return shape.form not in ("lane", "group")


def _effort(edge: Edge, known: dict[str, Shape]) -> float:
    """How far apart the ends are; ends side by side on one height come first, ways back last."""
    a, b = known[edge.source].box, known[edge.target].box
    aside = abs(a.cy - b.cy)
    back = 4000.0 if edge.form == "sequence" and b.cx <= a.cx else 0.0
    return abs(a.cx - b.cx) + 3 * aside + back


def _around(study: Study, known: dict[str, Shape], edge: Edge) -> tuple[set[str], str | None]:
    """The scopes around the ends of an edge, and the innermost that both ends lie in."""
    ways = [[id for id in _outward(study, end) if id in known] for end in (edge.source, edge.target)]
    inner = next((id for id in ways[0] if id in ways[1]), None)
    return {*ways[0], *ways[1]} - {edge.source, edge.target}, inner


def _outward(study: Study, id: str) -> Iterator[str]:
    at = study.parents.get(id)
    while at is not None:
        yield at
        at = study.parents.get(at)
