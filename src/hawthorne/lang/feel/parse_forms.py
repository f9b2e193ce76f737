"""Values that begin with a bracket or a keyword: lists, ranges, contexts, if, for, some, every, function."""

from __future__ import annotations

from . import tree
from .cursor import Cursor
from .parse_types import parse_type
from .tokens import unescape

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
#: Rank of sums: the operands of comparisons and the ends of ranges bind at least as tightly.
SUM_RANK = 4


def parse_test(cursor: Cursor) -> tree.Node:
    """One positive unary test: ``< 10``, ``= x``, a range, or a value (grammar rules 7 and 12)."""
    at = cursor.token.at
    if cursor.sees(*COMPARISONS):
        operator = cursor.next().text
        return tree.UnaryTest(operator, cursor.expression(SUM_RANK), at=at)
    return cursor.expression()


def parse_round(cursor: Cursor) -> tree.Node:
    """What begins with ``(``: a range, a unary test as a range, or an expression."""
    at = cursor.next().at
    if cursor.sees(*COMPARISONS):
        test = parse_test(cursor)
        cursor.expect(")", "after the test")
        return test
    if cursor.sees(")"):
        raise cursor.unexpected("a value belongs between the parentheses")
    inner = cursor.expression()
    if cursor.sees(".."):
        return finish_range(cursor, inner, False, at)
    cursor.expect(")", "to close the parenthesis")
    return inner


def parse_square(cursor: Cursor) -> tree.Node:
    """What begins with ``[`` or ``]``: a list or a range."""
    opened = cursor.next()
    if opened.text == "[" and cursor.takes("]"):
        return tree.ListLiteral((), at=opened.at)
    first = cursor.expression()
    if cursor.sees(".."):
        return finish_range(cursor, first, opened.text == "[", opened.at)
    if opened.text == "]":
        raise cursor.error("unexpected ']'", "nothing is open that it closes", opened.at)
    items = [first]
    while cursor.takes(","):
        items.append(cursor.expression())
    cursor.expect("]", "after the items of the list, which are separated by ','")
    return tree.ListLiteral(tuple(items), at=opened.at)


def finish_range(cursor: Cursor, low: tree.Node, low_included: bool, at: int) -> tree.Node:
    """The rest of a range after its lower end."""
    cursor.next()
    cursor.nesting += 1
    outer, cursor.closing_range = cursor.closing_range, True
    high = cursor.same_level(SUM_RANK)
    cursor.closing_range = outer
    cursor.nesting -= 1
    if not cursor.sees(")", "]", "["):
        raise cursor.unexpected("a range is closed by ']' (end included), or by ')' or '[' (end excluded)")
    return tree.RangeLiteral(low, high, low_included, cursor.next().text == "]", at=at)


def parse_context(cursor: Cursor) -> tree.Node:
    """``{key: value, …}``; each value may read the entries before it (grammar rules 57 to 59)."""
    at = cursor.next().at
    keys: dict[str, None] = {}
    values: list[tree.Node] = []
    with cursor.scope():
        while not cursor.takes("}"):
            if keys:
                cursor.expect(",", "between the entries of the context, or '}' after them")
            key_at = cursor.token.at
            key = _key(cursor)
            if key in keys:
                raise cursor.error(f"the context has two entries {key!r}", "keys are unique", key_at)
            keys[key] = None
            cursor.declare(key)
            values.append(cursor.expression())
    for key in keys:
        cursor.local_members.add(key)
    return tree.ContextLiteral(tuple(keys), tuple(values), at=at)


def _key(cursor: Cursor) -> str:
    if cursor.token.kind == "string":
        key = unescape(cursor.next().text)
        cursor.expect(":", "after the key")
        return key
    label = cursor.label()
    if label is None:
        raise cursor.unexpected("an entry is written 'key: value'")
    return label


def parse_if(cursor: Cursor) -> tree.Node:
    at = cursor.next().at
    conditions = [cursor.expression()]
    cursor.expect("then", "after the condition of 'if'")
    results = [cursor.expression()]
    while True:
        cursor.expect("else", "after 'if … then …': FEEL has no 'if' without 'else'")
        if not cursor.takes("if"):
            break
        conditions.append(cursor.expression())
        cursor.expect("then", "after the condition of 'else if'")
        results.append(cursor.expression())
    return tree.If(tuple(conditions), tuple(results), cursor.expression(), at=at)


def _iterations(cursor: Cursor) -> tuple[tree.Iteration, ...]:
    iterations = []
    while True:
        at = cursor.token.at
        name = cursor.bound_name("in", ",", ")", ":")
        cursor.expect("in", f"after the loop's name {name!r}")
        domain = cursor.expression()
        if cursor.takes(".."):
            domain = tree.Span(domain, cursor.expression(), at=domain.at)
        iterations.append(tree.Iteration(name, domain, at=at))
        cursor.declare(name)
        if not cursor.takes(","):
            return tuple(iterations)


def parse_for(cursor: Cursor) -> tree.Node:
    at = cursor.next().at
    with cursor.scope():
        iterations = _iterations(cursor)
        cursor.expect("return", "after the lists of 'for'")
        return tree.For(iterations, cursor.expression(), at=at)


def parse_quantified(cursor: Cursor) -> tree.Node:
    opened = cursor.next()
    with cursor.scope():
        iterations = _iterations(cursor)
        cursor.expect("satisfies", f"after the lists of '{opened.text}'")
        return tree.Quantified(opened.text, iterations, cursor.expression(), at=opened.at)


def parse_function(cursor: Cursor) -> tree.Node:
    """``function(a, b: number) body``, or with ``external {…}`` as its body (grammar rule 55)."""
    at = cursor.next().at
    cursor.expect("(", "after 'function'")
    parameters: list[tree.Parameter] = []
    while not cursor.takes(")"):
        if parameters:
            cursor.expect(",", "between the parameters of the function")
        place = cursor.token.at
        name = cursor.bound_name(",", ")", ":")
        declared = parse_type(cursor) if cursor.takes(":") else None
        parameters.append(tree.Parameter(name, declared, at=place))
    with cursor.scope(parameter.name for parameter in parameters):
        external = cursor.sees("external") and cursor.peek().text == "{"
        if external:
            cursor.next()
        body = cursor.expression()
    return tree.FunctionLiteral(tuple(parameters), body, external, at=at)
