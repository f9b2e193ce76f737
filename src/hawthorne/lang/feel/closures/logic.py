"""Closures of comparisons, three-valued logic, conditionals and types (DMN 1.5, 10.3.2.13 tables 38, 42 to 44)."""

from __future__ import annotations

import operator as python
from collections.abc import Callable
from functools import partial
from typing import Any

from .. import tree
from ..emitter import Closure, Emitter, Handler
from ..equality import at_most, equal
from ..infer import infer
from ..lanes import Lane
from ..names import nearest
from ..parse_types import TYPE_NAMES
from ..ranges import compare, contains, make_range, make_test
from ..types import conforms
from ..values import Range, lift, type_of

_PYTHON: dict[str, Callable[[Any, Any], Any]] = {
    "=": python.eq, "!=": python.ne, "<": python.lt, "<=": python.le, ">": python.gt, ">=": python.ge,
}  # fmt: skip
_EXACT: frozenset[type] = frozenset({str, bool})


def comparer(operator: str, lane: Lane) -> Callable[[Any, Any], Any]:
    """The function of two values that a comparison is in a lane."""
    types, direct, other = lane.types, _PYTHON[operator], partial(compare, operator)

    def apply(a: Any, b: Any) -> Any:
        if type(a) in types and type(b) in types:
            return direct(a, b)
        return other(a, b)

    return apply


def emit_comparison(emitter: Emitter, node: tree.Comparison) -> Closure:
    left, right = emitter.emit(node.left), emitter.emit(node.right)
    constants = emitter.constants
    if id(node.right) in constants:
        value = constants[id(node.right)]
        if id(node.left) not in constants:
            _warn_of_null(emitter, node, value)
            _warn_of_kinds(emitter, node)
            return _against_constant(emitter, node.operator, left, value)
        _warn_of_types(emitter, node, constants[id(node.left)], value)
    else:
        _warn_of_kinds(emitter, node)
    types, direct, other = emitter.lane.types, _PYTHON[node.operator], partial(compare, node.operator)

    def compared(scope: Any, frame: Any) -> Any:
        a = left(scope, frame)
        b = right(scope, frame)
        if type(a) in types and type(b) in types:
            return direct(a, b)
        return other(a, b)

    return compared


def _against_constant(emitter: Emitter, operator: str, left: Closure, value: Any) -> Closure:
    direct, other, types = _PYTHON[operator], partial(compare, operator), emitter.lane.types
    if type(value) in types:
        # Two `is` tests cost less than a look into a set.
        first, second = (*types, *types)[:2]

        def with_number(scope: Any, frame: Any) -> Any:
            a = left(scope, frame)
            kind = type(a)
            if kind is first or kind is second:
                return direct(a, value)
            return other(a, value)

        return with_number
    if type(value) is str or (type(value) is bool and operator in ("=", "!=")):
        exact = type(value)

        def with_text(scope: Any, frame: Any) -> Any:
            a = left(scope, frame)
            return direct(a, value) if type(a) is exact else other(a, value)

        return with_text
    return lambda scope, frame: other(left(scope, frame), value)


def _warn_of_null(emitter: Emitter, node: tree.Comparison, value: Any) -> None:
    if node.operator in ("=", "!="):
        return
    if value is None or type(value) in (bool, list, dict):
        emitter.warn(node.at, f"'{node.operator}' with a {type_of(value)} is always null; it never holds")


def _warn_of_types(emitter: Emitter, node: tree.Comparison, a: Any, b: Any) -> None:
    if compare(node.operator, a, b) is None:
        emitter.warn(node.at, f"a {type_of(a)} '{node.operator}' a {type_of(b)} is always null; it never holds")


def _warn_of_kinds(emitter: Emitter, node: tree.Comparison) -> None:
    """Two sides whose types the text shows, and which are not the same."""
    a, b = infer(node.left, {}), infer(node.right, {})
    if a is not None and b is not None and a.name != b.name and "Null" not in (a.name, b.name):
        emitter.warn(node.at, f"a {a.name} '{node.operator}' a {b.name} is always null; it never holds")


def emit_between(emitter: Emitter, node: tree.Between) -> Closure:
    value, low, high = emitter.emit(node.value), emitter.emit(node.low), emitter.emit(node.high)

    def between(scope: Any, frame: Any) -> Any:
        here = value(scope, frame)
        return both(at_most(low(scope, frame), here), at_most(here, high(scope, frame)))

    return between


def both(a: Any, b: Any) -> bool | None:
    """``a and b``."""
    if a is False or b is False:
        return False
    return True if a is True and b is True else None


def _truth(value: Any) -> bool | None:
    """A value as a truth value: what is no boolean is null (a boolean of another library is one)."""
    if value is None or type(value) in _EXACT:
        return None
    lifted = lift(value)
    return lifted if type(lifted) is bool else None


