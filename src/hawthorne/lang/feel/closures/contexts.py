"""Closures of lists, contexts and function literals (DMN 1.5, 10.3.2.5, 10.3.2.6, 10.3.2.13.4)."""

from __future__ import annotations

from typing import Any

from .. import tree
from ..emitter import Block, Closure, Emitter, Handler
from ..types import coerce
from ..values import Function


def emit_list(emitter: Emitter, node: tree.ListLiteral) -> Closure:
    closures = [emitter.emit(item) for item in node.items]
    return lambda scope, frame: [closure(scope, frame) for closure in closures]


def emit_context(emitter: Emitter, node: tree.ContextLiteral) -> Closure:
    """A context: each entry may read those before it; bodies of its functions may read all."""
    functions = any(isinstance(value, tree.FunctionLiteral) for value in node.values)
    entries: list[tuple[str, int, Closure]] = []
    with emitter.block(Block()) as block:
        if functions:
            block.slots.update({key: emitter.slot() for key in node.keys})
        for key, value in zip(node.keys, node.values, strict=True):
            closure = emitter.emit(value)
            if key not in block.slots:
                block.slots[key] = emitter.slot()
            entries.append((key, block.slots[key], closure))

    def context(scope: Any, frame: Any) -> Any:
        made: dict[str, Any] = {}
        if functions:
            for _, slot, _ in entries:
                frame[slot] = None
        for key, slot, closure in entries:
            made[key] = frame[slot] = closure(scope, frame)
        if functions:
            _tie(entries, made)
        return made

    return context


def _tie(entries: list[tuple[str, int, Closure]], made: dict[str, Any]) -> None:
    """Lets each function of a context see all entries, itself among them: its frame is a copy of an earlier state."""
    for function in made.values():
        if type(function) is Function and function.frame is not None:
            for key, slot, _ in entries:
                if slot < len(function.frame) and function.frame[slot] is None:
                    function.frame[slot] = made[key]


def emit_function(emitter: Emitter, node: tree.FunctionLiteral) -> Closure:
    """A function value; it keeps a copy of the frame in which it was made."""
    names = [parameter.name for parameter in node.parameters]
    kinds = [parameter.type for parameter in node.parameters]
    if node.external:
        emitter.warn(node.at, "an external function is not called: it gives null")
        return lambda scope, frame: Function(lambda arguments: None, names, kinds)
    emitter.framed = True
    slots = [emitter.slot() for _ in names]
    with emitter.block(Block(dict(zip(names, slots, strict=True)))):
        body = emitter.emit(node.body)
    types, typed = emitter.types, any(kind is not None for kind in kinds)

    def make(scope: Any, frame: Any) -> Function:
        kept = frame.copy()
        budget = frame[0]

        def call(arguments: list[Any]) -> Any:
            inner = kept.copy()
            for slot, kind, value in zip(slots, kinds, arguments, strict=True):
                given = coerce(value, kind, types) if typed else value
                if given is None and value is not None:
                    return None
                inner[slot] = given
            budget.enter()
            result = body(scope, inner)
            budget.leave()
            return result

        return Function(call, names, kinds, frame=kept)

    return make


EMIT: dict[type, Handler] = {
    tree.ListLiteral: emit_list,
    tree.ContextLiteral: emit_context,
    tree.FunctionLiteral: emit_function,
}
