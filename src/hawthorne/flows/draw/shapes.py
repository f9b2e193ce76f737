"""Each shape as SVG text."""

from __future__ import annotations

from typing import Any

from hawthorne.flows.draw import icons
from hawthorne.flows.draw.elements import name_of
from hawthorne.flows.draw.geometry import Box
from hawthorne.flows.draw.paint import INK, MUTED, PALETTE, label, lines, number, path, tag
from hawthorne.flows.draw.picture import Shape
from hawthorne.flows.model import Element, Study
from hawthorne.lang import letters


def draw(shape: Shape, study: Study) -> str:
    """A shape with its signs and its texts."""
    return _FORMS[shape.form](shape, study)


def _colours(shape: Shape, key: str) -> tuple[str, str]:
    fill, stroke = PALETTE[key]
    return str(shape.look.get("fill", fill)), str(shape.look.get("stroke", stroke))


def _rect(box: Box, **more: Any) -> str:
    return tag("rect", x=box.x, y=box.y, width=box.width, height=box.height, **more)


def _font(shape: Shape) -> dict[str, Any]:
    words = str(shape.look.get("font", "")).split()
    return {
        "font_weight": "bold" if "bold" in words else None,
        "font_style": "italic" if "italic" in words else None,
    }


def _ink(shape: Shape) -> str:
    return next((word for word in str(shape.look.get("font", "")).split() if word.startswith("#")), INK)


def _label(shape: Shape) -> str:
    return label(shape.label, _ink(shape), **_font(shape)) if shape.label is not None else ""


def _sign(
    sign: str, x: float, y: float, stroke: str, fill: str = "none", width: float = 1.2, scale: float = 1.0
) -> str:
    sized = f" scale({number(scale)})" if scale != 1.0 else ""
    return tag("path", d=sign, transform=f"translate({number(x)} {number(y)}){sized}", fill=fill, stroke=stroke,
               stroke_width=number(width), stroke_linejoin="round", stroke_linecap="round")  # fmt: skip


# --- events and gateways ------------------------------------------------------------------------------------------


def _event(shape: Shape, study: Study) -> str:
    kind = shape.element.local
    fill, stroke = _colours(shape, {"StartEvent": "start", "EndEvent": "end"}.get(kind, "event"))
    box, radius = shape.box, min(shape.box.width, shape.box.height) / 2
    waits = shape.element.attributes.get("cancelActivity") is False or (
        shape.element.attributes.get("isInterrupting") is False
    )
    dashed = "4 3" if waits else None
    parts = [tag("circle", cx=box.cx, cy=box.cy, r=radius, fill=fill, stroke=stroke,
                 stroke_width="3" if kind == "EndEvent" else "1.5", stroke_dasharray=dashed)]  # fmt: skip
    if kind not in ("StartEvent", "EndEvent"):
        parts.append(tag("circle", cx=box.cx, cy=box.cy, r=radius - 3.5, fill="none", stroke=stroke,
                         stroke_width="1.2", stroke_dasharray=dashed))  # fmt: skip
    sign = icons.of_event(shape.element)
    if sign in icons.EVENTS:
        full = kind in ("EndEvent", "IntermediateThrowEvent") and sign != "TimerEventDefinition"
        if sign == "MessageEventDefinition" and full:
            parts.append(_sign(icons.ENVELOPE, box.cx, box.cy, "#ffffff", stroke, 1.2, radius / 18))
        else:
            parts.append(
                _sign(icons.EVENTS[sign], box.cx, box.cy, stroke, stroke if full else "none", 1.2, radius / 18)
            )
    return "".join(parts) + _label(shape)


