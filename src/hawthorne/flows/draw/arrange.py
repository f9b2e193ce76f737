"""An automatic layout: a scope's nodes in layers from left to right, its data above and below, scopes within scopes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from hawthorne.flows.draw.cells import GRID, Arrow, Cell, up_to_grid
from hawthorne.flows.draw.elements import drawn_inside, edge_label, edges_of, form_of, name_of
from hawthorne.flows.draw.geometry import Box, around
from hawthorne.flows.draw.layers import place
from hawthorne.flows.draw.picture import Shape
from hawthorne.flows.draw.sizes import BOUNDARY, EVENT, label_at, label_lines, label_size, size_of
from hawthorne.flows.model import Element, Study

HEADER, PADDING = 30, 20
LOOSE = 6
"""Nodes without flows stand so many in a row."""
BAND = 50
"""Between the flow and the rows of its data."""


class Arranger:
    """The automatic layout of one study's scopes. Shapes come with coordinates of their scope's own."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.edges = list(edges_of(study))
        self.busy: Counter[tuple[str, str]] = Counter()
        """How many ways other than flows there are above and below an activity."""
        for _, form, source, target in self.edges:
            if form == "data":
                self.busy.update([(source, "down"), (target, "up")])
            elif form == "message":
                self.busy.update([(source, "down"), (target, "down")])

    def scope(self, scope: Element, depth: int) -> tuple[list[Shape], list[tuple[int, int]]]:
        """The shapes inside of a scope, and the upper and lower ends of its lanes."""
        inside = drawn_inside(scope)
        nodes = [element for element in inside if form_of(element) in ("event", "gateway", "activity", "scope")]
        others = [element for element in inside if element not in nodes]
        made = _Inside(self, scope, nodes, depth)
        shapes = made.flow()
        lanes = made.lanes
        shapes += made.loose(shapes)
        shapes += _beside(self, shapes, [e for e in others if e.type != "bpmn:Group"], depth)
        shapes = [*_groups(shapes, [e for e in others if e.type == "bpmn:Group"], depth), *shapes]
        return shapes, lanes

    def top(self, id: str, among: Mapping[str, Shape]) -> str | None:
        """The shape of a scope's own level that an element is or lies within."""
        at: str | None = id
        while at is not None and at not in among:
            at = self.study.parents.get(at)
        return at


