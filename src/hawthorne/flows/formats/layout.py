"""One spelling of a layout: boxes, points and colours as texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
BOX = re.compile(rf"{_NUMBER}(?: {_NUMBER}){{3}}\Z")
"""`x y width height`."""
POINTS = re.compile(rf"{_NUMBER},{_NUMBER}(?: {_NUMBER},{_NUMBER})*\Z")
"""`x,y x,y …`."""
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\Z")


def normal(layout: Mapping[str, Any]) -> dict[str, Any]:
    """A layout whose boxes and points are texts, where an older spelling has mappings and lists.

    >>> normal({"A": {"bounds": {"x": 1, "y": 2, "width": 3, "height": 4}, "label": {}}})
    {'A': {'bounds': '1 2 3 4'}}
    """
    return {id: dict(_normal(entry)) if isinstance(entry, Mapping) else entry for id, entry in layout.items()}


def _normal(entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    colours = {"background-color": "fill", "border-color": "stroke"}
    font = str(entry["font"]) if isinstance(entry.get("font"), str) else ""
    for key, value in entry.items():
        if key in colours and entry.get(colours[key], value) == value:
            if colours[key] not in entry:
                yield colours[key], value
        elif key == "bounds":
            yield key, _text_of_box(value)
        elif key == "waypoint":
            yield key, _text_of_points(value)
        elif key == "label" and isinstance(value, Mapping) and set(value) <= {"bounds", "color"}:
            if "bounds" in value:
                yield key, _text_of_box(value["bounds"])
            if isinstance(value.get("color"), str):
                yield "font", f"{font} {value['color']}".strip()
        elif key != "font" or not (isinstance(entry.get("label"), Mapping) and "color" in entry["label"]):
            yield key, value


def _text_of_box(value: Any) -> Any:
    keys = ("x", "y", "width", "height")
    if isinstance(value, Mapping) and set(value) == set(keys) and all(_is_number(value[key]) for key in keys):
        return " ".join(str(value[key]) for key in keys)
    return value


def _text_of_points(value: Any) -> Any:
    if isinstance(value, (list, tuple)) and value and all(
        isinstance(point, Mapping) and set(point) == {"x", "y"} and all(map(_is_number, point.values()))
        for point in value
    ):  # fmt: skip
        return " ".join(f"{point['x']},{point['y']}" for point in value)
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
