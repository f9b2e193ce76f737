"""Closures of literals and names."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from .. import tree
from ..durations import parse_duration
from ..emitter import Block, Closure, Emitter, Handler
from ..functions.catalog import BUILTINS
from ..temporal import parse_date, parse_date_time, parse_time

_PLAIN: frozenset[type] = frozenset({str, bool, type(None)})
MISSING: Any = object()
#: Types of items that are no mappings, known without asking the abstract class.
_NO_MAPPINGS: frozenset[type] = frozenset({str, bool, int, float, Decimal, list, type(None)})


def parse_at(text: str) -> Any:
    """The value of an at-literal: a date, a date and time, a time or a duration; None where it is none of them."""
    if text[:1] == "P" or text[:2] == "-P":
        return parse_duration(text)
    if "T" in text:
        return parse_date_time(text)
    return parse_date(text) or parse_time(text)


def emit_number(emitter: Emitter, node: tree.Number) -> Closure:
    return emitter.constant(node, emitter.lane.number(node.value))


def emit_text(emitter: Emitter, node: tree.String | tree.Boolean) -> Closure:
    return emitter.constant(node, node.value)


def emit_null(emitter: Emitter, node: tree.Null) -> Closure:
    return emitter.constant(node, None)


def emit_at(emitter: Emitter, node: tree.AtLiteral) -> Closure:
    value = parse_at(node.text)
    if value is None:
        emitter.warn(node.at, f'@"{node.text}" is no date, time or duration, so it is null')
    return emitter.constant(node, value)


def emit_name(emitter: Emitter, node: tree.Name) -> Closure:
    """A name: an entry of the items of the filters around it, a local, or a name of the caller's scope."""
    filters, slot = emitter.find(node.name)
    if slot is None:
        emitter.read(node.name, bool(filters))
        if not filters:
            return global_name(emitter, node)
        outer = global_name(emitter, node, checked=False)
    elif not filters:
        return lambda scope, frame: frame[slot]
    else:
        outer = _local(slot)
    for block in reversed(filters):
        outer = _entry_of_item(emitter, node, block, outer, slot is None and block is filters[-1])
    return outer


def _local(slot: int) -> Closure:
    return lambda scope, frame: frame[slot]


def _entry_of_item(emitter: Emitter, node: tree.Name, block: Block, outer: Closure, outermost: bool) -> Closure:
    """An entry of a filter's item, else what the name means outside (``outermost``: in the caller's scope)."""
    name, place, items = node.name, block.item, block.items
    assert place is not None
    assert items is not None
    known = emitter.names is None or name in emitter.names
    if emitter.strict and not (emitter.is_local(name) or (emitter.names is not None and known)):
        outer = _strict_outside(name, items, emitter.slot(), outer)
    elif outermost and emitter.lane.read is None and name not in BUILTINS:
        return _entry_or_global(name, place, outer)

    def entry(scope: Any, frame: Any) -> Any:
        item = frame[place]
        if type(item) is dict:
            value = item.get(name, MISSING)
            if value is not MISSING:
                return value
        elif type(item) not in _NO_MAPPINGS and isinstance(item, Mapping) and name in item:
            return item[name]
        return outer(scope, frame)

    return entry


def _entry_or_global(name: str, place: int, outer: Closure) -> Closure:
    """As `_entry_of_item`, with the look into the caller's scope in place of a call."""

    def entry(scope: Any, frame: Any) -> Any:
        item = frame[place]
        if type(item) is dict:
            value = item.get(name, MISSING)
            if value is not MISSING:
                return value
        elif type(item) not in _NO_MAPPINGS and isinstance(item, Mapping) and name in item:
            return item[name]
        return scope[name] if name in scope else outer(scope, frame)

    return entry


def _strict_outside(name: str, items: int, had: int, outer: Closure) -> Closure:
    """A name that only items can have: null where one of them has it, else the error of an unknown name.

    ``had`` is the slot of the list that was last found to have the name.
    """

    def outside(scope: Any, frame: Any) -> Any:
        if name in scope:
            return outer(scope, frame)
        if frame[had] is not frame[items]:
            if not _some_item_has(frame[items], name):
                return outer(scope, frame)
            frame[had] = frame[items]
        return None

    return outside


def _some_item_has(items: list[Any], name: str) -> bool:
    return any(isinstance(item, Mapping) and name in item for item in items)


def global_name(emitter: Emitter, node: tree.Name, checked: bool = True) -> Closure:
    """A name of the caller's scope. Strict: FeelNameError now when the names are known, else when it is read."""
    name, read = node.name, emitter.lane.read
    if name in BUILTINS and not (emitter.names and name in emitter.names):
        return _function_name(emitter, name)
    if emitter.names is not None and name not in emitter.names and checked:
        if emitter.strict:
            raise emitter.unknown(name, node.at)
        emitter.warn(node.at, f"no name {name!r} is declared, so it is null")
    strict, at = emitter.strict, node.at

    def plain(scope: Any, frame: Any) -> Any:
        try:
            return scope[name]
        except KeyError:
            if strict:
                raise emitter.unknown(name, at) from None
            return None

    def converted(scope: Any, frame: Any) -> Any:
        try:
            value = scope[name]
        except KeyError:
            if strict:
                raise emitter.unknown(name, at) from None
            return None
        return value if type(value) in _PLAIN else read(value)  # type: ignore[misc]

    return plain if read is None else converted


def _function_name(emitter: Emitter, name: str) -> Closure:
    """A built-in function read as a value, unless the scope has a value of that name."""
    function = emitter.builtin(name)
    read = emitter.lane.read or (lambda value: value)

    def named(scope: Any, frame: Any) -> Any:
        value = scope.get(name, MISSING) if scope else MISSING
        return function if value is MISSING else read(value)

    return named


EMIT: dict[type, Handler] = {
    tree.Number: emit_number,
    tree.String: emit_text,
    tree.Boolean: emit_text,
    tree.Null: emit_null,
    tree.AtLiteral: emit_at,
    tree.Name: emit_name,
}
