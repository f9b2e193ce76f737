"""Texts with the matches of a pattern replaced, or cut at them (XPath Functions and Operators 3.1, 5.6.4 and 5.6.5)."""

from __future__ import annotations

import re

from .budget import MAX_SIZE
from .regex import InvalidPattern, translate


def replace(text: str, pattern: str, replacement: str, flags: str = "") -> str | None:
    """The text with each match replaced; None where a part is invalid, or where the pattern matches nothing."""
    compiled = translate(pattern, flags)
    if compiled is None or compiled.search("") is not None:
        return None
    try:
        parts = [replacement] if "q" in flags else _replacement(replacement, compiled.groups)
    except InvalidPattern:
        return None
    out: list[str] = []
    size, at = 0, 0
    for found in compiled.finditer(text):
        piece = text[at : found.start()] + "".join(
            part if isinstance(part, str) else _group(found, part) for part in parts
        )
        size, at = size + len(piece), found.end()
        if size > MAX_SIZE:
            return None
        out.append(piece)
    return "".join(out) + text[at:]


def _group(found: re.Match[str], number: int) -> str:
    return (found.group(number) or "") if number <= (found.re.groups or 0) else ""


def _replacement(text: str, groups: int) -> list[str | int]:
    """A replacement as strings and group numbers."""
    parts: list[str | int] = []
    at = 0
    while at < len(text):
        char = text[at]
        following = text[at + 1 : at + 2]
        if char == "\\":
            if following not in ("\\", "$"):
                raise InvalidPattern("a backslash stands before $ or a backslash")
            parts.append(following)
            at += 2
        elif char == "$":
            if not following.isdigit():
                raise InvalidPattern("$ stands before a digit")
            stop = at + 2
            while text[stop : stop + 1].isdigit() and int(text[at + 1 : stop + 1]) <= groups:
                stop += 1
            parts.append(int(text[at + 1 : stop]))
            at = stop
        else:
            parts.append(char)
            at += 1
    return parts


def split(text: str, delimiter: str) -> list[str] | None:
    """The parts between matches; None where the pattern is invalid or matches nothing at all."""
    compiled = translate(delimiter)
    if compiled is None or compiled.search("") is not None:
        return None
    parts, at = [], 0
    for found in compiled.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
    return [*parts, text[at:]]
