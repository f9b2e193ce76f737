"""Closures of for, some, every, in and unary tests (DMN 1.5, 10.3.2.8, 10.3.2.14)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from .. import tree
from ..emitter import Block, Closure, Emitter, Handler
from ..infer import infer
from ..lanes import Lane
from ..ranges import compare
from ..temporal import Date, from_ordinal
from ..values import Range
from .logic import test_value
from .paths import as_list

Domain = Callable[[Any, Any], Iterable[Any] | None]


def steps(low: Any, high: Any, lane: Lane, frame: Any) -> Iterable[Any] | None:
    """The whole numbers or days from one to another, upwards or downwards; None for other ends."""
    low, high = lane.lift(low), lane.lift(high)
    if type(low) in lane.types and type(high) in lane.types:
        if not (_is_whole(low) and _is_whole(high)):
            return None
        first, last, make = int(low), int(high), lane.number
    elif type(low) is Date and type(high) is Date:
        first, last, make = low.ordinal, high.ordinal, from_ordinal
    else:
        return None
    frame[0].spend(abs(last - first) + 1)
    step = 1 if first <= last else -1
    return map(make, range(first, last + step, step))


def _is_whole(number: Any) -> bool:
    return math.isfinite(number) and number == int(number)


def _span(emitter: Emitter, node: tree.Span) -> Domain:
    low, high, lane = emitter.emit(node.low), emitter.emit(node.high), emitter.lane
    return lambda scope, frame: steps(low(scope, frame), high(scope, frame), lane, frame)


def domain(emitter: Emitter, node: tree.Node) -> Domain:
    """What a loop passes over: a list, the points of a range of whole numbers or days, one value as a list of it."""
    if isinstance(node, tree.Span):
        return _span(emitter, node)
    closure, lane = emitter.emit(node), emitter.lane

    def items(scope: Any, frame: Any) -> Iterable[Any] | None:
        value = closure(scope, frame)
        if type(value) is Range:
            return range_items(value, lane, frame)
        found = as_list(value, lane)
        if found is not None:
            frame[0].spend(len(found) + 1)
        return found

    return items


def range_items(box: Range, lane: Lane, frame: Any) -> Iterable[Any] | None:
    if box.test is not None or box.low is None or box.high is None:
        return None
    points = steps(box.low, box.high, lane, frame)
    if points is None or (box.low_included and box.high_included):
        return points
    ends = [end for end, inside in ((box.low, box.low_included), (box.high, box.high_included)) if not inside]
    return [point for point in points if point not in ends]


def _iterate(
    iterations: list[tuple[int, Domain]], visit: Callable[[Any, Any], bool], scope: Any, frame: Any
) -> bool | None:
    """Calls ``visit`` for each combination of items until it says stop.

    None when a domain is no list, False when stopped, else True.
    """
    (slot, items), *rest = iterations
    found = items(scope, frame)
    if found is None:
        return None
    for item in found:
        frame[slot] = item
        if not rest:
            if visit(scope, frame):
                return False
            continue
        outcome = _iterate(rest, visit, scope, frame)
        if outcome is not True:
            return outcome
    return True


def _declare(emitter: Emitter, iterations: tuple[tree.Iteration, ...], block: Block) -> list[tuple[int, Domain]]:
    declared = []
    for iteration in iterations:
        items = domain(emitter, iteration.domain)
        slot = emitter.slot()
        block.slots[iteration.name] = slot
        declared.append((slot, items))
    return declared


def emit_for(emitter: Emitter, node: tree.For) -> Closure:
    with emitter.block(Block()) as block:
        iterations = _declare(emitter, node.iterations, block)
        partial = emitter.slot()
        block.slots.setdefault("partial", partial)
        body = emitter.emit(node.body)
    copies = emitter.mentions(node.body, "partial")
    slot, items = iterations[0]

    def single(scope: Any, frame: Any) -> Any:
        found = items(scope, frame)
        if found is None:
            return None
        made: list[Any] = []
        for item in found:
            frame[slot] = item
            made.append(body(scope, frame))
        return made

    def several(scope: Any, frame: Any) -> Any:
        made: list[Any] = []

        def visit(scope: Any, frame: Any) -> bool:
            if copies:
                frame[0].spend(len(made))
                frame[partial] = made.copy()
            made.append(body(scope, frame))
            return False

        return None if _iterate(iterations, visit, scope, frame) is None else made

    return single if len(iterations) == 1 and not copies else several


def emit_quantified(emitter: Emitter, node: tree.Quantified) -> Closure:
    """``some``: true when one is; ``every``: false when one is; otherwise null when one is null."""
    with emitter.block(Block()) as block:
        iterations = _declare(emitter, node.iterations, block)
        body = emitter.emit(node.body)
    decisive = node.quantifier == "some"

    def quantified(scope: Any, frame: Any) -> Any:
        seen: list[Any] = []

        def visit(scope: Any, frame: Any) -> bool:
            value = body(scope, frame)
            if type(value) is not bool:
                seen.append(None)
            elif value is decisive:
                seen.append(value)
            return value is decisive

        if _iterate(iterations, visit, scope, frame) is None:
            return None
        if decisive in seen:
            return decisive
        return None if seen else not decisive

    return quantified


def emit_in(emitter: Emitter, node: tree.In) -> Closure:
    value = emitter.emit(node.value)
    first = node.tests[0]
    if (
        len(node.tests) == 1
        and not isinstance(first, (tree.UnaryTest, tree.RangeLiteral))
        and not emitter.mentions(first, "?")
    ):
        return _in_value(value, emitter.emit(first))
    slot = emitter.slot() if any(emitter.mentions(test, "?") for test in node.tests) else None
    with emitter.block(Block({"?": slot} if slot is not None else {})):
        test = joined_tests(emitter, node.tests)

    def within(scope: Any, frame: Any) -> Any:
        here = value(scope, frame)
        if slot is not None:
            frame[slot] = here
        return test(here, scope, frame)

    return within


def _in_value(value: Closure, test: Closure) -> Closure:
    """``value in test`` for one test that is a value, mostly a list."""

    def within(scope: Any, frame: Any) -> Any:
        here, found = value(scope, frame), test(scope, frame)
        if type(found) is list and type(here) is str and here in found:
            return True
        return test_value(here, found)

    return within


Tester = Callable[[Any, Any, Any], Any]


def joined_tests(emitter: Emitter, nodes: tuple[tree.Node, ...], cells: bool = False) -> Tester:
    """One function of a value for several tests, of which one must hold.

    ``cells``: in unary tests that stand alone a truth value is the verdict on an input that is none.
    """
    testers = [tester(emitter, node) for node in nodes]
    if cells:
        testers = [_as_cell(emitter, node, test) for node, test in zip(nodes, testers, strict=True)]
    if len(testers) == 1:
        return testers[0]

    def any_of(value: Any, scope: Any, frame: Any) -> Any:
        unknown = False
        for test in testers:
            verdict = test(value, scope, frame)
            if verdict is True:
                return True
            unknown = unknown or verdict is None
        return None if unknown else False

    return any_of


def tester(emitter: Emitter, node: tree.Node) -> Tester:
    if isinstance(node, tree.UnaryTest):
        operator, operand = node.operator, emitter.emit(node.operand)
        return lambda value, scope, frame: compare(operator, value, operand(scope, frame))
    closure = emitter.emit(node)
    if emitter.mentions(node, "?"):
        return lambda value, scope, frame: _verdict(value, closure(scope, frame))
    if isinstance(node, tree.RangeLiteral):
        return lambda value, scope, frame: _in_range(value, closure(scope, frame))
    return lambda value, scope, frame: test_value(value, closure(scope, frame))


def _as_cell(emitter: Emitter, node: tree.Node, test: Tester) -> Tester:
    if infer(node, {}) != tree.TypeName("boolean") or isinstance(node, tree.Boolean) or emitter.mentions(node, "?"):
        return test
    closure = emitter.emit(node)
    return lambda value, scope, frame: test(value, scope, frame) if type(value) is bool else closure(scope, frame)


def _verdict(value: Any, result: Any) -> Any:
    return result if type(result) is bool or result is None else test_value(value, result)


def _in_range(value: Any, box: Any) -> Any:
    return None if box is None else test_value(value, box)


EMIT: dict[type, Handler] = {tree.For: emit_for, tree.Quantified: emit_quantified, tree.In: emit_in}