def _gateway(shape: Shape, study: Study) -> str:
    fill, stroke = _colours(shape, "gateway")
    box = shape.box
    corners = [(box.cx, box.y), (box.right, box.cy), (box.cx, box.bottom), (box.x, box.cy)]
    parts = [tag("path", d=path(corners) + "z", fill=fill, stroke=stroke, stroke_width="1.5", stroke_linejoin="round")]
    if shape.element.extension("cognitive:RandomGateway"):
        parts.append(_sign(icons.DIE, box.cx, box.cy, stroke, "#ffffff", 1.4))
        parts += [tag("circle", cx=box.cx + x, cy=box.cy + y, r=1.5, fill=stroke) for x, y in icons.PIPS]
    elif shape.look.get("isMarkerVisible") is not False or shape.element.local != "ExclusiveGateway":
        sign, width = icons.GATEWAYS.get(shape.element.local, icons.GATEWAYS["ExclusiveGateway"])
        parts.append(_sign(sign, box.cx, box.cy, stroke, "none", width, min(box.width, box.height) / 50))
    return "".join(parts) + _label(shape)


# --- activities ---------------------------------------------------------------------------------------------------


def _activity(shape: Shape, study: Study) -> str:
    element, box = shape.element, shape.box
    fill, stroke = _colours(shape, "activity")
    thick = "3" if element.local in ("CallActivity", "CallChoreography") else "1.5"
    event_scope = element.attributes.get("triggeredByEvent") is True
    parts = [
        _rect(box, rx=8, fill=fill, stroke=stroke, stroke_width=thick, stroke_dasharray="2 3" if event_scope else None)
    ]
    if element.local == "Transaction":
        parts.append(_rect(box.grown(-3), rx=6, fill="none", stroke=stroke))
    bands = _bands(element, study)
    inner = box
    if bands:
        drawn, inner = _banded(shape, bands, stroke)
        parts += drawn
    sign = icons.of_task(element)
    if sign is not None:
        dark = sign == "send"
        parts.append(_sign(icons.TASKS[sign], inner.x + 13, inner.y + 12, "#ffffff" if dark else stroke,
                           stroke if dark else "none", 1.1, 0.9))  # fmt: skip
    signs = icons.markers(element, element.local in ("SubProcess", "AdHocSubProcess", "Transaction", "SubChoreography"))
    parts += _markers(signs, inner, stroke)
    parts.append(_name(shape, inner, sign is not None, bool(signs) or shape.look.get("borders") is True))
    return "".join(parts)


