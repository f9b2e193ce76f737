"""Lenient reading: what a participant plainly meant, where the operator opened the session so.

A number written as text is that number; an option's text (upper and lower case alike) is that option; one option where
several may stand is a list of it; text around is trimmed. Whatever is still no answer is refused as ever, and what was
read is kept beside what was sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
LONGEST = 100
"""A longer text is no number that anybody meant."""
NUMERIC = frozenset({"likert", "slider", "integer", "number"})


def lenient(shown: Mapping[str, Any], value: JSON) -> JSON:
    """The answer that was meant, else the value itself. `shown` is the response as the participant sees it.

    >>> lenient({"kind": "slider", "range": [0, 100]}, " 72 "), lenient({"kind": "slider"}, "high")
    (72, 'high')
    >>> lenient({"kind": "choice", "options": [{"code": "o1", "text": "Yes"}]}, "yes")
    'o1'
    """
    kind = shown["kind"]
    if kind in NUMERIC:
        return _number(value)
    if kind == "choice":
        return _code(shown["options"], value)
    if kind in ("multi_choice", "ranking"):
        values = [value] if isinstance(value, str) else value
        return [_code(shown["options"], each) for each in values] if isinstance(values, list) else value
    if kind == "allocation" and isinstance(value, dict):
        return {_code(shown["options"], name): _number(share) for name, share in value.items()}
    if kind == "interval" and isinstance(value, list):
        return [_number(end) for end in value]
    if kind == "matrix" and isinstance(value, dict):
        return {_code(shown["rows"], row): lenient(shown["scale"], item) for row, item in value.items()}
    if kind == "keypress":
        return _pressed(shown["keys"], value)
    return value


def _number(value: JSON) -> JSON:
    text = value.strip() if isinstance(value, str) else ""
    if len(text) > LONGEST or NUMBER.fullmatch(text) is None:
        return value
    return float(text) if "." in text else int(text)


def _code(options: list[Mapping[str, Any]], value: JSON) -> JSON:
    """The code of the one option that a text names, by its code or by what it says."""
    if not isinstance(value, str):
        return value
    word = value.strip()
    found = [each["code"] for each in options if each["code"] == word]
    found = found or [each["code"] for each in options if str(each.get("text", "")).strip().lower() == word.lower()]
    return found[0] if len(found) == 1 else value


def _pressed(keys: list[Mapping[str, Any]], value: JSON) -> JSON:
    if isinstance(value, str):
        value = {"code": value}
    if isinstance(value, dict) and "code" in value:
        time = {"rt_ms": _number(value["rt_ms"])} if "rt_ms" in value else {}
        return value | {"code": _code(keys, value["code"])} | time
    return value
