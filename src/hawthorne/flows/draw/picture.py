"""What a picture is made of: shapes with boxes, edges with points, labels with lines."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from hawthorne.flows.draw.geometry import Box, Point, around, of_line
from hawthorne.flows.model import Element


@dataclass(frozen=True, slots=True)
class Label:
    """Lines of text in a box; `align` is `start`, `middle` or `end`."""

    lines: tuple[str, ...]
    box: Box
    align: str = "middle"
    size: float = 12.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawn element. `form` says how: event, gateway, activity, scope (an activity drawn with its inside), pool,
    lane, data, store, note, group. `depth` counts the shapes around it. `label` stands beside the shape; a name that
    stands within is the writer's. `look` holds the `fill`, `stroke` and `font` of a layout."""

    id: str
    element: Element
    form: str
    box: Box
    depth: int = 0
    label: Label | None = None
    look: dict[str, Any] = field(default_factory=dict)

    def moved(self, dx: float, dy: float) -> Shape:
        label = self.label and replace(self.label, box=self.label.box.moved(dx, dy))
        return replace(self, box=self.box.moved(dx, dy), label=label)


@dataclass(frozen=True, slots=True)
class Edge:
    """A drawn flow or association. `form` is sequence, message, data or association; `into` and `out` say which ends
    have an arrow of data."""

    id: str
    element: Element
    form: str
    source: str
    target: str
    points: tuple[Point, ...] = ()
    label: Label | None = None
    look: dict[str, Any] = field(default_factory=dict)

    def segments(self) -> list[Box]:
        return [of_line(a, b) for a, b in zip(self.points, self.points[1:], strict=False)]


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes, each after the shape around it, and edges."""

    shapes: tuple[Shape, ...]
    edges: tuple[Edge, ...]

    @property
    def labels(self) -> list[Box]:
        """The boxes of all labels."""
        held = [shape.label for shape in self.shapes] + [edge.label for edge in self.edges]
        return [label.box for label in held if label is not None]

    @property
    def frame(self) -> Box:
        """The box of all that is drawn."""
        boxes = [shape.box for shape in self.shapes]
        boxes += self.labels
        boxes += [box for edge in self.edges for box in edge.segments()]
        return around(boxes) if boxes else Box(0, 0, 120, 60)
