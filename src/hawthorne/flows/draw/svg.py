"""A picture as SVG text: the same picture is always the same text."""

from __future__ import annotations

from collections.abc import Mapping

from hawthorne.flows.draw import shapes as forms
from hawthorne.flows.draw.counts import Count
from hawthorne.flows.draw.elements import edge_label, name_of
from hawthorne.flows.draw.labels import put_counts
from hawthorne.flows.draw.paint import FONT, INK, LINE, MUTED, escaped, label, lines, number, pill, rounded, tag
from hawthorne.flows.draw.picture import Edge, Picture, Shape
from hawthorne.flows.model import Study

MARGIN = 20
_HALO = ".halo{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}"
_FADED = ".faded{opacity:.45}"


def write(picture: Picture, study: Study, counts: Mapping[str, Count] | None = None, caption: str = "") -> str:
    """The SVG text; with `counts` by id, how often each node and flow was reached."""
    said = {id: count.words for id, count in (counts or {}).items() if count.passes}
    pills = put_counts(picture, said) if counts is not None else {}
    faded = {id for id, count in (counts or {}).items() if not count.passes}
    title = study.id or "study"
    parts = [_part(shape, forms.draw(shape, study), name_of(shape.element), faded, counts)
             for shape in picture.shapes if shape.form in _UNDER]  # fmt: skip
    parts += [_part(edge, _edge(edge, study), edge_label(edge.element), faded, counts) for edge in picture.edges]
    parts += [_part(shape, forms.draw(shape, study), _named(shape, study), faded, counts)
              for shape in picture.shapes if shape.form not in _UNDER]  # fmt: skip
    parts += [label(edge.label) for edge in picture.edges if edge.label is not None]
    parts += [pill(held) for held in pills.values()]
    frame = picture.frame.grown(MARGIN)
    high = frame.height
    if caption:
        parts.append(lines([caption], frame.x + MARGIN, frame.bottom, 11.0, "start", MUTED))
        high += 24
    back = tag("rect", x=frame.x, y=frame.y, width=frame.width, height=high, fill="#ffffff")
    view = f"{number(frame.x)} {number(frame.y)} {number(frame.width)} {number(high)}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{number(frame.width)}" '
        f'height="{number(high)}" role="img" font-family="{FONT}" fill="{INK}">'
    )
    body = "\n".join([f"<title>{escaped(title)}</title>", f"<style>{_HALO}{_FADED}</style>", _DEFS, back, *parts])
    return f"{head}\n{body}\n</svg>\n"


_UNDER = ("pool", "lane", "group", "scope")
_DEFS = (
    "<defs>"
    '<marker id="arrow" viewBox="0 0 10 10" refX="9.5" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
    f'<path d="M0,1L10,5L0,9z" fill="{LINE}"/></marker>'
    '<marker id="open" viewBox="0 0 12 12" refX="10.5" refY="6" markerWidth="10" markerHeight="10" orient="auto">'
    f'<path d="M1,1L11,6L1,11z" fill="#ffffff" stroke="{LINE}"/></marker>'
    '<marker id="begin" viewBox="0 0 10 10" refX="1.5" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
    f'<circle cx="5" cy="5" r="3.5" fill="#ffffff" stroke="{LINE}"/></marker>'
    '<marker id="data" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
    '<path d="M1,1L9,5L1,9" fill="none" stroke="#5b4a8a" stroke-width="1.4"/></marker>'
    '<marker id="default" viewBox="0 0 12 12" refX="-4" refY="6" markerWidth="12" markerHeight="12" orient="auto">'
    f'<path d="M2,11L7,1" stroke="{LINE}" stroke-width="1.5"/></marker>'
    '<marker id="given" viewBox="0 0 16 10" refX="1" refY="5" markerWidth="15" markerHeight="10" orient="auto">'
    f'<path d="M1,5L8,1L15,5L8,9z" fill="#ffffff" stroke="{LINE}"/></marker>'
    "</defs>"
)


def _named(shape: Shape, study: Study) -> str:
    return forms.group_name(shape.element, study) if shape.form == "group" else name_of(shape.element)


def _part(part: Shape | Edge, drawn: str, name: str, faded: set[str], counts: Mapping[str, Count] | None) -> str:
    """What is drawn of an element, with its id and the whole of its name for whoever points at it."""
    told = name
    if counts is not None and part.id in counts:
        told = f"{name or part.id}: {counts[part.id].told}"
    return tag("g", (tag("title", escaped(told)) if told else "") + drawn, data_element=part.id,
               class_="faded" if part.id in faded else None)  # fmt: skip


def _edge(edge: Edge, study: Study) -> str:
    line = rounded(edge.points) if len(edge.points) > 1 else ""
    stroke = str(edge.look.get("stroke", LINE))
    if edge.form == "sequence":
        return tag("path", d=line, fill="none", stroke=stroke, stroke_width="1.4", marker_end="url(#arrow)",
                   marker_start=_begin(edge, study))  # fmt: skip
    if edge.form == "message":
        return tag("path", d=line, fill="none", stroke=stroke, stroke_width="1.3", stroke_dasharray="7 4",
                   marker_start="url(#begin)", marker_end="url(#open)")  # fmt: skip
    dotted = {"stroke_dasharray": "1.5 3", "stroke_linecap": "round", "stroke_width": "1.4"}
    if edge.form == "data":
        return tag("path", d=line, fill="none", stroke=str(edge.look.get("stroke", "#5b4a8a")), **dotted,
                   marker_end="url(#data)")  # fmt: skip
    directed = edge.element.attributes.get("associationDirection") in ("One", "Both")
    return tag("path", d=line, fill="none", stroke=stroke, **dotted, marker_end="url(#data)" if directed else None)


def _begin(edge: Edge, study: Study) -> str | None:
    """The mark of a default flow, or of a conditional flow that leaves an activity."""
    source = study.elements.get(edge.source)
    if source is None:
        return None
    if source.attributes.get("default") == edge.id:
        return "url(#default)"
    given = edge.element.attributes.get("conditionExpression") is not None
    return "url(#given)" if given and not source.local.endswith(("Gateway", "Event")) else None
