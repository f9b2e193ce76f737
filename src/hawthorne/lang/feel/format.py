"""Trees back to text, in one spelling: ``parse(format(tree)) == tree``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import tree
from .parse import SUM_RANK
from .text import number_text, quote
from .tokens import KEYWORDS, is_plain, words

# Ranks as in `parse`; what binds looser than its place asks is put in parentheses.
_OPEN, _OR, _AND, _COMPARE, _SUM, _PRODUCT, _POWER, _UNARY, _POSTFIX = 0, 1, 2, 3, SUM_RANK, 5, 6, 7, 8
_CHAIN_RANKS: dict[type, int] = {tree.Sum: _SUM, tree.Product: _PRODUCT, tree.Power: _POWER}


def format(node: tree.Node) -> str:
    """The text of a tree.

    >>> from .parse import parse
    >>> format(parse('if  a>1 then{b :[ 1,2 ]}else(x+1)*2'))
    'if a > 1 then {b: [1, 2]} else (x + 1) * 2'
    """
    return _write(node, _OPEN)


def _write(node: tree.Node, rank: int) -> str:
    own, text = _WRITERS[type(node)](node)
    return f"({text})" if own < rank else text


def _joined(nodes: tuple[tree.Node, ...], rank: int = _OPEN) -> str:
    return ", ".join(_write(node, rank) for node in nodes)


def _chain(node: tree.Chain) -> tuple[int, str]:
    rank = _CHAIN_RANKS[type(node)]
    parts = [_write(node.operands[0], rank + 1)]
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        parts.append(f" {operator} {_write(operand, rank + 1)}")
    return rank, "".join(parts)


def _negate(node: tree.Negate) -> tuple[int, str]:
    return _UNARY, f"-{_write(node.operand, _UNARY)}"


def _junction(word: str, rank: int) -> Callable[[Any], tuple[int, str]]:
    return lambda node: (rank, f" {word} ".join(_write(operand, rank + 1) for operand in node.operands))


def _comparison(node: tree.Comparison) -> tuple[int, str]:
    # `x instance of list < y` would read on into the type.
    left = _write(node.left, _SUM if isinstance(node.left, tree.InstanceOf) else _COMPARE)
    return _COMPARE, f"{left} {node.operator} {_write(node.right, _SUM)}"


def _between(node: tree.Between) -> tuple[int, str]:
    low, high = _write(node.low, _SUM), _write(node.high, _SUM)
    return _COMPARE, f"{_write(node.value, _COMPARE)} between {low} and {high}"


def _test(node: tree.UnaryTest) -> tuple[int, str]:
    """A unary test outside of a list of tests is a value in parentheses."""
    return _POSTFIX, f"({_bare_test(node)})"


def _bare_test(node: tree.Node) -> str:
    return f"{node.operator} {_write(node.operand, _SUM)}" if isinstance(node, tree.UnaryTest) else _write(node, _OPEN)


def _in(node: tree.In) -> tuple[int, str]:
    value = _write(node.value, _COMPARE)
    if len(node.tests) == 1 and not isinstance(node.tests[0], tree.UnaryTest):
        return _COMPARE, f"{value} in {_write(node.tests[0], _SUM)}"
    return _COMPARE, f"{value} in ({', '.join(_bare_test(test) for test in node.tests)})"


def _instance(node: tree.InstanceOf) -> tuple[int, str]:
    return _COMPARE, f"{_write(node.value, _COMPARE)} instance of {_type(node.type)}"


def _if(node: tree.If) -> tuple[int, str]:
    branches = [
        f"if {_write(condition, _OPEN)} then {_write(result, _OPEN)} else "
        for condition, result in zip(node.conditions, node.results, strict=True)
    ]
    last = _write(node.otherwise, _OPEN)
    return _OPEN, "".join(branches) + (f"({last})" if isinstance(node.otherwise, tree.If) else last)


def _iterations(iterations: tuple[tree.Iteration, ...]) -> str:
    return ", ".join(f"{iteration.name} in {_write(iteration.domain, _OPEN)}" for iteration in iterations)


def _span(node: tree.Span) -> tuple[int, str]:
    return _OPEN, f"{_write(node.low, _OPEN)}..{_write(node.high, _OPEN)}"


def _range(node: tree.RangeLiteral) -> tuple[int, str]:
    left, right = "[" if node.low_included else "(", "]" if node.high_included else ")"
    return _POSTFIX, f"{left}{_write(node.low, _OPEN)}..{_write(node.high, _SUM)}{right}"


def _key(key: str) -> str:
    """A key as it can be read again: bare when its tokens give it back, else as a string."""
    parts = words(key)
    bare = is_plain(key) or key in KEYWORDS or (len(parts) > 1 and all(part.isidentifier() for part in parts))
    return key if bare and " ".join(parts) == key else quote(key)


def _context(node: tree.ContextLiteral) -> tuple[int, str]:
    entries = (f"{_key(key)}: {_write(value, _OPEN)}" for key, value in zip(node.keys, node.values, strict=True))
    return _POSTFIX, f"{{{', '.join(entries)}}}"


def _function(node: tree.FunctionLiteral) -> tuple[int, str]:
    parameters = ", ".join(
        f"{parameter.name}: {_type(parameter.type)}" if parameter.type else parameter.name
        for parameter in node.parameters
    )
    return _OPEN, f"function({parameters}) {'external ' if node.external else ''}{_write(node.body, _OPEN)}"


def _call(node: tree.Call) -> tuple[int, str]:
    written = [_write(argument, _OPEN) for argument in node.arguments]
    if node.labels is not None:
        written = [f"{label}: {text}" for label, text in zip(node.labels, written, strict=True)]
    return _POSTFIX, f"{_write(node.function, _POSTFIX)}({', '.join(written)})"


def _tests(node: tree.UnaryTests) -> tuple[int, str]:
    inside = ", ".join(_bare_test(test) for test in node.tests)
    return _OPEN, f"not({inside})" if node.negated else inside or "-"


def _type(node: tree.TypeName) -> str:
    if node.name == "function" and node.result is not None:
        return f"function<{', '.join(_type(part) for part in node.parts)}> -> {_type(node.result)}"
    if node.labels:
        fields = ", ".join(f"{label}: {_type(part)}" for label, part in zip(node.labels, node.parts, strict=True))
        return f"context<{fields}>"
    return f"{node.name}<{_type(node.parts[0])}>" if node.parts else node.name


_WRITERS: dict[type, Callable[[Any], tuple[int, str]]] = {
    tree.Number: lambda node: (_POSTFIX, number_text(node.value)),
    tree.String: lambda node: (_POSTFIX, quote(node.value)),
    tree.Boolean: lambda node: (_POSTFIX, "true" if node.value else "false"),
    tree.Null: lambda node: (_POSTFIX, "null"),
    tree.AtLiteral: lambda node: (_POSTFIX, f"@{quote(node.text)}"),
    tree.Name: lambda node: (_POSTFIX, node.name),
    tree.Path: lambda node: (_POSTFIX, ".".join((_write(node.base, _POSTFIX), *node.keys))),
    tree.Filter: lambda node: (_POSTFIX, f"{_write(node.base, _POSTFIX)}[{_write(node.test, _OPEN)}]"),
    tree.Call: _call,
    tree.Negate: _negate,
    tree.Sum: _chain,
    tree.Product: _chain,
    tree.Power: _chain,
    tree.And: _junction("and", _AND),
    tree.Or: _junction("or", _OR),
    tree.Comparison: _comparison,
    tree.Between: _between,
    tree.UnaryTest: _test,
    tree.In: _in,
    tree.InstanceOf: _instance,
    tree.If: _if,
    tree.For: lambda node: (_OPEN, f"for {_iterations(node.iterations)} return {_write(node.body, _OPEN)}"),
    tree.Quantified: lambda node: (
        _OPEN, f"{node.quantifier} {_iterations(node.iterations)} satisfies {_write(node.body, _OPEN)}",
    ),
    tree.Span: _span,
    tree.RangeLiteral: _range,
    tree.ListLiteral: lambda node: (_POSTFIX, f"[{_joined(node.items)}]"),
    tree.ContextLiteral: _context,
    tree.FunctionLiteral: _function,
    tree.UnaryTests: _tests,
    tree.TypeName: lambda node: (_OPEN, _type(node)),
}  # fmt: skip
