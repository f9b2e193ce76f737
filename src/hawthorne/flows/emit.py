"""YAML text of plain values, in one style: block mappings and lists, double quotes where a text needs them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hawthorne.lang.nodes import Node, scalar

_PLAIN = re.compile(r"[^\W\d][\w .\-/()<>=+,'%]*(?::[\w/][\w .\-/()<>=+,'%]*)*\Z")
_OLD_WORDS = frozenset({"yes", "no", "on", "off", "y", "n", "true", "false", "null", "nan", "inf"})
_UNSAFE = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ud800-\\udfff\\ufffe\\uffff]")


def emit(value: Any) -> str:
    """The YAML text of a mapping.

    >>> print(emit({"a": {"b": 1, "c": ["x: y", None]}, "d": "2"}), end="")
    a:
      b: 1
      c:
        - "x: y"
        - null
    d: "2"
    """
    return "".join(f"{line}\n" for line in _lines(value, 0))


def _lines(value: Any, depth: int) -> Iterator[str]:
    indent = "  " * depth
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _entry(f"{indent}{_key(_text(key), indent)}:", item, depth)
    else:
        for item in value:
            yield from _item(indent, item, depth)


def _key(text: str, indent: str) -> str:
    """A key; YAML wants a mark before one that is longer than 1024 characters."""
    return text if len(text) < 1000 else f"? {text}\n{indent}"


def _entry(head: str, item: Any, depth: int) -> Iterator[str]:
    if isinstance(item, (Mapping, list, tuple)) and item:
        yield head
        yield from _lines(item, depth + 1)
    elif isinstance(item, str) and _in_block(item):
        yield from _block(head, item, depth + 1)
    else:
        yield f"{head} {_scalar(item)}"


def _item(indent: str, item: Any, depth: int) -> Iterator[str]:
    if isinstance(item, (Mapping, list, tuple)) and item:
        inner = list(_lines(item, depth + 1))
        yield f"{indent}- {inner[0].lstrip()}"
        yield from inner[1:]
    else:
        yield f"{indent}- {_scalar(item)}"


def _block(head: str, text: str, depth: int) -> Iterator[str]:
    yield f"{head} |" + ("" if text.endswith("\n") else "-")
    for line in text.removesuffix("\n").split("\n"):
        yield "  " * depth + line if line else ""


def _in_block(text: str) -> bool:
    """Whether a text of several lines can stand as a literal block."""
    body = text.removesuffix("\n")
    lines = body.split("\n")
    return (
        len(lines) > 1
        and "\t" not in text
        and _UNSAFE.search(text) is None
        and bool(lines[0])
        and bool(lines[-1])
        and not lines[0].startswith(" ")
        and all(line == line.rstrip() for line in lines)
    )


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    return "{}" if isinstance(value, Mapping) else "[]"


def _text(text: str) -> str:
    """A text, plain where nothing could take it for anything else."""
    plain = _PLAIN.match(text) and text[-1] != " " and text.lower() not in _OLD_WORDS
    if plain and isinstance(scalar(Node("scalar", text, 1, 1)), str):
        return text
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False))
