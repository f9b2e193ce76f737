"""A study's own layout as shapes and edges."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hawthorne.flows.draw.elements import drawn_inside, form_of, name_of
from hawthorne.flows.draw.geometry import Box, Point
from hawthorne.flows.draw.picture import Label, Shape
from hawthorne.flows.draw.sizes import SMALL, label_at, label_lines
from hawthorne.flows.model import Element, Study
from hawthorne.flows.vocabulary.load import is_a
from hawthorne.lang import letters

FARTHEST = 1e5
"""Pixels beyond which a coordinate is taken for a mistake."""
_NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\Z")


def has_own(study: Study) -> bool:
    """Whether the layout shows the study: something is placed, and wherever one node of a scope is placed, all are."""
    any_placed = False
    for element in study.elements.values():
        if not is_a(element.type, "bpmn:FlowElementsContainer"):
            continue
        nodes = [inner for inner in drawn_inside(element) if is_a(inner.type, "bpmn:FlowNode")]
        placed = [inner for inner in nodes if box_of(study.layout, str(inner.id)) is not None]
        if placed and len(placed) < len(nodes):
            return False
        any_placed = any_placed or bool(placed)
    return any_placed


def shapes_of(study: Study) -> list[Shape]:
    """The shapes that the layout places, each after what it lies in."""
    found: list[Shape] = []
    for id, element in study.elements.items():
        form, box = _form(study, id, element), box_of(study.layout, id)
        if form is None or box is None:
            continue
        entry = study.layout[id]
        label = _label(entry, element, form, box)
        found.append(Shape(id, element, form, box, _depth(study, id), label, look_of(entry)))
    order = {"pool": 0, "lane": 1, "group": 2}  # a group has no place in the tree of nodes: it lies under all of them
    return sorted(found, key=lambda shape: (order.get(shape.form, 3), shape.depth, -shape.box.width * shape.box.height
                                            if shape.form in ("pool", "lane", "scope") else 0.0,
                                            shape.element.type == "bpmn:BoundaryEvent"))  # fmt: skip


def _form(study: Study, id: str, element: Element) -> str | None:
    if element.type == "bpmn:Participant":
        return "pool"
    if element.type == "bpmn:Lane":
        return "lane"
    form = form_of(element)
    if element.local == "CallActivity" and box_of(study.layout, id) is not None:
        return "scope" if study.layout[id].get("isExpanded") is True and _wide(study, id) else "activity"
    if form == "scope":
        inside = [inner for inner in drawn_inside(element) if box_of(study.layout, str(inner.id)) is not None]
        box = box_of(study.layout, id)
        entry = study.layout.get(id)
        said = entry.get("isExpanded") if isinstance(entry, Mapping) else None
        shown = any(box is not None and box.grown(20).overlap(at) for inner in inside
                    if (at := box_of(study.layout, str(inner.id))) is not None)  # fmt: skip
        opened = said is True and _wide(study, id)
        return "scope" if opened or (shown and said is not False) else "activity"
    return form


def _wide(study: Study, id: str) -> bool:
    """Whether a shape is large enough to be open: modellers mark small ones as expanded too."""
    box = box_of(study.layout, id)
    return box is not None and box.width > 110


def _depth(study: Study, id: str) -> int:
    depth, at = 0, study.parents.get(id)
    while at is not None:
        depth, at = depth + 1, study.parents.get(at)
    return depth


def _label(entry: Mapping[str, Any], element: Element, form: str, box: Box) -> Label | None:
    if form not in ("event", "gateway", "data", "store", "group"):
        return None
    name = name_of(element)
    if not name:
        return None
    return label_in(entry, name) or (
        None if form == "group" else label_at(label_lines(name), box.cx, box.bottom + 3)
    )  # fmt: skip


def label_in(entry: Any, name: str) -> Label | None:
    """A label in the box that a layout gives it."""
    at = _box(entry.get("label")) if isinstance(entry, Mapping) else None
    if at is None:
        return None
    longest = max((letters.width(word, SMALL) for word in name.split()), default=0.0)
    lines = tuple(letters.wrap(name, max(at.width + 4, min(longest + 2, 150.0), 50.0), SMALL))
    return label_at(lines, at.cx, at.y)


def look_of(entry: Any) -> dict[str, Any]:
    """The colours and the font of a layout's entry; what is no colour is left out."""
    if not isinstance(entry, Mapping):
        return {}
    found: dict[str, Any] = {
        key: entry[key] for key in ("fill", "stroke") if isinstance(entry.get(key), str) and _COLOUR.match(entry[key])
    }
    if isinstance(entry.get("font"), str):
        found["font"] = entry["font"]
    for key in ("isHorizontal", "isMarkerVisible"):
        if isinstance(entry.get(key), bool):
            found[key] = entry[key]
    return found


def box_of(layout: Mapping[str, Any], id: str) -> Box | None:
    entry = layout.get(id)
    return _box(entry.get("bounds")) if isinstance(entry, Mapping) else None


def points_of(layout: Mapping[str, Any], id: str) -> tuple[Point, ...]:
    """The points of an edge; none where the layout does not say them."""
    entry = layout.get(id)
    said = entry.get("waypoint") if isinstance(entry, Mapping) else None
    pairs: list[tuple[Any, Any]]
    if isinstance(said, (list, tuple)):
        pairs = [(item.get("x"), item.get("y")) if isinstance(item, Mapping) else (None, None) for item in said]
    else:
        words = said.split() if isinstance(said, str) else []
        pairs = [(x, y) for x, _, y in (word.partition(",") for word in words)]
    numbers = [(_number(x), _number(y)) for x, y in pairs]
    points = [(x, y) for x, y in numbers if x is not None and y is not None]
    return tuple(points) if len(points) == len(numbers) >= 2 else ()


def _box(said: Any) -> Box | None:
    """`x y width height`, or a mapping of these."""
    if isinstance(said, Mapping):
        values = [_number(said.get(key)) for key in ("x", "y", "width", "height")]
    else:
        values = [_number(word) for word in said.split()] if isinstance(said, str) else []
    numbers = [value for value in values if value is not None]
    if len(values) != 4 or len(numbers) != 4 or numbers[2] < 0 or numbers[3] < 0:
        return None
    return Box(*numbers)


def _number(said: Any) -> float | None:
    if isinstance(said, bool) or not (
        isinstance(said, (int, float)) or (isinstance(said, str) and _NUMBER.match(said))
    ):
        return None
    value = float(said)
    return value if abs(value) <= FARTHEST else None
