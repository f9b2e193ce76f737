"""The spelling of attributes: from a node to the Python value that a vocabulary declares."""

from __future__ import annotations

import json
import re
from typing import Any

from hawthorne.core.values import canonical
from hawthorne.flows.vocabulary.load import Property
from hawthorne.lang.nodes import Node, parse_text, placeholder, plain, scalar

PLACEHOLDER = re.compile(r"\$?\{\s*[^\W\d][\w-]*(\.[^\W\d][\w-]*)*\s*\}")
"""A placeholder: a dotted name in braces. `${name}` is an older spelling."""


class Unfit(Exception):
    """A node whose shape an attribute cannot have: a list or a mapping where a text is due."""


def text_of(node: Node) -> str | None:
    """A scalar's text as written, None for nothing. Raises Unfit for a list or mapping (a lone `{name}` is text)."""
    if node.kind == "scalar":
        return None if node.is_null else node.value
    text = placeholder(node)
    if text is None:
        raise Unfit
    return text


def decode(declared: Property, node: Node) -> Any:
    """An attribute's value, None where nothing is written. Raises Unfit."""
    if declared.type == "YAMLString":
        return _structure(node)
    if declared.many:
        items = node.value if node.kind == "seq" else [node]
        texts = [text_of(item) for item in items]
        return tuple(text for text in texts if text is not None) or None
    if declared.type == "Literal" and (node.kind == "seq" or (node.kind == "map" and placeholder(node) is None)):
        return canonical(plain(node))
    text = text_of(node)
    return None if text is None else fit(declared.type, text)


def fit(kind: str, text: str) -> Any:
    """A text as the declared plain type, or the text itself where it does not fit.

    >>> fit("Integer", "12"), fit("Integer", "1.5"), fit("Boolean", "true"), fit("Real", "1e-2"), fit("String", "12")
    (12, '1.5', True, 0.01, '12')
    """
    if kind not in ("Integer", "Real", "Boolean"):
        return text
    value = scalar(Node("scalar", text.strip(), 1, 1))
    if kind == "Boolean":
        return value if isinstance(value, bool) else text
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return text
    if kind == "Real":
        return value if abs(value) < 1e300 else text
    return int(value) if float(value).is_integer() and abs(value) < 2**63 else text


def _structure(node: Node) -> Any:
    """A YAML-typed attribute: its mapping or list, written out or as a text that holds one."""
    if node.kind != "scalar":
        return plain(node)
    if node.is_null:
        return None
    inner = inside(node)
    if inner is not None:
        return plain(inner)
    return node.value


def inside(node: Node) -> Node | None:
    """The mapping or list that a text of a YAML-typed attribute holds; None where it holds a scalar or broken YAML."""
    if ":" not in node.value and node.value.lstrip()[:1] not in ("[", "{", "-"):
        return None
    root = parse_text(node.value, None, node.line, node.column).root
    return root if root is not None and root.kind != "scalar" and root.value else None


def from_json(text: str) -> Any:
    """A literal: JSON if it parses, else the text itself.

    >>> from_json('[1, 2]'), from_json('control')
    ([1, 2], 'control')
    """
    try:
        return json.loads(text)
    except ValueError:
        return text
