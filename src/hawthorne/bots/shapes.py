"""Shapes: the small part of JSON Schema that bodies of requests and arguments of tools are written in.

`type` (one name or several), `properties`, `additionalProperties` (a shape), `required`, `items`, `enum`, `pattern` (of
the whole text), `minLength`, `maxLength`, `minItems`, `maxItems`, `uniqueItems`, `minimum`, `maximum`. Further
properties are allowed and ignored unless they have a shape, as JSON Schema has it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON, canonical

TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def problem(shape: Mapping[str, Any], value: JSON, where: str = "") -> str | None:
    """What is wrong with a value, in one sentence that names the place; None when nothing is.

    >>> problem({"type": "object", "required": ["text"]}, {})
    'text is missing'
    >>> problem({"additionalProperties": {"type": "string"}}, {"x": 1})
    'x must be a string, not 1'
    >>> problem({"properties": {"n": {"type": "integer", "minimum": 1}}}, {"n": 0})
    'n must be at least 1, not 0'
    """
    here = where or "the body"
    kinds = shape.get("type")
    if kinds is not None and not _is_a(kinds, value):
        names = kinds if isinstance(kinds, str) else " or ".join(kinds)
        return f"{here} must be {_article(names)}, not {_short(value)}"
    if "enum" in shape and value not in shape["enum"]:
        return f"{here} must be one of {', '.join(map(_short, shape['enum']))}, not {_short(value)}"
    if isinstance(value, dict):
        return _of_object(shape, value, where)
    if isinstance(value, list):
        return _of_list(shape, value, here)
    if isinstance(value, str):
        if "pattern" in shape and re.fullmatch(shape["pattern"], value) is None:
            return f"{here} must look like {shape['pattern']}, not {_short(value)}"
        return _of_size(shape, len(value), "Length", "characters", here)
    return None if isinstance(value, bool) or not isinstance(value, (int, float)) else _of_number(shape, value, here)


def _is_a(kinds: str | list[str], value: JSON) -> bool:
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool)):
            return True
    return False


def _of_object(shape: Mapping[str, Any], value: dict[str, JSON], where: str) -> str | None:
    prefix = f"{where}." if where else ""
    for name in shape.get("required", ()):
        if name not in value:
            return f"{prefix}{name} is missing"
    for name, inner in shape.get("properties", {}).items():
        if name in value:
            found = problem(inner, value[name], prefix + name)
            if found is not None:
                return found
    further = shape.get("additionalProperties")
    if isinstance(further, Mapping):
        for name in value:
            found = problem(further, value[name], prefix + name) if name not in shape.get("properties", {}) else None
            if found is not None:
                return found
    return None


def _of_list(shape: Mapping[str, Any], value: list[JSON], here: str) -> str | None:
    found = _of_size(shape, len(value), "Items", "items", here)
    if found is not None:
        return found
    if shape.get("uniqueItems") and len({canonical(item) for item in value}) < len(value):
        return f"{here} must not name anything twice"
    for i, item in enumerate(value):
        found = problem(shape.get("items", {}), item, f"{here}[{i}]")
        if found is not None:
            return found
    return None


def _of_size(shape: Mapping[str, Any], size: int, word: str, unit: str, here: str) -> str | None:
    least, most = shape.get(f"min{word}"), shape.get(f"max{word}")
    if least is not None and size < least:
        return f"{here} must have at least {least} {unit}, not {size}"
    if most is not None and size > most:
        return f"{here} must have at most {most} {unit}, not {size}"
    return None


def _of_number(shape: Mapping[str, Any], value: float, here: str) -> str | None:
    least, most = shape.get("minimum"), shape.get("maximum")
    if least is not None and value < least:
        return f"{here} must be at least {least}, not {value}"
    if most is not None and value > most:
        return f"{here} must be at most {most}, not {value}"
    return None


def _article(names: str) -> str:
    return f"{'an' if names[0] in 'aeiou' else 'a'} {names}"


def _short(value: JSON) -> str:
    text = canonical(value)
    return text if len(text) <= 60 else text[:57] + "..."