class _Inside:
    """The flow of one scope while it is laid out."""

    def __init__(self, arranger: Arranger, scope: Element, nodes: Sequence[Element], depth: int) -> None:
        self.arranger, self.depth = arranger, depth
        self.nodes = {str(node.id): node for node in nodes if node.type != "bpmn:BoundaryEvent"}
        self.borders: dict[str, list[Element]] = {}
        for node in nodes:
            host = node.attributes.get("attachedToRef")
            if node.type == "bpmn:BoundaryEvent" and host in self.nodes:
                self.borders.setdefault(str(host), []).append(node)
            elif node.type == "bpmn:BoundaryEvent":
                self.nodes[str(node.id)] = node
        on_border = {str(event.id) for events in self.borders.values() for event in events}
        ours = {*self.nodes, *on_border}
        self.arrows = [
            Arrow(source, target, _room(element))
            for element, form, source, target in arranger.edges
            if source in ours and target in self.nodes
            and (form == "sequence" or (form == "association" and source in on_border))
        ]  # fmt: skip
        self.joined = {end for arrow in self.arrows for end in (arrow.source, arrow.target)}
        for host, events in self.borders.items():
            if any(event.id in self.joined for event in events):
                self.joined.add(host)
        self.lane_of = _lane_of(scope)
        self.lanes: list[tuple[int, int]] = []
        self.inner: dict[str, list[Shape]] = {}
        self.sizes = {id: self._size(node) for id, node in self.nodes.items()}

    def _size(self, node: Element) -> tuple[int, int]:
        borders = self.borders.get(str(node.id), ())
        if form_of(node) != "scope":
            return size_of(node, len(borders), len(node.get("participantRef") or ()) * _is_exchange(node))
        inside, _ = self.arranger.scope(node, self.depth + 1)
        self.inner[str(node.id)] = inside
        if not inside:
            return 140, 80
        frame = frame_of(inside)
        label = up_to_grid(label_size(label_lines(name_of(node), 1000))[0] * 1.2 + 30)
        wide = max(frame.width + 2 * PADDING, min(label, 400), 40 + BOUNDARY * len(borders))
        return -int(-wide // 20) * 20, -int(-(frame.height + HEADER + PADDING + 20) // 20) * 20

    def flow(self) -> list[Shape]:
        """The nodes that flows join."""
        cells: list[Cell] = []
        if not self.joined and self.nodes:  # a single step, or a picture of all there is
            self.joined = set(list(self.nodes)[:1]) if len(self.nodes) == 1 else set()
        for id, node in self.nodes.items():
            if id not in self.joined:
                continue
            cell = self._cell(id, node)
            cells.append(cell)
            cells += self._exits(id, cell)
        placed = place(cells, self.arrows)
        self.lanes = placed.lanes if self.lane_of else []
        return [shape for id in self.nodes if id in placed.middle for shape in self.shapes(id, *placed.middle[id])]

    def _cell(self, id: str, node: Element) -> Cell:
        wide, high = self.sizes[id]
        half = wide / 2
        cell = Cell(id, up_to_grid(half), up_to_grid(half), up_to_grid(high / 2), up_to_grid(high / 2))
        cell.lane = self.lane_of.get(id, 0)
        cell.up += GRID * min(3, self.arranger.busy[id, "up"])
        cell.down += GRID * min(3, self.arranger.busy[id, "down"])
        if form_of(node) in ("event", "gateway"):
            label_wide, label_high = label_size(label_lines(name_of(node)))
            reach = up_to_grid(label_wide / 2 + 4)
            cell.left, cell.right = max(cell.left, reach), max(cell.right, reach)
            if label_high and form_of(node) == "event":
                cell.down += up_to_grid(label_high + 4)
            elif label_high:
                cell.up += up_to_grid(label_high + 4)
                cell.right = max(cell.right, up_to_grid(label_wide + 8))
        return cell

    def _exits(self, id: str, host: Cell) -> list[Cell]:
        """Cells below a host for the flows of its boundary events, the rightmost first."""
        events = self.borders.get(id, [])
        tallest = max((label_size(label_lines(name_of(event), LABEL_ON))[1] for event in events), default=0.0)
        room = EVENT // 2 + up_to_grid(tallest + 12)
        leaving = [str(event.id) for event in reversed(events) if event.id in self.joined]
        if events and not leaving:
            host.down += room
        return [
            Cell(event, 0, 0, room if index == 0 else 2 * GRID, GRID, host.lane, id)
            for index, event in enumerate(leaving)
        ]

    def shapes(self, id: str, x: float, y: float) -> list[Shape]:
        """The shape of a node whose middle is given, with all that lies in it and on its border."""
        node = self.nodes[id]
        wide, high = self.sizes[id]
        box = Box(x - wide / 2, y - high / 2, wide, high)
        form = str(form_of(node))
        label = None
        lines = label_lines(name_of(node))
        if form == "event" and lines:
            label = label_at(lines, box.cx, box.bottom + 3)
        elif form == "gateway" and lines:
            label = label_at(lines, box.cx, box.y - 3 - label_size(lines)[1])
        inside = self.inner.get(id, [])
        shape = Shape(id, node, "activity" if form == "scope" and not inside else form, box, self.depth, label)
        found = [shape]
        if inside:
            frame = frame_of(inside)
            dx = box.x + -int(-(wide - frame.width) / 2 // GRID) * GRID - frame.x
            found += [part.moved(dx, box.y + HEADER + 10 - frame.y) for part in inside]
        events = self.borders.get(id, [])
        for index, event in enumerate(events):
            middle = box.right - 30 - BOUNDARY * (len(events) - 1 - index)
            at = Box(middle - EVENT / 2, box.bottom - EVENT / 2, EVENT, EVENT)
            lines = label_lines(name_of(event), LABEL_ON)
            label = label_at(lines, middle - 5, at.bottom + 3, "end") if lines else None
            found.append(Shape(str(event.id), event, "event", at, self.depth + 1, label))
        return found

    def loose(self, placed: Sequence[Shape]) -> list[Shape]:
        """The nodes that no flow joins, in rows below the others."""
        rest = [id for id in self.nodes if id not in self.joined]
        frame = frame_of(placed) if placed else Box(0, 0, 0, -40)
        top = frame.bottom + 40
        found: list[Shape] = []
        for start in range(0, len(rest), LOOSE):
            row = rest[start : start + LOOSE]
            left, bottom = frame.x, top
            for id in row:
                made = self.shapes(id, 0, 0)
                room = frame_of(made)
                moved = [shape.moved(left - room.x, top - room.y) for shape in made]
                found += moved
                left = up_to_grid(left + room.width + 40)
                bottom = max(bottom, frame_of(moved).bottom)
            top = up_to_grid(bottom + 40)
        return found


LABEL_ON = 84.0
"""How wide the label of a boundary event may be."""


def _room(element: Element) -> int:
    """The width that a flow's text needs."""
    return up_to_grid(label_size(label_lines(edge_label(element)))[0]) if edge_label(element) else 0


def _is_exchange(node: Element) -> bool:
    return node.local in ("ChoreographyTask", "SubChoreography", "CallChoreography")


def _lane_of(scope: Element) -> dict[str, int]:
    """Which lane a node lies in, by lanes that hold no lanes, from the top."""
    return {
        str(id): index for index, lane in enumerate(lanes_of(scope)) for id in lane.attributes.get("flowNodeRef", ())
    }


def lanes_of(scope: Element) -> list[Element]:
    """The innermost lanes of a scope, in document order."""
    found: list[Element] = []

    def collect(lane: Element) -> None:
        below = [inner for held in lane.all("childLaneSet") for inner in held.all("lanes")]
        if not below:
            found.append(lane)
        for inner in below:
            collect(inner)

    for held in scope.all("laneSets"):
        for lane in held.all("lanes"):
            collect(lane)
    return found


def frame_of(shapes: Sequence[Shape]) -> Box:
    """The box of shapes with their labels, on the raster."""
    box = around([box for shape in shapes for box in ([shape.box, shape.label.box] if shape.label else [shape.box])])
    x, y = box.x // GRID * GRID, box.y // GRID * GRID
    return Box(x, y, up_to_grid(box.right - x), up_to_grid(box.bottom - y))


# --- what stands beside the flow ------------------------------------------------------------------------------------


def _beside(arranger: Arranger, shapes: Sequence[Shape], others: Sequence[Element], depth: int) -> list[Shape]:
    """Data and notes: above the flow what is only read, below what is written or stands alone."""
    among = {shape.id: shape for shape in shapes if shape.depth == depth}
    frame = frame_of(shapes) if shapes else Box(0, 0, 400, 0)
    above: list[tuple[float, Element]] = []
    below: list[tuple[float, Element]] = []
    for index, element in enumerate(others):
        middles: list[float] = []
        written = False
        for _, form, source, target in arranger.edges:
            if form in ("data", "association") and element.id in (source, target):
                other = target if source == element.id else source
                top = arranger.top(other, among)
                if top is not None:
                    middles.append(among[top].box.cx)
                    written = written or (form == "data" and target == element.id)
        side = above if middles and not written else below
        wish = sum(middles) / len(middles) if middles else frame.x + 60 + 120 * index
        side.append((wish, element))
    return [*_row(above, frame, depth, True), *_row(below, frame, depth, False)]


def _row(items: Sequence[tuple[float, Element]], frame: Box, depth: int, above: bool) -> list[Shape]:
    """Elements in as many rows as fit the width of the flow, each near where it wants to be."""
    if not items:
        return []
    ordered = sorted(items, key=lambda item: item[0])
    widths = {id(element): _width(element) for _, element in ordered}
    rows = -int(-sum(widths.values()) // max(frame.width + 160, 480))
    found: list[Shape] = []
    edge = frame.y - BAND if above else frame.bottom + BAND
    for number in range(rows):
        part = ordered[number::rows]
        xs = _spread([wish for wish, _ in part], [widths[id(element)] for _, element in part])
        made = [_thing(element, x, depth, above) for x, (_, element) in zip(xs, part, strict=True)]
        row = frame_of(made)
        shift = edge - row.bottom if above else edge - row.y
        found += [shape.moved(0, shift) for shape in made]
        edge = edge - row.height - 30 if above else edge + row.height + 30
    return found


def _width(element: Element) -> int:
    wide = label_size(label_lines(name_of(element)))[0] if form_of(element) in ("data", "store") else 0.0
    return up_to_grid(max(wide, size_of(element)[0])) + 30


def _spread(wishes: Sequence[float], widths: Sequence[int]) -> list[float]:
    """Middles near the wishes, in order and apart (pool adjacent violators)."""
    offsets = [0.0]
    for a, b in pairwise(widths):
        offsets.append(offsets[-1] + (a + b) / 2)
    groups: list[tuple[float, int]] = []
    for wish, offset in zip(wishes, offsets, strict=True):
        group = (wish - offset, 1)
        while groups and groups[-1][0] / groups[-1][1] > group[0] / group[1]:
            last = groups.pop()
            group = (last[0] + group[0], last[1] + group[1])
        groups.append(group)
    starts = [total / many for total, many in groups for _ in range(many)]
    return [round((start + offset) / GRID) * GRID for start, offset in zip(starts, offsets, strict=True)]


def _thing(element: Element, x: float, depth: int, above: bool) -> Shape:
    wide, high = size_of(element)
    box = Box(x - wide / 2, 0, wide, high)
    form = str(form_of(element))
    lines = label_lines(name_of(element)) if form in ("data", "store") else ()
    top = -3 - label_size(lines)[1] if above else high + 3
    label = label_at(lines, x, top) if lines else None
    return Shape(str(element.id), element, form, box, depth, label)


def _groups(shapes: Sequence[Shape], groups: Sequence[Element], depth: int) -> list[Shape]:
    """Groups around their members; one that names none stands alone."""
    found = []
    free = frame_of(shapes).bottom + 30 if shapes else 0
    for group in groups:
        category = group.attributes.get("categoryValueRef")
        members = [
            shape for shape in shapes
            if category is not None and category in (shape.element.attributes.get("categoryValueRef") or ())
        ]  # fmt: skip
        if members:
            box = frame_of(members).grown(10)
        else:
            box = Box(0, free, 200, 60)
            free += 80
        found.append(Shape(str(group.id), group, "group", box, depth))
    return found
