"""Closures of arithmetic: numbers take the straight way, everything else the tables of ``operators``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import tree
from ..budget import check_size
from ..emitter import Closure, Emitter, Handler
from ..lanes import Lane
from ..operators import negate, operate

Binary = Callable[[Any, Any], Any]


def binary(operator: str, lane: Lane, text: str) -> Binary:
    """The function of two values that an operator is in a lane."""
    types, direct = lane.types, lane.operations[operator]

    def apply(a: Any, b: Any) -> Any:
        if type(a) in types and type(b) in types:
            return direct(a, b)
        return check_size(operate(operator, lane, a, b), text)

    return apply


def emit_chain(emitter: Emitter, node: tree.Chain) -> Closure:
    functions = [binary(operator, emitter.lane, emitter.text) for operator in node.operators]
    closures = [emitter.emit(operand) for operand in node.operands]
    if len(functions) == 1:
        return _pair(closures[0], closures[1], node.operators[0], emitter)
    first, steps = closures[0], list(zip(functions, closures[1:], strict=True))

    def chain(scope: Any, frame: Any) -> Any:
        value = first(scope, frame)
        for apply, operand in steps:
            value = apply(value, operand(scope, frame))
        return value

    return chain


def _pair(left: Closure, right: Closure, operator: str, emitter: Emitter) -> Closure:
    lane, text = emitter.lane, emitter.text
    types, direct = lane.types, lane.operations[operator]

    def pair(scope: Any, frame: Any) -> Any:
        a = left(scope, frame)
        b = right(scope, frame)
        if type(a) in types and type(b) in types:
            return direct(a, b)
        return check_size(operate(operator, lane, a, b), text)

    return pair


def emit_negate(emitter: Emitter, node: tree.Negate) -> Closure:
    lane, operand = emitter.lane, emitter.emit(node.operand)
    return lambda scope, frame: negate(lane, operand(scope, frame))


EMIT: dict[type, Handler] = {
    tree.Sum: emit_chain,
    tree.Product: emit_chain,
    tree.Power: emit_chain,
    tree.Negate: emit_negate,
}
