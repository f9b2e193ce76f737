"""Where the two lanes of numbers may give different digits, seen from the text: the static check of the float lane.

Comparisons, logic, counts, thresholds, selections, and sums and products of whole numbers are the same in both lanes
(below 2**53). Sums and products of numbers that may have fractions, quotients, powers and functions of them may differ
in the last digits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from . import tree
from .errors import FeelWarning
from .infer import infer
from .parse import parse

#: Functions that give whole numbers whatever they are given.
_WHOLE = frozenset({"count", "string length", "day of year", "week of year"})
#: Functions that give a whole number for whole numbers, and choose or move among their arguments.
_CHOOSING = frozenset({"min", "max", "abs", "sum", "product", "modulo", "floor", "ceiling"})
#: Functions that compute with numbers.
_COMPUTING = frozenset(
    {
        "sum", "product", "mean", "median", "stddev", "sqrt", "log", "exp", "modulo", "decimal", "round up",
        "round down", "round half up", "round half down",
    }
)  # fmt: skip
_NO_NUMBERS = frozenset(
    {
        "string", "boolean", "date", "time", "date and time", "days and time duration", "years and months duration",
        "Null", "list",
    }
)  # fmt: skip


def differences(expression: str | tree.Node, known: Collection[str] = ()) -> list[FeelWarning]:
    """The places where the lanes may differ in the last digits; empty where they give the same value.

    ``known`` are the names in scope, needed for names of several words. Raises FeelSyntaxError.

    >>> differences('count(trials[rt > 0.25]) >= 3 and arm = "go"')
    []
    >>> [warning.message for warning in differences("errors / trials > 0.1")]
    ["'/' may differ in the last digits"]
    """
    node = parse(expression, known) if isinstance(expression, str) else expression
    return sorted(_differences(node), key=lambda warning: warning.position)


def _differences(root: tree.Node) -> Iterator[FeelWarning]:
    for node in tree.walk(root):
        what = _what(node)
        if what is not None:
            yield FeelWarning(f"{what} may differ in the last digits", node.at)


def _what(node: tree.Node) -> str | None:
    if isinstance(node, tree.Chain):
        for operator in node.operators:
            if operator in ("/", "**"):
                return f"'{operator}'"
        harmless = any(_no_number(operand) for operand in node.operands) or all(map(is_whole, node.operands))
        return None if harmless else f"'{node.operators[0]}'"
    name = _called(node)
    if name in _COMPUTING and not is_whole(node):
        return f"'{name}'"
    return None


def _called(node: tree.Node) -> str:
    return node.function.name if isinstance(node, tree.Call) and isinstance(node.function, tree.Name) else ""


def _no_number(node: tree.Node) -> bool:
    """Whether a node's values are surely no numbers, so that arithmetic with it is exact, or null."""
    kind = infer(node, {})
    return kind is not None and kind.name in _NO_NUMBERS


def is_whole(node: tree.Node) -> bool:
    """Whether a node's value is surely a whole number, or null."""
    if isinstance(node, tree.Number):
        return node.value == node.value.to_integral_value() and abs(node.value) < 2**53
    if isinstance(node, tree.Negate):
        return is_whole(node.operand)
    if isinstance(node, tree.Chain):
        return not {"/", "**"} & set(node.operators) and all(map(is_whole, node.operands))
    if isinstance(node, tree.If):
        return all(map(is_whole, (*node.results, node.otherwise)))
    name = _called(node)
    if name in _WHOLE:
        return True
    return name in _CHOOSING and isinstance(node, tree.Call) and all(map(_whole_argument, node.arguments))


def _whole_argument(node: tree.Node) -> bool:
    return all(map(is_whole, node.items)) if isinstance(node, tree.ListLiteral) else is_whole(node)
