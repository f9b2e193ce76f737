"""SVG text of single things: tags, texts, colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from hawthorne.flows.draw.geometry import Box, Point
from hawthorne.flows.draw.picture import Label
from hawthorne.lang import letters

INK = "#1b1f24"
MUTED = "#57606a"
LINE = "#3d444d"
FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"

PALETTE = {
    "start": ("#e6f4ea", "#2d6a4f"),
    "end": ("#fbe9e7", "#9b2c2c"),
    "event": ("#fff8e1", "#8a6100"),
    "gateway": ("#fff4de", "#8a6100"),
    "activity": ("#eaf2fb", "#2f5d8c"),
    "scope": ("#f8fafc", "#5b6b7b"),
    "pool": ("#ffffff", "#5b6b7b"),
    "header": ("#eef2f6", "#5b6b7b"),
    "data": ("#f3f0fa", "#5b4a8a"),
    "note": ("none", "#57606a"),
    "group": ("none", "#7a8794"),
}
"""Fill and line by what is drawn: calm, and told apart by shape as well."""

_BAD = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(words: object) -> str:
    """Text for XML: in attributes in double quotes too; what XML cannot hold becomes a replacement character.

    >>> escaped('a<b> & "c"')
    'a&lt;b&gt; &amp; &quot;c&quot;'
    """
    said = _BAD.sub("\ufffd", str(words))
    return said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value: float) -> str:
    """A coordinate, with a tenth at most.

    >>> number(12.0), number(3.14159), number(-0.01)
    ('12', '3.1', '0')
    """
    said = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if said == "-0" else said


def tag(name: str, content: str = "", **attributes: Any) -> str:
    """An element; a trailing underscore of a name falls off and an inner one is a hyphen; None is left out."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float) else escaped(value)}"'
        for key, value in attributes.items() if value is not None
    )  # fmt: skip
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def path(points: Sequence[Point]) -> str:
    """The path of straight lines through points, with rounded corners."""
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points)


def rounded(points: Sequence[Point], radius: float = 6.0) -> str:
    """A path whose corners are rounded."""
    parts = [f"M{number(points[0][0])},{number(points[0][1])}"]
    for index in range(1, len(points) - 1):
        a, b, c = points[index - 1], points[index], points[index + 1]
        one, two = _short(b, a, radius), _short(b, c, radius)
        parts.append(
            f"L{number(one[0])},{number(one[1])}Q{number(b[0])},{number(b[1])} {number(two[0])},{number(two[1])}"
        )
    parts.append(f"L{number(points[-1][0])},{number(points[-1][1])}")
    return "".join(parts)


def _short(start: Point, toward: Point, most: float) -> Point:
    length = ((toward[0] - start[0]) ** 2 + (toward[1] - start[1]) ** 2) ** 0.5
    share = min(most, length / 2) / length if length else 0.0
    return start[0] + (toward[0] - start[0]) * share, start[1] + (toward[1] - start[1]) * share


def lines(
    words: Sequence[str], x: float, y: float, size: float, align: str = "middle", fill: str = INK, **more: Any
) -> str:
    """Lines of text whose upper edge is at `y`."""
    spans = "".join(
        tag("tspan", escaped(line), x=float(x), dy=None if index == 0 else number(size * letters.LINE))
        for index, line in enumerate(words)
    )
    return tag("text", spans, x=float(x), y=float(y + size * 0.95), font_size=number(size), text_anchor=align,
               fill=fill, **more)  # fmt: skip


def label(held: Label, fill: str = INK, **more: Any) -> str:
    """A label in its box, with a halo that keeps it readable on lines."""
    x = {"start": held.box.x, "middle": held.box.cx, "end": held.box.right}[held.align]
    return lines(held.lines, x, held.box.y, held.size, held.align, fill, class_="halo", **more)


def pill(held: Label) -> str:
    """A count on a dark ground."""
    box: Box = held.box
    back = tag("rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=8, fill="#0b5351", stroke="#ffffff")
    return back + lines(held.lines, box.cx, box.y + 1.5, held.size, "middle", "#ffffff", font_weight="bold")
