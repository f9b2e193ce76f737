"""Functions of strings (DMN 1.5, table 73). Positions count code points from 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import regex, substitute
from ..budget import MAX_SIZE
from ..lanes import Lane


def substring(lane: Lane, string: str, start: Any, length: Any = None) -> str | None:
    """Null for a start at 0 or beyond the string, and for a length under 1."""
    first = int(start)
    if first == 0 or abs(first) > len(string) or (length is not None and int(length) < 1):
        return None
    begin = first - 1 if first > 0 else len(string) + first
    return string[begin:] if length is None else string[begin : begin + int(length)]


def string_length(lane: Lane, string: str) -> int:
    return len(string)


def upper_case(lane: Lane, string: str) -> str:
    return string.upper()


def lower_case(lane: Lane, string: str) -> str:
    return string.lower()


def substring_before(lane: Lane, string: str, match: str) -> str:
    return string.partition(match)[0] if match and match in string else ""


def substring_after(lane: Lane, string: str, match: str) -> str:
    return string.partition(match)[2] if match else string


def contains(lane: Lane, string: str, match: str) -> bool:
    return match in string


def starts_with(lane: Lane, string: str, match: str) -> bool:
    return string.startswith(match)


def ends_with(lane: Lane, string: str, match: str) -> bool:
    return string.endswith(match)


def matches(lane: Lane, text: str, pattern: str, flags: str | None = None) -> bool | None:
    compiled = regex.translate(pattern, flags or "")
    return None if compiled is None else compiled.search(text) is not None


def replace(lane: Lane, text: str, pattern: str, replacement: str, flags: str | None = None) -> str | None:
    return substitute.replace(text, pattern, replacement, flags or "")


def split(lane: Lane, string: str, delimiter: str) -> list[str] | None:
    return substitute.split(string, delimiter)


def string_join(lane: Lane, items: list[Any], delimiter: str | None = None) -> str | None:
    """Null where an item is neither a string nor null."""
    parts = [item for item in items if item is not None]
    if not all(type(part) is str for part in parts):
        return None
    if sum(map(len, parts)) + len(delimiter or "") * len(parts) > MAX_SIZE:
        return None
    return (delimiter or "").join(parts)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "substring": substring, "string length": string_length, "upper case": upper_case, "lower case": lower_case,
    "substring before": substring_before, "substring after": substring_after, "contains": contains,
    "starts with": starts_with, "ends with": ends_with, "matches": matches, "replace": replace, "split": split,
    "string join": string_join,
}  # fmt: skip
