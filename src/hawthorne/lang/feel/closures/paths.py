"""Closures of paths and filters (DMN 1.5, 10.3.2.5, tables 53, 56 and 57)."""

from __future__ import annotations

import math
from typing import Any

from .. import tree
from ..emitter import Block, Closure, Emitter, Handler
from ..errors import FeelNameError
from ..lanes import Lane
from ..properties import property_of


def emit_path(emitter: Emitter, node: tree.Path) -> Closure:
    base, keys, lane = emitter.emit(node.base), node.keys, emitter.lane
    if len(keys) == 1:
        key = keys[0]

        def one(scope: Any, frame: Any) -> Any:
            value = base(scope, frame)
            return value.get(key) if type(value) is dict else _other(value, key, lane)

        return one

    def several(scope: Any, frame: Any) -> Any:
        value = base(scope, frame)
        for key in keys:
            value = value.get(key) if type(value) is dict else _other(value, key, lane)
        return value

    return several


def _other(value: Any, key: str, lane: Lane) -> Any:
    if type(value) is list:
        return [item.get(key) if type(item) is dict else property_of(item, key, lane) for item in value]
    return None if value is None else property_of(value, key, lane)


def as_list(value: Any, lane: Lane) -> list[Any] | None:
    """A value as the list that a filter wants: itself, or a list of it; null stays null."""
    if type(value) is list or value is None:
        return value
    lifted = lane.lift(value)
    return lifted if type(lifted) is list else [lifted]


def pick(items: list[Any], index: Any) -> Any:
    """The item at a position from 1, or from the end when negative; None outside."""
    if not math.isfinite(index):
        return None
    position = int(index)
    if position > 0:
        return items[position - 1] if position <= len(items) else None
    return items[position] if position and -position <= len(items) else None


def emit_filter(emitter: Emitter, node: tree.Filter) -> Closure:
    base, lane = emitter.emit(node.base), emitter.lane
    index = _constant_index(node.test)
    if index is not None:
        if index == 0:
            emitter.warn(node.test.at, "the index 0 is always null; positions count from 1, or from -1 at the end")

        def at_index(scope: Any, frame: Any) -> Any:
            items = as_list(base(scope, frame), lane)
            return None if items is None else pick(items, index)

        return at_index
    item, whole = emitter.slot(), emitter.slot()
    # An entry of the item goes before `item` itself, and both before the names outside.
    with emitter.block(Block({"item": item}, item, whole)):
        test = emitter.emit(node.test)

    def filtered(scope: Any, frame: Any) -> Any:
        items = as_list(base(scope, frame), lane)
        return None if items is None else _select(items, scope, frame, test, item, whole, lane)

    return filtered


def _select(items: list[Any], scope: Any, frame: Any, test: Closure, item: int, whole: int, lane: Lane) -> Any:
    """Items that a test holds for; where its first verdict is a number, the item at that position."""
    types = lane.types
    frame[0].spend(len(items) + 1)
    frame[whole] = items
    if not items:
        frame[item] = None
        verdict = _probe(test, scope, frame)
        return None if type(verdict) in types else []
    kept = []
    for here in items:
        frame[item] = here
        verdict = test(scope, frame)
        if verdict is True:
            kept.append(here)
        elif verdict is not False and type(verdict) in types:
            return pick(items, verdict)
    return kept


def _probe(test: Closure, scope: Any, frame: Any) -> Any:
    """The test of an empty list tells an index from a condition; a name that only items have is no fault then."""
    try:
        return test(scope, frame)
    except FeelNameError:
        return False


def _constant_index(node: tree.Node) -> int | None:
    sign = 1
    while isinstance(node, tree.Negate):
        node, sign = node.operand, -sign
    return sign * int(node.value) if isinstance(node, tree.Number) and abs(node.value) < 10**15 else None


EMIT: dict[type, Handler] = {tree.Path: emit_path, tree.Filter: emit_filter}
