"""The type of an expression as far as its text shows it: for the results of functions in ``instance of``."""

from __future__ import annotations

from collections.abc import Mapping

from . import tree
from .durations import MonthsDuration, TimeDuration, parse_duration
from .temporal import parse_date, parse_date_time, parse_time

Known = Mapping[str, tree.TypeName | None]

_LITERALS: dict[type, str] = {tree.Number: "number", tree.String: "string", tree.Boolean: "boolean", tree.Null: "Null"}
_TRUTHS = (tree.Comparison, tree.Between, tree.In, tree.InstanceOf, tree.And, tree.Or, tree.Quantified)
_RESULTS: dict[str, str] = {
    **dict.fromkeys(
        ("count", "string length", "decimal", "floor", "ceiling", "round up", "round down", "round half up",
         "round half down", "modulo", "sqrt", "log", "exp", "number", "product", "median", "stddev", "day of year",
         "week of year"), "number"),
    **dict.fromkeys(
        ("substring", "upper case", "lower case", "substring before", "substring after", "replace", "string join",
         "string", "day of week", "month of year"), "string"),
    **dict.fromkeys(
        ("not", "contains", "starts with", "ends with", "matches", "list contains", "all", "any", "odd", "even", "is",
         "is defined", "before", "after", "includes", "overlaps"), "boolean"),
}  # fmt: skip
_DURATIONS = {MonthsDuration: "years and months duration", TimeDuration: "days and time duration"}


def infer(node: tree.Node, names: Known) -> tree.TypeName | None:
    """The type of a node's values, or None where the text does not tell; ``names`` are the types of parameters.

    >>> from .parse import parse
    >>> infer(parse('if a then "x" else "y"'), {}).name
    'string'
    """
    literal = _LITERALS.get(type(node))
    if literal is not None:
        return tree.TypeName(literal)
    if isinstance(node, _TRUTHS):
        return tree.TypeName("boolean")
    if isinstance(node, tree.Name):
        return names.get(node.name)
    if isinstance(node, tree.AtLiteral):
        return _at(node.text)
    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and node.function.name not in names:
        result = _RESULTS.get(node.function.name)
        return None if result is None else tree.TypeName(result)
    if isinstance(node, tree.Chain):
        kinds = {infer(operand, names) for operand in node.operands}
        return kinds.pop() if kinds in ({tree.TypeName("number")}, {tree.TypeName("string")}) else None
    if isinstance(node, tree.If):
        return _one({infer(result, names) for result in (*node.results, node.otherwise)})
    if isinstance(node, tree.ListLiteral) and node.items:
        item = _one({infer(item, names) for item in node.items})
        return None if item is None else tree.TypeName("list", (item,))
    return None


def _one(kinds: set[tree.TypeName | None]) -> tree.TypeName | None:
    return kinds.pop() if len(kinds) == 1 else None


def _at(text: str) -> tree.TypeName | None:
    duration = parse_duration(text)
    if duration is not None:
        return tree.TypeName(_DURATIONS[type(duration)])
    for name, read in (("date", parse_date), ("time", parse_time), ("date and time", parse_date_time)):
        if read(text) is not None:
            return tree.TypeName(name)
    return None
