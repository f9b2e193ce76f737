"""Where a label stands: the one of several places that covers least of what else is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hawthorne.flows.draw.elements import edge_label, name_of
from hawthorne.flows.draw.geometry import Box, of_line
from hawthorne.flows.draw.picture import Edge, Label, Picture, Shape
from hawthorne.flows.draw.sizes import LABEL, SMALL, label_at, label_lines, label_size

_BOX, _LINE, _LABEL = 12.0, 18.0, 16.0
"""What a covered pixel costs: of a shape, of a line (three pixels wide), of another label."""


PLACED = 400.0
"""How much a label that an author placed may cover before another place is better."""


class Taken:
    """What is drawn already."""

    def __init__(self, picture: Picture, labels: Sequence[Box] = ()) -> None:
        self.boxes: list[tuple[str, Box, float]] = []
        for shape in picture.shapes:
            if shape.form in ("pool", "lane", "scope", "group"):
                self.boxes += [(shape.id, side, _LINE) for side in _sides(shape)]
            else:
                self.boxes.append((shape.id, shape.box.grown(1), _BOX))
        for edge in picture.edges:
            self.boxes += [(edge.id, segment.grown(2.5), _LINE) for segment in edge.segments()]
        self.labels = list(labels)

    def cost(self, box: Box) -> float:
        return sum(box.overlap(other) * price for _, other, price in self.boxes) + sum(
            box.overlap(other.grown(1)) * _LABEL for other in self.labels
        )

    def best(self, candidates: Iterator[tuple[float, Label]]) -> Label | None:
        """The candidate that covers least, the earliest of those alike; each comes with what it costs to be there."""
        found: tuple[float, Label] | None = None
        for price, label in candidates:
            if found is not None and price >= found[0]:
                continue
            total = price + self.cost(label.box)
            if found is None or total < found[0]:
                found = (total, label)
            if total <= 0.0:
                break
        if found is not None:
            self.labels.append(found[1].box)
        return found[1] if found is not None else None


def put_labels(picture: Picture, fixed: frozenset[str]) -> Picture:
    """The picture with its labels in their places; those of `fixed` ids, which an author placed, move only where
    they lie on something else and have a better place."""
    taken = Taken(picture)
    shapes = [_of_shape(shape, taken, fixed) for shape in picture.shapes]
    edges = [_of_edge(edge, taken, fixed) for edge in picture.edges]
    return Picture(tuple(shapes), tuple(edges))


def _of_shape(shape: Shape, taken: Taken, fixed: frozenset[str]) -> Shape:
    if shape.label is None:
        return shape
    return replace(shape, label=taken.best(_beside_shape(shape, shape.label, shape.id in fixed)))


def _beside_shape(shape: Shape, label: Label, placed: bool) -> Iterator[tuple[float, Label]]:
    box = shape.box
    yield -PLACED if placed else 0.0, label
    lines = label.lines
    wide, high = label_size(lines)
    above, below = box.y - 3 - high, box.bottom + 3
    gap = 5.0
    yield 3.0, label_at(lines, box.cx, below)
    yield 4.0, label_at(lines, box.cx, above)
    inset = box.width / 4 if shape.form == "gateway" else 0.0
    for price, y in ((5.0, above + inset), (6.0, below - inset)):
        yield price, label_at(lines, box.cx + gap, y, "start")
        yield price + 0.5, label_at(lines, box.cx - gap, y, "end")
    yield 12.0, label_at(lines, box.right + gap, box.cy - high - 2, "start")
    yield 13.0, label_at(lines, box.x - gap, box.cy - high - 2, "end")
    yield 14.0, label_at(lines, box.right + gap, box.cy + 2, "start")
    yield 15.0, label_at(lines, box.x - gap, box.cy + 2, "end")
    short = label_lines(" ".join(lines), max(60.0, wide * 0.6))
    for price, line in ((30.0, short), (60.0, label_lines(" ".join(lines), 170))):
        tall = label_size(line)[1]
        yield price, label_at(line, box.cx + gap, box.y - 3 - tall, "start")
        yield price, label_at(line, box.cx - gap, box.y - 3 - tall, "end")
        yield price, label_at(line, box.cx + gap, below, "start")
        yield price, label_at(line, box.cx - gap, below, "end")


def _of_edge(edge: Edge, taken: Taken, fixed: frozenset[str]) -> Edge:
    if edge.form in ("data", "association"):
        return edge
    words = edge_label(edge.element)
    if not words or len(edge.points) < 2:
        return edge
    return replace(edge, label=taken.best(_placed_first(edge, words, edge.id in fixed)))


def _placed_first(edge: Edge, words: str, placed: bool) -> Iterator[tuple[float, Label]]:
    if edge.label is not None:
        yield -PLACED if placed else 0.0, edge.label
    yield from _beside_edge(edge, words)


def _beside_edge(edge: Edge, words: str) -> Iterator[tuple[float, Label]]:
    segments = list(zip(edge.points, edge.points[1:], strict=False))
    upper = edge.form == "message"
    for narrow, most in ((0.0, LABEL), (25.0, 150.0), (30.0, 62.0)):
        lines = label_lines(words, most)
        wide, high = label_size(lines)
        for index, ((ax, ay), (bx, by)) in enumerate(segments):
            base = narrow + 2.0 * index
            length = max(abs(bx - ax), abs(by - ay))
            if abs(ay - by) <= abs(ax - bx):
                base += max(0.0, wide + 8 - length) * (0.4 if not upper else 1.0)
                left, right = min(ax, bx), max(ax, bx)
                for price, x in ((0.0, ax + (6 if bx > ax else -6 - wide)), (1.0, (left + right - wide) / 2),
                                 (2.5, bx + (-6 - wide if bx > ax else 6)), (4.0, left + 25),
                                 (4.0, right - 25 - wide)):  # fmt: skip
                    at = min(ay, by)
                    yield base + price, label_at(lines, x, at - 3 - high, "start")
                    yield base + price + 1.5, label_at(lines, x, max(ay, by) + 3, "start")
            else:
                base += max(0.0, high + 4 - length) * 0.5 + (0.0 if upper else 6.0)
                top, bottom = min(ay, by), max(ay, by)
                middle = (ax + bx) / 2
                for price, y in ((0.0, (top + bottom - high) / 2), (1.0, top + 4), (1.0, bottom - 4 - high)):
                    yield base + price, label_at(lines, middle + 5, y, "start")
                    yield base + price + 0.5, label_at(lines, middle - 5, y, "end")


def put_counts(picture: Picture, counts: dict[str, str]) -> dict[str, Label]:
    """Where the counts of nodes and flows stand: beside a node's upper right corner, on a flow's line."""
    nodes = Taken(picture, picture.labels)
    nodes.boxes = [(id, box, price) for id, box, price in nodes.boxes if price == _BOX]
    found: dict[str, Label] = {}
    for shape in picture.shapes:
        if shape.id in counts and (label := nodes.best(_at_corner(shape, counts[shape.id]))) is not None:
            found[shape.id] = label
    for edge in picture.edges:
        if edge.id in counts and (label := nodes.best(_on_line(edge, counts[edge.id]))) is not None:
            found[edge.id] = label
    return found


def _pill(words: str, x: float, y: float) -> Label:
    wide = label_size((words,))[0] + 8
    return Label((words,), Box(x - wide / 2, y - 8, wide, 16), "middle", SMALL)


def _at_corner(shape: Shape, words: str) -> Iterator[tuple[float, Label]]:
    box = shape.box
    wide = label_size((words,))[0] + 8
    for price, x, y in ((0.0, box.right - wide / 2 + 6, box.y), (1.0, box.x + wide / 2 - 6, box.y),
                        (2.0, box.right - wide / 2 + 6, box.bottom), (3.0, box.x + wide / 2 - 6, box.bottom),
                        (4.0, box.right + wide / 2, box.y - 4), (5.0, box.x - wide / 2, box.y - 4)):  # fmt: skip
        label = _pill(words, x, y)
        covered = label.box.overlap(box.grown(1)) * _BOX if shape.form != "scope" else 0.0
        yield price - covered, label


def _on_line(edge: Edge, words: str) -> Iterator[tuple[float, Label]]:
    own = label_size((words,))[0] + 8
    segments = list(zip(edge.points, edge.points[1:], strict=False))
    for index, ((ax, ay), (bx, by)) in sorted(enumerate(segments), key=lambda item: -of_line(*item[1]).width):
        length = max(abs(bx - ax), abs(by - ay))
        base = index * 0.5 + max(0.0, own + 12 - length)
        for price, share in ((0.0, 0.5), (1.0, 0.35), (1.0, 0.65), (2.0, 0.2), (2.0, 0.8)):
            yield base + price, _pill(words, ax + (bx - ax) * share, ay + (by - ay) * share)


def _sides(shape: Shape) -> list[Box]:
    box = shape.box
    sides = [
        Box(box.x, box.y, box.width, 0), Box(box.x, box.bottom, box.width, 0),
        Box(box.x, box.y, 0, box.height), Box(box.right, box.y, 0, box.height),
    ]  # fmt: skip
    found = [side.grown(1.5) for side in sides]
    if shape.form == "scope" and name_of(shape.element):
        found.append(Box(box.x, box.y, min(box.width, 20 + label_size((name_of(shape.element),))[0]), 24))
    if shape.form == "group":
        found.append(Box(box.x, box.y, min(box.width, 120), 18))
    if shape.form == "pool":
        found.append(Box(box.x, box.y, 30, box.height))
    return found
