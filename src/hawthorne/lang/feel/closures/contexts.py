"""Closures of lists, contexts and function literals (DMN 1.5, 10.3.2.5, 10.3.2.6, 10.3.2.13.4)."""

from __future__ import annotations

from typing import Any

from .. import tree
from ..emitter import Block, Closure, Emitter, Handler
from ..infer import infer
from ..reads import names
from ..types import coerce
from ..values import Function


def emit_list(emitter: Emitter, node: tree.ListLiteral) -> Closure:
    closures = [emitter.emit(item) for item in node.items]
    return lambda scope, frame: [closure(scope, frame) for closure in closures]


def emit_context(emitter: Emitter, node: tree.ContextLiteral) -> Closure:
    """A context: an entry may read the others, whichever come first; bodies of its functions may read all of them.

    The standard lets an entry read those before it. One that reads a later entry, where no outer name is meant, is
    evaluated after that; where entries read one another in a circle, what is not there yet is null.
    """
    functions = any(isinstance(value, tree.FunctionLiteral) for value in node.values)
    order = _order(emitter, node)
    written = order == sorted(order)
    entries: list[tuple[str, int, Closure]] = []
    with emitter.block(Block()) as block:
        if functions:
            block.slots.update({key: emitter.slot() for key in node.keys})
        for index in order:
            key, closure = node.keys[index], emitter.emit(node.values[index])
            if key not in block.slots:
                block.slots[key] = emitter.slot()
            entries.append((key, block.slots[key], closure))

    def context(scope: Any, frame: Any) -> Any:
        made: dict[str, Any] = {}
        for key, slot, closure in entries:
            made[key] = frame[slot] = closure(scope, frame)
        return made if written else {key: made[key] for key in node.keys}

    def context_of_functions(scope: Any, frame: Any) -> Any:
        made: dict[str, Any] = {}
        for _, slot, _ in entries:
            frame[slot] = None
        for key, slot, closure in entries:
            made[key] = frame[slot] = closure(scope, frame)
            _tie(entries, made)
        return made if written else {key: made[key] for key in node.keys}

    return context_of_functions if functions else context


def _order(emitter: Emitter, node: tree.ContextLiteral) -> list[int]:
    """The indexes of a context's entries in the order of evaluation."""
    places = {
        key: index
        for index, key in enumerate(node.keys)
        if not emitter.is_local(key) and (emitter.names is None or key not in emitter.names)
    }
    if len(node.keys) < 2 or not places.keys() & emitter.mentioned:
        return list(range(len(node.keys)))
    order: list[int] = []
    begun: set[int] = set()

    def place(index: int) -> None:
        if index in begun:
            return
        begun.add(index)
        value = node.values[index]
        if not isinstance(value, tree.FunctionLiteral):
            for later in sorted(places[name] for name in names(value) & places.keys()):
                if later > index:
                    place(later)
        order.append(index)

    for index in range(len(node.keys)):
        place(index)
    return order


def _tie(entries: list[tuple[str, int, Closure]], made: dict[str, Any]) -> None:
    """Lets each function of a context see the entries so far, itself among them: its frame is an earlier copy."""
    for function in made.values():
        if type(function) is Function and function.frame is not None:
            for key, slot, _ in entries:
                if key in made and slot < len(function.frame) and function.frame[slot] is None:
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
    result_type = infer(node.body, dict(zip(names, kinds, strict=True)))

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

        return Function(call, names, kinds, frame=kept, result=result_type)

    return make


EMIT: dict[type, Handler] = {
    tree.ListLiteral: emit_list,
    tree.ContextLiteral: emit_context,
    tree.FunctionLiteral: emit_function,
}
