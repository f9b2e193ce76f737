"""Text to tree: operators by rank, then paths, filters and calls, then values.

Ranks, loosest first: ``or``, ``and``, comparisons with ``between``, ``in`` and ``instance of``, sums, products,
powers; a minus sign binds tighter than a power (DMN 1.5, 10.3.1.2, rules 2 to 4 and 19 to 25). Powers group from the
left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from decimal import Decimal

from . import foreign, tree
from .cursor import Cursor
from .errors import FeelLimitError
from .functions.catalog import BUILTINS
from .parse_forms import (
    COMPARISONS,
    SUM_RANK,
    finish_range,
    parse_context,
    parse_for,
    parse_function,
    parse_if,
    parse_quantified,
    parse_round,
    parse_square,
    parse_test,
)
from .parse_types import parse_type
from .tokens import KEYWORDS, unescape

#: How many nodes may stand inside one another.
MAX_HEIGHT = 200

#: Largest power of ten of a number (IEEE 754-2008 decimal128).
MAX_EXPONENT = 6144

_OR, _AND, _COMPARE = 1, 2, 3
_PRODUCT, _POWER = 5, 6
_RANKS = {
    "or": _OR, "and": _AND, "between": _COMPARE, "in": _COMPARE, "instance": _COMPARE,
    "+": SUM_RANK, "-": SUM_RANK, "*": _PRODUCT, "/": _PRODUCT, "**": _POWER,
    **dict.fromkeys(COMPARISONS, _COMPARE),
}  # fmt: skip
_CHAINS: dict[int, type[tree.Chain]] = {SUM_RANK: tree.Sum, _PRODUCT: tree.Product, _POWER: tree.Power}


def parse(text: str, names: Collection[str] = (), members: Collection[str] = ()) -> tree.Node:
    """The tree of one expression.

    ``names`` are the names in scope (only those of several words or with symbols matter here), ``members`` the keys of
    values in scope. Raises FeelSyntaxError and FeelLimitError.

    >>> parse("a + 1")
    Sum(operators=('+',), operands=(Name(name='a'), Number(value=Decimal('1'))))
    """
    cursor = _cursor(text, names, members)
    try:
        node = cursor.expression()
    except RecursionError:
        raise FeelLimitError("the expression nests deeper than Python's stack", text, cursor.token.at) from None
    _finish(cursor, node)
    return node


def parse_unary_tests(text: str, names: Collection[str] = (), members: Collection[str] = ()) -> tree.UnaryTests:
    """The tree of unary tests: ``-``, tests separated by commas, or ``not(tests)`` (grammar rules 13 to 17)."""
    cursor = _cursor(text, names, members)
    if cursor.sees("-") and cursor.peek().kind == "end":
        return tree.UnaryTests(())
    negated = cursor.sees("not") and cursor.peek().text == "(" and _closes_at_end(cursor)
    if negated:
        cursor.index += 2
    tests = [parse_test(cursor)]
    while cursor.takes(","):
        tests.append(parse_test(cursor))
    if negated:
        cursor.expect(")", "after the tests of 'not'")
    node = tree.UnaryTests(tuple(tests), negated)
    _finish(cursor, node)
    return node


def _cursor(text: str, names: Collection[str], members: Collection[str]) -> Cursor:
    cursor = Cursor(text, names, members, parse_operation)
    if cursor.token.kind == "end":
        raise cursor.error("the expression is empty", "write a value, such as true")
    return cursor


def _closes_at_end(cursor: Cursor) -> bool:
    """Whether the parenthesis after ``not`` closes at the last token."""
    depth = 0
    for index, token in enumerate(cursor.tokens[cursor.index + 1 :], cursor.index + 1):
        if token.kind == "symbol":
            depth += (token.text == "(") - (token.text == ")")
            if depth == 0:
                return cursor.tokens[index + 1].kind == "end"
    return False


def _finish(cursor: Cursor, node: tree.Node) -> None:
    if cursor.token.kind != "end":
        raise cursor.unfinished()
    level, height = [node], 0
    while level:
        height += 1
        if height > MAX_HEIGHT:
            raise FeelLimitError(f"the expression nests deeper than {MAX_HEIGHT} nodes", cursor.text, level[0].at)
        level = [inner for outer in level for inner in tree.children(outer)]


def parse_operation(cursor: Cursor, floor: int) -> tree.Node:
    """Operands joined by operators of at least a rank."""
    return continue_operation(cursor, parse_unary(cursor), floor)


def continue_operation(cursor: Cursor, left: tree.Node, floor: int) -> tree.Node:
    """The operators that follow an operand."""
    while True:
        token = cursor.token
        rank = _RANKS.get(token.text, 0) if token.kind in ("symbol", "name") else 0
        if rank < max(floor, 1):
            return left
        if rank == _COMPARE:
            left = _comparison(cursor, left)
        elif rank in _CHAINS:
            operators, operands = _chain(cursor, left, rank)
            left = _CHAINS[rank](operators, operands, at=left.at)
        else:
            _, operands = _chain(cursor, left, rank)
            left = (tree.And if rank == _AND else tree.Or)(operands, at=left.at)


def _chain(cursor: Cursor, left: tree.Node, rank: int) -> tuple[tuple[str, ...], tuple[tree.Node, ...]]:
    operators: list[str] = []
    operands = [left]
    while cursor.token.kind in ("symbol", "name") and _RANKS.get(cursor.token.text) == rank:
        operators.append(cursor.next().text)
        operands.append(cursor.same_level(rank + 1))
    return tuple(operators), tuple(operands)


def _comparison(cursor: Cursor, left: tree.Node) -> tree.Node:
    operator = cursor.next().text
    if operator == "between":
        low = cursor.same_level(SUM_RANK)
        cursor.expect("and", "between the bounds of 'between'")
        return tree.Between(left, low, cursor.same_level(SUM_RANK), at=left.at)
    if operator == "instance":
        cursor.expect("of", "after 'instance'")
        return tree.InstanceOf(left, parse_type(cursor), at=left.at)
    if operator == "in":
        return tree.In(left, _tests(cursor), at=left.at)
    if operator == "<" and cursor.sees(">"):
        raise cursor.error("'<>' is not FEEL", "inequality is '!='", cursor.tokens[cursor.index - 1].at)
    return tree.Comparison(operator, left, cursor.same_level(SUM_RANK), at=left.at)


def _tests(cursor: Cursor) -> tuple[tree.Node, ...]:
    """What follows ``in``: one test, or several in parentheses (grammar rule 49.c)."""
    if cursor.sees(*COMPARISONS):
        return (parse_test(cursor),)
    if not cursor.sees("("):
        return (cursor.same_level(SUM_RANK),)
    opened = cursor.next()
    first = parse_test(cursor)
    if cursor.sees("..") and not isinstance(first, tree.UnaryTest):
        return (_go_on(cursor, finish_range(cursor, first, False, opened.at)),)
    tests = [first]
    while cursor.takes(","):
        tests.append(parse_test(cursor))
    cursor.expect(")", "after the tests of 'in'")
    if len(tests) == 1 and not isinstance(first, tree.UnaryTest):
        return (_go_on(cursor, first),)
    return tuple(tests)


def _go_on(cursor: Cursor, value: tree.Node) -> tree.Node:
    """An operand in parentheses that may go on: ``x in (a)[1]``, ``x in (a) + b``."""
    return continue_operation(cursor, _postfix(cursor, value), SUM_RANK)


def parse_unary(cursor: Cursor) -> tree.Node:
    """Minus signs, then a value with its paths, filters and calls."""
    places: list[int] = []
    while cursor.token.kind == "symbol" and cursor.token.text == "-":
        places.append(cursor.next().at)
    node = _postfix(cursor, _primary(cursor))
    for at in reversed(places):
        node = tree.Negate(node, at=at)
    return node


def _postfix(cursor: Cursor, node: tree.Node) -> tree.Node:
    while cursor.token.kind == "symbol":
        text = cursor.token.text
        if text == ".":
            node = _path(cursor, node)
        elif text == "[" and not (cursor.closing_range and not cursor.starts_value(cursor.peek())):
            node = _filter(cursor, node)
        elif text == "(":
            node = _call(cursor, node)
        else:
            break
    return node


def _path(cursor: Cursor, base: tree.Node) -> tree.Node:
    """Every ``.name`` that follows, as one node."""
    keys: list[str] = []
    while cursor.takes("."):
        if cursor.token.kind != "name":
            raise cursor.unexpected("a name is expected after '.'")
        at = cursor.token.at
        keys.append(cursor.member())
        if cursor.sees("(") and keys[-1] not in cursor.labels:
            _refuse_method(cursor, keys[-1], at)
    if isinstance(base, tree.Path):
        return tree.Path(base.base, (*base.keys, *keys), at=base.at)
    return tree.Path(base, tuple(keys), at=base.at)


def _refuse_method(cursor: Cursor, key: str, at: int) -> None:
    if key in BUILTINS:
        raise cursor.error(f"FEEL has no methods: '.{key}(…)'", f"write '{key}(x)'", at)
    if key in foreign.FUNCTIONS:
        raise cursor.error(f"FEEL has no methods: '.{key}(…)'", f"write {foreign.FUNCTIONS[key]}", at)


def _filter(cursor: Cursor, base: tree.Node) -> tree.Node:
    cursor.next()
    cursor.filters += 1
    test = cursor.expression()
    cursor.filters -= 1
    if cursor.sees(":"):
        raise cursor.unfinished()
    cursor.expect("]", "after the index or condition of the filter")
    return tree.Filter(base, test, at=base.at)


def _call(cursor: Cursor, function: tree.Node) -> tree.Node:
    cursor.next()
    arguments: list[tree.Node] = []
    labels: list[str] = []
    while not cursor.takes(")"):
        if arguments:
            cursor.expect(",", "between arguments, or ')' after them")
        at = cursor.token.at
        label = cursor.label()
        if label is not None:
            labels.append(label)
        arguments.append(cursor.expression())
        if labels and len(labels) != len(arguments):
            raise cursor.error("arguments are given all by position or all by name", None, at)
    if len(set(labels)) != len(labels):
        raise cursor.error("an argument is given twice", None, function.at)
    return tree.Call(function, tuple(arguments), tuple(labels) if labels else None, at=function.at)


def _number(cursor: Cursor) -> tree.Node:
    token = cursor.next()
    exponent = token.text.lower().partition("e")[2]
    value = Decimal(token.text) if len(exponent) < 6 else None
    if value is None or (value and abs(value.adjusted()) > MAX_EXPONENT):
        raise cursor.error("the number is beyond the range of decimals", f"exponents reach {MAX_EXPONENT}", token.at)
    return tree.Number(value, at=token.at)


def _string(cursor: Cursor) -> tree.Node:
    token = cursor.next()
    return tree.String(unescape(token.text), at=token.at)


def _at_literal(cursor: Cursor) -> tree.Node:
    token = cursor.next()
    return tree.AtLiteral(unescape(token.text[token.text.index('"') :]), at=token.at)


def _constant(cursor: Cursor) -> tree.Node:
    token = cursor.next()
    if token.text == "null":
        return tree.Null(at=token.at)
    return tree.Boolean(token.text == "true", at=token.at)


_BY_KIND: dict[str, Callable[[Cursor], tree.Node]] = {"number": _number, "string": _string, "at": _at_literal}
_BY_TEXT: dict[str, Callable[[Cursor], tree.Node]] = {
    "(": parse_round, "[": parse_square, "]": parse_square, "{": parse_context, "if": parse_if, "for": parse_for,
    "some": parse_quantified, "every": parse_quantified, "function": parse_function,
    "true": _constant, "false": _constant, "null": _constant,
}  # fmt: skip


def _primary(cursor: Cursor) -> tree.Node:
    token = cursor.token
    handler = _BY_KIND.get(token.kind) or (_BY_TEXT.get(token.text) if token.kind != "end" else None)
    closes = token.text == "]" and not cursor.starts_value(cursor.peek())
    if handler is not None and not closes:
        return handler(cursor)
    if token.kind == "name" and token.text not in KEYWORDS:
        name = cursor.name()
        if name == "not" and not cursor.sees("("):
            raise cursor.error("'not' is a function", foreign.WORDS["not"], token.at)
        return tree.Name(name, at=token.at)
    raise cursor.unexpected("a value is expected here")