def _name(shape: Shape, box: Box, sign: bool, signs: bool) -> str:
    """The name in the middle of a box: smaller, then shortened, where it does not fit."""
    top = box.y + (18 if sign else 5)
    room = box.bottom - (18 if signs else 5) - top
    words = name_of(shape.element)
    size, held = letters.SIZE, letters.wrap(words, box.width - 12)
    for size in (letters.SIZE, 11.0, 10.0, 9.0):
        held = letters.wrap(words, box.width - 12, size)
        if letters.height(held, size) <= room:
            break
        if sign and letters.height(held, size) <= room + 12 and letters.width(held[0], size) <= box.width - 52:
            top, room = top - 12, room + 12
            break
    else:
        held = letters.wrap(words, box.width - 12, size, max(1, int(room // (size * letters.LINE))))
    high = letters.height(held, size)
    y = max(top, min(box.cy - high / 2, box.bottom - (18 if signs else 5) - high))
    align = next((word for word in str(shape.look.get("font", "")).split() if word in ("left", "right")), "middle")
    x = {"middle": box.cx, "left": box.x + 8, "right": box.right - 8}[align]
    return lines(held, x, y, size, {"left": "start", "right": "end"}.get(align, align), _ink(shape), **_font(shape))


def _markers(signs: list[str], box: Box, stroke: str) -> list[str]:
    left = box.cx - (len(signs) - 1) * 10
    return [
        _sign(sign, left + 20 * index, box.bottom - 9, stroke, "none", 1.4, 0.85) for index, sign in enumerate(signs)
    ]


def _bands(element: Element, study: Study) -> list[tuple[str, bool]]:
    """The participants of an exchange from the top, each with whether it begins."""
    ids = element.get("participantRef") or ()
    ids = [ids] if isinstance(ids, str) else list(ids)
    first = element.get("initiatingParticipantRef")
    if not element.local.endswith(("ChoreographyTask", "SubChoreography", "CallChoreography")):
        return []
    known = [(study.elements[id].label if id in study.elements else id, id == first) for id in map(str, ids)]
    return known


def _banded(shape: Shape, bands: list[tuple[str, bool]], stroke: str) -> tuple[list[str], Box]:
    """Bands for who takes part, above and below, and the box that is left between."""
    box = shape.box
    parts: list[str] = []
    high = 20.0
    upper, lower = (bands[:1], bands[1:]) if len(bands) > 1 else ([], bands)
    y = box.y
    for name, first in upper:
        parts += _band(Box(box.x, y, box.width, high), name, first, stroke, True)
        y += high
    bottom = box.bottom - high * len(lower)
    for index, (name, first) in enumerate(lower):
        at = Box(box.x, bottom + high * index, box.width, high)
        parts += _band(at, name, first, stroke, False)
    return parts, Box(box.x, y, box.width, bottom - y)


def _band(at: Box, name: str, first: bool, stroke: str, upper: bool) -> list[str]:
    edge = at.bottom if upper else at.y
    back = "#ffffff" if first else "#dfe5ec"
    shown = letters.wrap(name, at.width - 12, 10.0, 1)
    return [
        _rect(Box(at.x + 1.5, at.y + 1.5, at.width - 3, at.height - 3), rx=6, fill=back),
        tag("path", d=f"M{number(at.x)},{number(edge)}H{number(at.right)}", stroke=stroke),
        lines(shown, at.cx, at.y + 4, 10.0),
    ]


def _scope(shape: Shape, study: Study) -> str:
    element, box = shape.element, shape.box
    fill, stroke = _colours(shape, "scope")
    dashed = "2 3" if element.attributes.get("triggeredByEvent") is True else None
    thick = "3" if element.local == "CallActivity" else "1.5"
    parts = [_rect(box, rx=8, fill=fill, stroke=stroke, stroke_width=thick, stroke_dasharray=dashed)]
    if element.local == "Transaction":
        parts.append(_rect(box.grown(-3), rx=6, fill="none", stroke=stroke))
    held = letters.wrap(name_of(element), box.width - 20, lines=1, bold=True)
    parts.append(lines(held, box.x + 12, box.y + 8, letters.SIZE, "start", _ink(shape), font_weight="bold"))
    parts += _markers(icons.markers(element, False), box, stroke)
    return "".join(parts)


# --- pools, data, notes -------------------------------------------------------------------------------------------


def _pool(shape: Shape, study: Study) -> str:
    element, box = shape.element, shape.box
    fill, stroke = _colours(shape, "pool")
    many = element.one("participantMultiplicity")
    most = many.attributes.get("maximum") if many is not None else None
    words = name_of(element) + (f" (× {most})" if isinstance(most, int) and most > 1 else "")
    closed = shape.form == "pool" and not element.attributes.get("processRef")
    if closed:
        held = letters.wrap(words, box.width - 20, lines=max(1, int(box.height // 16)), bold=True)
        y = box.cy - letters.height(held) / 2
        return _rect(box, fill=PALETTE["header"][0] if "fill" not in shape.look else fill, stroke=stroke) + lines(
            held, box.cx, y, letters.SIZE, "middle", _ink(shape), font_weight="bold"
        )
    upright = shape.look.get("isHorizontal") is False
    header = Box(box.x, box.y, box.width, 30) if upright else Box(box.x, box.y, 30, box.height)
    parts = [_rect(box, fill=fill, stroke=stroke), _rect(header, fill=PALETTE["header"][0], stroke=stroke)]
    length = (box.width if upright else box.height) - 12
    size = letters.SIZE
    held = letters.wrap(words, length, size, 2, bold=True)
    if len(held) > 1:
        size = 10.0
        held = letters.wrap(words, length, size, 2, bold=True)
    turn = None if upright else f"rotate(-90 {number(header.cx)} {number(header.cy)})"
    parts.append(lines(held, header.cx, header.cy - letters.height(held, size) / 2, size, "middle", _ink(shape),
                       font_weight="bold" if shape.form == "pool" else None, transform=turn))  # fmt: skip
    return "".join(parts)


def _data(shape: Shape, study: Study) -> str:
    fill, stroke = _colours(shape, "data")
    box = shape.box
    fold = min(10.0, box.width / 3)
    outline = [(box.x, box.y), (box.right - fold, box.y), (box.right, box.y + fold), (box.right, box.bottom),
               (box.x, box.bottom)]  # fmt: skip
    corner = [(box.right - fold, box.y), (box.right - fold, box.y + fold), (box.right, box.y + fold)]
    parts = [tag("path", d=path(outline) + "z" + path(corner), fill=fill, stroke=stroke, stroke_linejoin="round")]
    sign = icons.DATA.get(shape.element.kind)
    if sign:
        parts.append(_sign(sign, box.cx, box.cy + 4, stroke, "none", 1.2, min(box.width, box.height) / 36))
    if shape.element.attributes.get("isCollection") is True:
        parts.append(_sign(icons.PARALLEL, box.cx, box.bottom - 8, stroke, "none", 1.4, 0.8))
    return "".join(parts) + _label(shape)


def _store(shape: Shape, study: Study) -> str:
    fill, stroke = _colours(shape, "data")
    box = shape.box
    bow = min(7.0, box.height / 4)
    half = number(box.width / 2)
    sides = (
        f"M{number(box.x)},{number(box.y + bow)}a{half},{number(bow)} 0 0 1 {number(box.width)},0"
        f"V{number(box.bottom - bow)}"
        f"a{half},{number(bow)} 0 0 1 {number(-box.width)},0z"
    )
    bows = "".join(
        f"M{number(box.x)},{number(box.y + bow + 5 * index)}a{half},{number(bow)} 0 0 0 {number(box.width)},0"
        for index in range(2)
    )
    return (
        tag("path", d=sides, fill=fill, stroke=stroke) + tag("path", d=bows, fill="none", stroke=stroke) + _label(shape)
    )


def _note(shape: Shape, study: Study) -> str:
    _, stroke = _colours(shape, "note")
    box = shape.box
    edge = [(box.x + 10, box.y), (box.x, box.y), (box.x, box.bottom), (box.x + 10, box.bottom)]
    most = max(1, int((box.height - 4) // (11 * letters.LINE)))
    held = letters.wrap(name_of(shape.element), box.width - 12, 11.0, most)
    back = _rect(box, fill="#ffffff", fill_opacity="0.7")
    return (
        back
        + tag("path", d=path(edge), fill="none", stroke=stroke)
        + lines(
            held, box.x + 8, box.y + max(2.0, (box.height - letters.height(held, 11.0)) / 2), 11.0, "start", _ink(shape)
        )
    )


def _group(shape: Shape, study: Study) -> str:
    fill, stroke = _colours(shape, "group")
    box = shape.box
    parts = [_rect(box, rx=10, fill=fill if fill != "none" else "none", fill_opacity="0.35", stroke=stroke,
                   stroke_dasharray="8 4 2 4")]  # fmt: skip
    words = group_name(shape.element, study)
    if shape.label is not None:
        parts.append(_label(shape))
    elif words:
        held = letters.wrap(words, box.width - 16, 11.0, 1)
        parts.append(lines(held, box.x + 10, box.y + 4, 11.0, "start", MUTED, font_style="italic"))
    return "".join(parts)


def group_name(group: Element, study: Study) -> str:
    """A group's name, or the value of its category."""
    value = study.elements.get(str(group.attributes.get("categoryValueRef")))
    return name_of(group) or str(value.attributes.get("value") or "" if value is not None else "")


_FORMS = {
    "event": _event, "gateway": _gateway, "activity": _activity, "scope": _scope, "pool": _pool, "lane": _pool,
    "data": _data, "store": _store, "note": _note, "group": _group,
}  # fmt: skip
