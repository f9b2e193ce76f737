"""What a call came to, as JSON: results, what is selected from them, and what goes to files instead."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Set
from datetime import date, datetime
from pathlib import PurePath
from typing import Any

from hawthorne.actors.performers.files import Files
from hawthorne.core.errors import HawthorneError
from hawthorne.core.performer import FILE, HandBack
from hawthorne.core.values import JSON
from hawthorne.lang import feel

MOST = 1 << 20
"""How many letters of JSON a record holds of one value; what is longer goes to a file."""

_PATH = re.compile(r"\s*result(?P<steps>(\s*\.\s*[^\W\d]\w*|\s*\[\s*-?\d+\s*\])*)\s*\Z")
_STEP = re.compile(r"\.\s*(?P<name>[^\W\d]\w*)|\[\s*(?P<index>-?\d+)\s*\]")


class Unfit(HawthorneError):
    """A result that no record can hold."""


def hand_back(result: Any, outputs: Iterable[Mapping[str, Any]], files: Files) -> HandBack:
    """The hand-back of a result. `outputs` are the step's data edges: `target`, `select` (an expression over `result`)
    and `file`. Raises Unfit for what neither JSON nor a file can hold."""
    outputs = list(outputs)
    values = {}
    for output in outputs:
        if "file" in output:
            values[output["target"]] = _filed(output["file"], selected(result, output.get("select")), files)
    held, why = _held(result)
    if why is None:
        return HandBack(held, values)
    if not outputs:
        raise Unfit(f"{why}: let a data output with a `uri` carry it")
    for output in outputs:
        if "file" not in output:
            part, why = _held(selected(result, output.get("select")))
            if why is not None:
                raise Unfit(f'{why} (for "{output["target"]}"): give that a `uri`')
            values[output["target"]] = part
    return HandBack(None, values, {"type": type(result).__name__})


def _held(value: Any) -> tuple[JSON, str | None]:
    """A value as JSON, or why a record does not hold it."""
    try:
        held = as_json(value)
    except TypeError as error:
        return None, str(error)
    size = len(json.dumps(held, ensure_ascii=False))
    return (
        (held, None) if size <= MOST else (None, f"the result is {size:,} letters of JSON, and a record holds {MOST:,}")
    )


def _filed(name: str, value: Any, files: Files) -> JSON:
    """Write a value to its file; the value itself where a record holds it, else a reference to the file."""
    held, why = _held(value)
    digest = files.write(name, value if why is not None else held)
    small = why is None and not _is_picture(name)
    return held if small else {FILE: name, "digest": digest}


def _is_picture(name: str) -> bool:
    return PurePath(name).suffix.lower() in (".png", ".svg", ".pdf", ".jpg", ".jpeg")


def selected(result: Any, select: str | None, names: Mapping[str, Any] | None = None) -> Any:
    """What an expression takes of a result. A path of names and places (from 1) works on any object, anything else on
    JSON alone. Raises Unfit.

    >>> selected(({"a": 1}, "b"), "result[1].a"), selected([1, 2], "sum(result)"), selected(3, None)
    (1, 3, 3)
    """
    if select is None:
        return result
    path = _PATH.match(select)
    if path is not None and _is_foreign(result):
        for step in _STEP.finditer(path["steps"]):
            result = _inside(result, step["name"], step["index"], select)
        return result
    try:
        given = {name: as_json(value) for name, value in (names or {}).items()}
        return feel.evaluate(select, given | {"result": as_json(result)}, numbers="float")
    except (feel.FeelError, TypeError) as error:
        raise Unfit(f"{select}: {error}") from None


def _is_foreign(value: Any) -> bool:
    """Whether FEEL cannot read a value."""
    if isinstance(value, Mapping):
        return any(map(_is_foreign, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_is_foreign, value))
    return not (value is None or isinstance(value, bool | int | float | str))


def _inside(value: Any, name: str | None, index: str | None, select: str) -> Any:
    try:
        if index is not None:
            place = int(index)
            return value[place - 1 if place > 0 else place]
        assert name is not None
        return value[name] if isinstance(value, Mapping) else getattr(value, name)
    except (LookupError, AttributeError, TypeError) as error:
        raise Unfit(f"{select}: {type(error).__name__}: {error}") from None


def as_json(value: Any) -> JSON:
    """A result as JSON: tables become lists of records, arrays lists, dates text, NaN null. Raises TypeError.

    >>> as_json({"a": (1, float("inf")), 2: {3}})
    {'a': [1, None], '2': [3]}
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    if isinstance(value, Set):
        return sorted((as_json(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    if isinstance(value, datetime | date):
        return value.isoformat()
    if hasattr(value, "columns") and hasattr(value, "to_dict"):
        return as_json(value.to_dict("records"))
    if hasattr(value, "tolist"):
        return as_json(value.tolist())
    number = getattr(value, "__float__", None)
    if number is not None and hasattr(value, "as_integer_ratio"):
        return as_json(number())
    raise TypeError(f"the result is a {type(value).__name__}, which JSON cannot hold")
