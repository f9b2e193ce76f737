"""What the tests of drawing share: studies to draw, and what must hold of any picture."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import hawthorne as hw
from hawthorne.flows.draw.compose import compose
from hawthorne.flows.draw.elements import drawn_inside
from hawthorne.flows.draw.picture import Picture, Shape
from hawthorne.flows.draw.svg import write
from hawthorne.flows.model import Study
from hawthorne.flows.vocabulary.load import is_a

ROOT = Path(__file__).parents[3]
DEMO = Path(str(files("hawthorne.demo") / "ax_nback.studyflow.yaml"))
FILES = [
    DEMO,
    *sorted((ROOT / "tests/flows/studies").glob("*.yaml")),
    *sorted((ROOT / "examples").rglob("*.studyflow.yaml")),
]
SOLID = ("event", "gateway", "activity", "scope", "data", "store", "note")


def study_in(path: Path) -> Study:
    study: Study = hw.load(path).model
    return study


def overlaps(picture: Picture) -> list[tuple[str, str]]:
    """Pairs of shapes that lie on each other though neither holds the other and neither sits on the other's border."""
    found = []
    for a, b in combinations([shape for shape in picture.shapes if shape.form in SOLID], 2):
        seated = {a.element.attributes.get("attachedToRef"), b.element.attributes.get("attachedToRef")} & {a.id, b.id}
        nested = (a.form == "scope" and a.box.holds(b.box)) or (b.form == "scope" and b.box.holds(a.box))
        if a.box.overlap(b.box) > 0 and not seated and not nested:
            found.append((a.id, b.id))
    return found


def outside(picture: Picture, study: Study) -> list[str]:
    """Shapes that do not lie within the nearest drawn shape around them."""
    known = {shape.id: shape for shape in picture.shapes}
    pools = {shape.element.attributes.get("processRef"): shape for shape in picture.shapes if shape.form == "pool"}
    found = []
    for shape in picture.shapes:
        at = study.parents.get(shape.id)
        around = pools.get(at) if at in pools else known.get(at or "")
        if around is not None and shape.form != "pool" and not around.box.holds(shape.box):
            found.append(shape.id)
    return found


def loose_ends(picture: Picture) -> list[str]:
    """Edges that do not begin and end on the border of their shapes."""
    known: dict[str, Shape] = {shape.id: shape for shape in picture.shapes}
    found = []
    for edge in picture.edges:
        ends = ((edge.source, edge.points[0]), (edge.target, edge.points[-1]))
        for id, point in ends:
            box = known[id].box
            if not box.near(point) or box.grown(-6).near(point, 0):
                found.append(edge.id)
    return found


def crossed(picture: Picture) -> list[tuple[str, str]]:
    """Flows that run through a shape which is neither their end nor around it, by more than a touch."""
    found = []
    for edge in picture.edges:
        for shape in picture.shapes:
            if shape.form in ("event", "gateway", "activity", "data", "store") and shape.id not in (
                edge.source,
                edge.target,
            ):
                inner = shape.box.grown(-4)
                if any(_cuts(segment, inner) for segment in edge.segments()):
                    found.append((edge.id, shape.id))
    return found


def _cuts(segment, box) -> bool:
    return segment.grown(0.1).overlap(box) > 0


def covered_labels(picture: Picture) -> list[str]:
    """Labels that lie on shapes (pools and scopes aside) or on each other."""
    shapes = [shape.box for shape in picture.shapes if shape.form in ("event", "gateway", "activity", "data", "store")]
    labels = [(part.id, part.label.box) for part in (*picture.shapes, *picture.edges) if part.label is not None]
    found = [id for id, box in labels if any(box.overlap(other.grown(-1)) > 4 for other in shapes)]
    found += [a for (a, one), (_, two) in combinations(labels, 2) if one.overlap(two) > 4]
    return found


def words_of(svg: str) -> str:
    """The visible text of an SVG, without markup, titles and spaces."""
    shown = re.sub(r"<title>.*?</title>|<style>.*?</style>", "", svg, flags=re.S)
    return re.sub(r"\s", "", re.sub(r"<[^>]*>", "", shown))


def visible_names(study: Study) -> list[str]:
    """The names of all flow nodes of what is drawn."""
    nodes = [element for element in study.elements.values() if is_a(element.type, "bpmn:FlowElementsContainer")]
    inside = [inner for scope in nodes for inner in drawn_inside(scope)]
    return [str(inner.attributes["name"]) for inner in inside if inner.attributes.get("name")]


def picture_of(study: Study) -> tuple[Picture, str]:
    picture = compose(study)
    return picture, write(picture, study)


def struck_labels(picture: Picture) -> list[tuple[str, str]]:
    """Labels that a flow or an association runs through."""
    return [
        (part.id, edge.id)
        for part in (*picture.shapes, *picture.edges)
        if part.label is not None
        for edge in picture.edges
        if any(segment.grown(0.5).overlap(part.label.box.grown(-1)) > 0 for segment in edge.segments())
    ]
