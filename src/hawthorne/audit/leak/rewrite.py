"""Renaming in what is written down: names and literals in expressions, references in texts that participants see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from hawthorne.lang import feel
from hawthorne.lang.feel import FeelError, tree
from hawthorne.protocols.compile.expressions import ROOTS
from hawthorne.protocols.compile.piping import PIPE

Names = Mapping[str, str]
"""New names by the old ones."""

WORDS = frozenset({*ROOTS, "all", "code", "index", "participant", "rt_ms", "value"})
"""Names that expressions and documents know themselves."""


def expression(text: str, names: Names) -> str:
    """An expression under new names: in paths behind their first word, in keys, and as texts.

    >>> expression('resp.agree = "yes" and factor.cue != "yes"', {"agree": "a1", "yes": "b2"})
    'resp.a1 = "b2" and factor.cue != "b2"'
    """
    try:
        root = feel.parse(text, ROOTS)
    except FeelError:
        return text
    return feel.format(_renamed(root, names))


def _renamed(node: Any, names: Names) -> Any:
    if isinstance(node, tuple):
        return tuple(_renamed(each, names) for each in node)
    if not isinstance(node, tree.Node):
        return node
    changes = {field.name: _renamed(getattr(node, field.name), names) for field in fields(node) if field.name != "at"}
    if isinstance(node, tree.String):
        changes["value"] = names.get(node.value, node.value)
    elif isinstance(node, (tree.Path, tree.ContextLiteral)):
        changes["keys"] = tuple(names.get(key, key) for key in node.keys)
    return replace(node, **changes)


def shown(text: str, names: Names) -> str:
    """A text that participants see, its references under new names and all else as it is.

    >>> shown("hi, {{draw.hi|int}}", {"hi": "a1"})
    'hi, {{draw.a1|int}}'
    """
    return piped(text, lambda reference: expression(reference, names))


def piped(text: str, new: Callable[[str], str]) -> str:
    """A text whose references are replaced."""
    return PIPE.sub(lambda match: match[0].replace(match[1], new(match[1]), 1), text) if "{{" in text else text
