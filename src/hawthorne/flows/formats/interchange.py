"""The drawing: BPMN's diagram interchange to the `layout` of a study, and back.

`layout` has what is drawn of each element of the first plane, in drawing order. What it cannot say stands under
`diagram`: names of the diagram and its plane, the ids of shapes that are not the element's with `_di`, label styles,
foreign attributes, shapes of nothing or drawn twice (`others`), further diagrams (`more`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.flows.formats.generic import Placing, children, mapping, node_of, read_generic, write_generic
from hawthorne.flows.formats.layout import BOX, COLOUR, POINTS
from hawthorne.flows.formats.markup import Tag, is_name, is_text
from hawthorne.flows.formats.namespaces import BPMNDI, DC, DI
from hawthorne.flows.model import Element, Study
from hawthorne.lang.nodes import Node

SHAPES = ("bpmndi:BPMNShape", "bpmndi:BPMNEdge")
SAYS = ("isExpanded", "isHorizontal", "isMarkerVisible")
"""What BPMN's interchange says with true and false, and a layout too."""
COLOURS = {
    "color:background-color": "fill",
    "bioc:fill": "fill",
    "color:border-color": "stroke",
    "bioc:stroke": "stroke",
}

DRAWN = frozenset({f"{{{DI}}}waypoint", f"{{{DC}}}Bounds", f"{{{BPMNDI}}}BPMNLabel"})
"""The parts of a shape or an edge that a layout says."""

Items = list[tuple[str, Node]]


# --- reading ------------------------------------------------------------------------------------------------------


def read(at: Placing, diagrams: list[Any], root: Any) -> Items:
    """The `layout` and the `diagram` of a file's diagrams."""
    if not diagrams:
        return []
    layout: dict[str, tuple[Any, dict[str, Any]]] = {}
    rest: dict[str, Any] = {}
    plane, more = _plane(diagrams[0]), list(diagrams[1:])
    if plane is None:
        more = diagrams
    else:
        rest = _of_diagram(at, diagrams[0], plane, _first_drawn(root))
        shapes: dict[str, Any] = {}
        others: list[Any] = []
        for shape in children(plane):
            name = at.own(shape, shape.get("bpmnElement", ""))
            drawn = None if not name or name in layout else _drawn(at, shape, name)
            if drawn is None:
                others.append(_json(read_generic(at, shape)))
                continue
            layout[name] = (shape, drawn[0])
            if drawn[1]:
                shapes[name] = drawn[1]
        rest |= {key: value for key, value in (("shapes", shapes), ("others", others)) if value}
    if more:
        rest["more"] = [_json(read_generic(at, diagram)) for diagram in more]
    items: Items = []
    place = at.tag(diagrams[0], None)
    if layout:
        entries = [(id, at.value(shape, entry)) for id, (shape, entry) in layout.items()]
        items.append(("layout", mapping(place, entries)))
    if rest:
        items.append(("diagram", node_of(rest, place.line, place.column)))
    return items


def _plane(diagram: Any) -> Any:
    planes = [child for child in children(diagram) if child.tag == f"{{{BPMNDI}}}BPMNPlane"]
    return planes[0] if len(planes) == 1 else None


def _first_drawn(root: Any) -> str | None:
    """The root element that is drawn where no diagram names one."""
    found: dict[str, str | None] = {}
    for child in children(root):
        local = child.tag.rpartition("}")[2]
        pool = local != "collaboration" or any(
            part.get("processRef") for part in child if isinstance(part.tag, str) and part.tag.endswith("participant")
        )
        if local in ("collaboration", "process", "choreography") and pool and child.get("id"):
            found.setdefault(local, child.get("id"))
    return found.get("collaboration") or found.get("process") or found.get("choreography")


def _of_diagram(at: Placing, diagram: Any, plane: Any, drawn: str | None) -> dict[str, Any]:
    """What a diagram and its plane say beside their shapes."""
    rest: dict[str, Any] = {}
    attributes = _attributes(at, diagram)
    if attributes.get("id") == "BPMNDiagram_1":
        attributes.pop("id")
    elif "id" not in attributes:
        attributes["id"] = None
    of_plane = _attributes(at, plane)
    if of_plane.get("id") == "BPMNPlane_1":
        of_plane.pop("id")
    elif "id" not in of_plane:
        of_plane["id"] = None
    if at.own(plane, of_plane.get("bpmnElement", "")) == drawn:
        of_plane.pop("bpmnElement")
    elif "bpmnElement" not in of_plane:
        of_plane["bpmnElement"] = None
    beside = [_json(read_generic(at, child)) for child in children(diagram) if child is not plane]
    pairs = (("attributes", attributes), ("plane", of_plane), ("beside", beside))
    return rest | {key: value for key, value in pairs if value}


