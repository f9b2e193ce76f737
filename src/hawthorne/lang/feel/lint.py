"""Warnings of portability: what the study documents' subset of FEEL does not have (study reference, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from . import tree
from .errors import FeelWarning
from .functions.catalog import BUILTINS
from .parse import parse
from .tokens import is_plain

SUBSET_FUNCTIONS = frozenset(
    {
        "not", "contains", "starts with", "ends with", "substring after", "substring before", "upper case",
        "lower case",
        "string length", "count", "sum", "min", "max", "mean", "abs", "is defined",
    }
)  # fmt: skip


def lint(text: str, names: Collection[str] = ()) -> list[FeelWarning]:
    """What other engines of study documents may refuse in an expression, in the order of the text.

    ``names`` are those in scope, needed for names of several words. Raises FeelSyntaxError where the text is not FEEL.

    >>> [str(warning) for warning in lint("some x in xs satisfies x between 1 and 2")]
    ['some … satisfies is outside of the study subset', 'between is outside of the study subset']
    """
    return sorted(_warnings(parse(text, names)), key=lambda warning: warning.position)


def _warnings(root: tree.Node) -> Iterator[FeelWarning]:
    for node in tree.walk(root):
        construct = _CONSTRUCTS.get(type(node))
        message = construct(node) if construct else None
        if message is not None:
            yield FeelWarning(f"{message} is outside of the study subset", node.at)


def _call(node: tree.Call) -> str | None:
    if node.labels is not None:
        return "a call with named arguments"
    if not isinstance(node.function, tree.Name):
        return "a call of a value"
    name = node.function.name
    if name in SUBSET_FUNCTIONS:
        return None
    return f"the function '{name}'" if name in BUILTINS else f"a call of '{name}'"


def _filter(node: tree.Filter) -> str | None:
    if any(isinstance(inner, tree.Call) for inner in tree.walk(node.test)):
        return "a call inside a filter"
    return "the index 0" if isinstance(node.test, tree.Number) and node.test.value == 0 else None


def _in(node: tree.In) -> str | None:
    return "a list of unary tests" if len(node.tests) > 1 else None


def _chain(node: tree.Comparison) -> str | None:
    chained = isinstance(node.left, (tree.Comparison, tree.In, tree.Between, tree.InstanceOf))
    return "a comparison of a comparison" if chained else None


def _name(node: tree.Name) -> str | None:
    return None if is_plain(node.name) or node.name in BUILTINS else f"the name '{node.name}' of several words"


def _says(message: str) -> Callable[[Any], str]:
    return lambda node: message


_CONSTRUCTS: dict[type, Callable[[Any], str | None]] = {
    tree.Call: _call, tree.Filter: _filter, tree.In: _in, tree.Comparison: _chain, tree.Name: _name,
    tree.AtLiteral: _says("a date, time or duration literal"), tree.Power: _says("'**'"),
    tree.Between: _says("between"),
    tree.InstanceOf: _says("instance of"), tree.For: _says("for … return"),
    tree.Quantified: lambda node: f"{node.quantifier} … satisfies", tree.RangeLiteral: _says("a range"),
    tree.UnaryTest: _says("a unary test"), tree.FunctionLiteral: _says("a function definition"),
}  # fmt: skip