def emit_and(emitter: Emitter, node: tree.And) -> Closure:
    return _junction(_operands(emitter, node, "and"), False)


def emit_or(emitter: Emitter, node: tree.Or) -> Closure:
    return _junction(_operands(emitter, node, "or"), True)


def _operands(emitter: Emitter, node: tree.And | tree.Or, word: str) -> list[Closure]:
    closures = [emitter.emit(operand) for operand in node.operands]
    for operand in node.operands:
        value = emitter.constants.get(id(operand))
        if value is not None and type(value) is not bool:
            kind = type_of(value)
            emitter.warn(operand.at, f"a {kind} after '{word}' is null: write 'x in (…, …)', or a whole comparison")
    return closures


def _junction(closures: list[Closure], decisive: bool) -> Closure:
    """``and`` (False decides) or ``or`` (True decides); operands after the decision are not evaluated."""
    other = not decisive
    if len(closures) == 2:
        first, second = closures

        def pair(scope: Any, frame: Any) -> Any:
            a = first(scope, frame)
            if a is decisive or (a is not other and _truth(a) is decisive):
                return decisive
            b = second(scope, frame)
            if b is other and a is other:
                return other
            if b is decisive:
                return decisive
            return _settle((a, b), decisive)

        return pair

    def junction(scope: Any, frame: Any) -> Any:
        values = []
        for closure in closures:
            value = closure(scope, frame)
            if value is decisive:
                return decisive
            if value is not other:
                values.append(value)
        return _settle(tuple(values), decisive) if values else other

    return junction


def _settle(values: tuple[Any, ...], decisive: bool) -> bool | None:
    truths = [value if type(value) is bool else _truth(value) for value in values]
    if decisive in truths:
        return decisive
    return None if None in truths else not decisive


def emit_if(emitter: Emitter, node: tree.If) -> Closure:
    conditions = [emitter.emit(condition) for condition in node.conditions]
    results = [emitter.emit(result) for result in node.results]
    otherwise = emitter.emit(node.otherwise)
    if len(conditions) == 1:
        condition, result = conditions[0], results[0]
        return lambda scope, frame: (result if condition(scope, frame) is True else otherwise)(scope, frame)
    branches = list(zip(conditions, results, strict=True))

    def choose(scope: Any, frame: Any) -> Any:
        for condition, result in branches:
            if condition(scope, frame) is True:
                return result(scope, frame)
        return otherwise(scope, frame)

    return choose


def emit_range(emitter: Emitter, node: tree.RangeLiteral) -> Closure:
    low, high = emitter.emit(node.low), emitter.emit(node.high)
    left, right = node.low_included, node.high_included
    return lambda scope, frame: make_range(low(scope, frame), high(scope, frame), left, right)


def emit_test(emitter: Emitter, node: tree.UnaryTest) -> Closure:
    """A unary test read as a value: a range."""
    operator, operand = node.operator, emitter.emit(node.operand)
    return lambda scope, frame: make_test(operator, operand(scope, frame))


def emit_instance(emitter: Emitter, node: tree.InstanceOf) -> Closure:
    value, kind, types = emitter.emit(node.value), node.type, emitter.types
    for part in tree.walk(kind):
        if isinstance(part, tree.TypeName) and part.name not in TYPE_NAMES and part.name not in types:
            close = nearest(part.name, {*TYPE_NAMES, *types})
            hint = f"; did you mean {close!r}?" if close else ""
            emitter.warn(part.at, f"no type {part.name!r} is declared, so nothing is of it{hint}")

    def instance(scope: Any, frame: Any) -> Any:
        here = value(scope, frame)
        return kind.name == "Null" if here is None else conforms(here, kind, types)

    return instance


def test_value(value: Any, test: Any) -> bool | None:
    """Whether a value meets a test's value: in a list or range, or equal (10.3.2.8, table 55)."""
    kind = type(test)
    if kind is Range:
        return contains(test, value)
    if kind is list:
        return _in_list(value, test)
    return equal(value, test)


def _in_list(value: Any, items: list[Any]) -> bool:
    """Whether an item equals a value or is a range that holds it, or the whole list equals it."""
    if type(value) is str and value in items:
        return True
    for item in items:
        if (contains(item, value) if type(item) is Range else equal(value, item)) is True:
            return True
    return type(value) is list and equal(value, items) is True


EMIT: dict[type, Handler] = {
    tree.Comparison: emit_comparison,
    tree.Between: emit_between,
    tree.And: emit_and,
    tree.Or: emit_or,
    tree.If: emit_if,
    tree.RangeLiteral: emit_range,
    tree.UnaryTest: emit_test,
    tree.InstanceOf: emit_instance,
}
