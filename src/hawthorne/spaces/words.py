"""An answer in the words that were on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON


def in_words(shown: Mapping[str, Any], value: JSON) -> str | None:
    """What the chosen options, the keys or the anchored point are called on the screen; None where nothing is.

    >>> in_words({"kind": "ranking", "options": [{"code": "o1", "text": "Tea"}, {"code": "o2"}]}, ["o2", "o1"])
    'o2, Tea'
    >>> in_words({"kind": "likert", "range": [1, 7], "anchors": {"7": "fully"}}, 7)
    'fully'
    """
    kind = shown["kind"]
    if kind == "choice":
        return _called(shown["options"], value)
    if kind in ("multi_choice", "ranking"):
        return ", ".join(_called(shown["options"], code) for code in value)
    if kind == "keypress":
        return _called(shown["keys"], value["code"])
    if kind == "likert":
        anchors = shown.get("anchors")
        return anchors.get(str(int(value))) if anchors else None
    if kind == "allocation":
        return ", ".join(f"{_called(shown['options'], code)}: {share}" for code, share in value.items())
    if kind == "matrix":
        scale = shown["scale"]
        pairs = [(row, item) for row, item in value.items() if item is not None]
        return ", ".join(f"{_called(shown['rows'], row)}: {in_words(scale, item) or item}" for row, item in pairs)
    return None


def _called(options: list[Mapping[str, Any]], code: str) -> str:
    """The text of an option, or what its image shows, else its code."""
    for option in options:
        if option["code"] == code:
            return str(option.get("text") or option.get("alt") or code)
    return code