def _drawn(at: Placing, shape: Any, name: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """What a layout says of a shape or an edge, and what only a diagram can; None where it is neither."""
    kind = at.qualified(shape)
    if kind not in SHAPES:
        return None
    entry: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    attributes = _attributes(at, shape)
    attributes.pop("bpmnElement")
    if attributes.get("id") == f"{name}_di":
        attributes.pop("id")
    elif "id" not in attributes:
        attributes["id"] = None
    below = children(shape)
    points = [child for child in below if child.tag == f"{{{DI}}}waypoint"]
    boxes = [child for child in below if child.tag == f"{{{DC}}}Bounds"]
    labels = [child for child in below if child.tag == f"{{{BPMNDI}}}BPMNLabel"]
    others = [child for child in below if child.tag not in DRAWN]
    if kind == SHAPES[1]:
        if boxes or not points:
            return None
        entry["waypoint"] = " ".join(f"{point.get('x')},{point.get('y')}" for point in points)
        if not POINTS.match(entry["waypoint"]):
            return None
    else:
        box = _box(boxes[0]) if len(boxes) == 1 and not points else None
        if box is None:
            return None
        entry["bounds"] = box
    if labels and (len(labels) > 1 or not _label(at, labels[0], entry, rest)):
        return None
    _coloured(attributes, entry)
    for key in SAYS:
        if attributes.get(key) in ("true", "false"):
            entry[key] = attributes.pop(key) == "true"
    if "studyflow:font" in attributes:
        fonts = [attributes.pop("studyflow:font"), *([entry["font"]] if "font" in entry else [])]
        entry["font"] = " ".join(fonts)
    if attributes:
        rest["attributes"] = attributes
    if others:
        rest["beside"] = [_json(read_generic(at, child)) for child in others]
    return entry, rest


def _label(at: Placing, label: Any, entry: dict[str, Any], rest: dict[str, Any]) -> bool:
    """What a label says; False where a layout and a diagram cannot say it."""
    below = children(label)
    attributes = _attributes(at, label)
    boxes = [child for child in below if child.tag == f"{{{DC}}}Bounds"]
    if len(boxes) > 1 or len(boxes) != len(below):
        return False
    if boxes:
        box = _box(boxes[0])
        if box is None:
            return False
        entry["label"] = box
    if COLOUR.match(attributes.get("color:color", "")):
        entry["font"] = attributes.pop("color:color")
    if attributes or not (boxes or "font" in entry):
        rest["label"] = attributes
    return True


def _coloured(attributes: dict[str, Any], entry: dict[str, Any]) -> None:
    """Colours in either vocabulary; where the two differ, the older one stays an attribute."""
    for key, name in COLOURS.items():
        if key in attributes and entry.get(name) in (None, attributes[key]):
            entry[name] = attributes.pop(key)


def _box(bounds: Any) -> str | None:
    if set(bounds.attrib) != {"x", "y", "width", "height"} or children(bounds):
        return None
    text = " ".join(bounds.get(key) for key in ("x", "y", "width", "height"))
    return text if BOX.match(text) else None


def _attributes(at: Placing, element: Any) -> dict[str, Any]:
    return {at.qualified(element, name): value for name, value in element.attrib.items()}


def _json(node: Node) -> Any:
    if node.kind == "map":
        return {key: _json(item) for key, _, item in node.value}
    return [_json(item) for item in node.value] if node.kind == "seq" else node.value


# --- writing ------------------------------------------------------------------------------------------------------


def drawn_root(roots: tuple[Element, ...]) -> str | None:
    """The root element that is drawn where no diagram names one."""
    for root in roots:
        if root.type == "bpmn:Collaboration" and root.id and any(
            "processRef" in part.attributes for part in root.all("participants")
        ):  # fmt: skip
            return root.id
    by_type = {root.type: root.id for root in reversed(roots) if root.id}
    return by_type.get("bpmn:Process") or by_type.get("bpmn:Choreography")


def write(study: Study) -> tuple[list[Tag], dict[str, Any]]:
    """The diagrams of a study, and what of its `layout` and `diagram` no diagram can say."""
    rest = study.diagram
    form = rest if _is_form(rest) else {}
    shapes = form.get("shapes", {})
    left: dict[str, Any] = {}
    drawn = []
    for id, entry in study.layout.items():
        tag = _shape(id, entry, shapes.get(id, {}))
        if tag is None:
            left.setdefault("layout", {})[id] = entry
        else:
            drawn.append(tag)
    beside = [write_generic(item) for item in form.get("beside", [])]
    others = [write_generic(item) for item in form.get("others", [])]
    more = [write_generic(item) for item in form.get("more", [])]
    lost = None in (*beside, *others, *more) or not set(shapes) <= set(study.layout) or shapes.keys() & left.get(
        "layout", {}).keys()  # fmt: skip
    if rest is not None and (form is not rest or lost or not rest):
        left["diagram"] = rest
        if lost:
            beside = others = more = []
    tags = [tag for tag in more if tag is not None]
    if drawn or others or beside or form.get("plane") or form.get("attributes"):
        plane = Tag("bpmndi:BPMNPlane", _plane_attributes(form, drawn_root(study.roots)))
        plane.content += [*drawn, *(tag for tag in others if tag is not None)]
        said = {"id": "BPMNDiagram_1"} | dict(form.get("attributes", {}))
        diagram = Tag("bpmndi:BPMNDiagram", {key: value for key, value in said.items() if value is not None})
        diagram.content += [plane, *(tag for tag in beside if tag is not None)]
        tags.insert(0, diagram)
    return tags, left


def _is_form(rest: Any) -> bool:
    """Whether a `diagram` is of the form that `read` makes."""
    if not isinstance(rest, Mapping) or not set(rest) <= {"attributes", "plane", "shapes", "beside", "others", "more"}:
        return False
    texts = [rest.get("attributes", {}), rest.get("plane", {})]
    shapes = rest.get("shapes", {})
    if not isinstance(shapes, Mapping) or not all(isinstance(shape, Mapping) for shape in shapes.values()):
        return False
    for shape in shapes.values():
        if not set(shape) <= {"attributes", "beside", "label"}:
            return False
        texts += [shape.get("attributes", {}), shape.get("label", {})]
    lists = [rest.get(key, []) for key in ("beside", "others", "more")]
    lists += [shape.get("beside", []) for shape in shapes.values()]
    return all(isinstance(item, list) for item in lists) and all(map(_are_texts, texts))


def _are_texts(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        (isinstance(item, str) and is_text(item)) or (item is None and key in ("id", "bpmnElement"))
        for key, item in value.items()
    )


def _plane_attributes(form: Mapping[str, Any], drawn: str | None) -> dict[str, str]:
    said = form.get("plane", {})
    attributes = {"id": "BPMNPlane_1"} | ({} if drawn is None else {"bpmnElement": drawn}) | dict(said)
    return {key: value for key, value in attributes.items() if value is not None}


def _shape(id: str, entry: Any, more: Mapping[str, Any]) -> Tag | None:
    """The shape or edge of an element; None where its layout is none that interchange can say."""
    if not isinstance(entry, Mapping) or not is_text(id):
        return None
    entry = dict(entry)
    attributes = {"id": f"{id}_di", "bpmnElement": id} | dict(more.get("attributes", {}))
    attributes = {key: value for key, value in attributes.items() if value is not None}
    if not all(is_name(key) for key in attributes):
        return None
    points, box = entry.pop("waypoint", None), entry.pop("bounds", None)
    tag = Tag(SHAPES[1] if points is not None else SHAPES[0], attributes)
    if points is not None:
        if box is not None or not isinstance(points, str) or not POINTS.match(points):
            return None
        for point in points.split(" "):
            x, y = point.split(",")
            tag.content.append(Tag("di:waypoint", {"x": x, "y": y}))
    elif not isinstance(box, str) or not BOX.match(box):
        return None
    else:
        tag.content.append(_bounds(box))
    label = _write_label(entry, more.get("label"))
    for key in SAYS:
        if isinstance(entry.get(key), bool):
            attributes[key] = "true" if entry.pop(key) else "false"
    for name in ("fill", "stroke"):
        if isinstance(entry.get(name), str) and is_text(entry[name]):
            colour = entry.pop(name)
            for key in COLOURS:
                if COLOURS[key] == name:
                    attributes.setdefault(key, colour)
    if isinstance(entry.get("font"), str) and is_text(entry["font"]):
        attributes["studyflow:font"] = entry.pop("font")
    beside = [write_generic(item) for item in more.get("beside", [])]
    if entry or None in beside or label is None:
        return None
    tag.content += [*([label] if label.content or label.attributes or "label" in more else []), *beside]  # type: ignore[list-item]
    return tag


def _write_label(entry: dict[str, Any], more: Mapping[str, str] | None) -> Tag | None:
    """A label's box and colour, taken out of the entry; None where it is none."""
    tag = Tag("bpmndi:BPMNLabel", dict(more or {}))
    font = entry.get("font")
    if isinstance(font, str):
        words = font.split(" ")
        if COLOUR.match(words[-1]):
            tag.attributes["color:color"] = words.pop()
            entry["font"] = " ".join(words)
            if not words:
                entry.pop("font")
    if "label" in entry:
        box = entry.pop("label")
        if not isinstance(box, str) or not BOX.match(box):
            return None
        tag.content.append(_bounds(box))
    return tag


def _bounds(box: str) -> Tag:
    return Tag("dc:Bounds", dict(zip(("x", "y", "width", "height"), box.split(" "), strict=True)))
