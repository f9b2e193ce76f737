"""Closures of calls: built-in functions are found and bound here, functions of the scope when they are called."""

from __future__ import annotations

import datetime as python
from typing import Any

from .. import foreign, regex, tree
from ..budget import check_size
from ..emitter import Closure, Emitter, Handler
from ..functions.catalog import BUILTINS, Signature
from ..functions.invoke import bind, invoke_labelled
from ..functions.registry import ON_LISTS
from ..read_python import read_datetime
from ..temporal import DateTime
from ..values import Function, lift
from .lookups import MISSING, global_name

#: A scope's own clock, a function of nothing that gives a date and time; it goes before the clock of ``compile``.
CLOCK = "$clock"


def emit_call(emitter: Emitter, node: tree.Call) -> Closure:
    """A call. A value of the scope with a built-in's name is called only when it is a function."""
    function = node.function
    if not isinstance(function, tree.Name):
        return _emit_dynamic(emitter, node)
    shadowed = _shadowed(emitter, function.name)
    if function.name in BUILTINS:
        builtin = _emit_builtin(emitter, node, function.name)
        return _emit_dynamic(emitter, node, builtin) if shadowed else builtin
    if not shadowed:
        _check_name(emitter, function)
    return _emit_dynamic(emitter, node)


def _shadowed(emitter: Emitter, name: str) -> bool:
    return emitter.is_local(name) or (emitter.names is not None and name in emitter.names)


def _check_name(emitter: Emitter, function: tree.Name) -> None:
    known = emitter.names is not None and not any(block.item is not None for block in emitter.blocks)
    if (emitter.strict and known) or function.name in foreign.FUNCTIONS:
        raise emitter.unknown_function(function.name, function.at)
    if known:
        emitter.warn(function.at, f"no function {function.name!r} is declared, so the call is null")


def _emit_builtin(emitter: Emitter, node: tree.Call, name: str) -> Closure:
    if name in _SPECIAL:
        return _SPECIAL[name](emitter, node)
    closures = [emitter.emit(argument) for argument in node.arguments]
    lane, text, labels = emitter.lane, emitter.text, node.labels
    forms = BUILTINS[name]
    if labels is None:
        _check_pattern(emitter, node, name)
        return _by_position(emitter, node, forms, closures)
    if not any(_takes(form, labels) for form in forms):
        emitter.warn(node.at, f"{name!r} has no form with these parameters, so it is null; it is {forms[0].text}")
        return lambda scope, frame: None

    def labelled(scope: Any, frame: Any) -> Any:
        values = [closure(scope, frame) for closure in closures]
        _spend(values, frame)
        return check_size(invoke_labelled(forms, lane, labels, values), text)

    return labelled


def _check_pattern(emitter: Emitter, node: tree.Call, name: str) -> None:
    """A warning about a pattern that stands in the text and is wrong, or slow."""
    if name not in ("matches", "replace", "split") or len(node.arguments) < 2:
        return
    pattern = emitter.constants.get(id(node.arguments[1]))
    place = 3 if name == "replace" else 2
    flags = emitter.constants.get(id(node.arguments[place])) if len(node.arguments) > place else None
    if type(pattern) is str and (flags is None or type(flags) is str):
        problem = regex.fault(pattern, flags or "")
        if problem is not None:
            emitter.warn(node.arguments[1].at, f"{pattern!r} {problem}")


def _takes(form: Signature, labels: tuple[str, ...]) -> bool:
    return set(labels) <= {parameter.name for parameter in form.parameters}


def _by_position(emitter: Emitter, node: tree.Call, forms: tuple[Signature, ...], closures: list[Closure]) -> Closure:
    lane, text, count = emitter.lane, emitter.text, len(closures)
    call = bind(forms, lane, count)
    if call is None:
        emitter.warn(
            node.at, f"{forms[0].name!r} does not take {count} arguments, so it is null; it is {forms[0].text}"
        )
        return lambda scope, frame: None
    if count == 1:
        single, direct = closures[0], ON_LISTS.get(forms[0].name)

        def one(scope: Any, frame: Any) -> Any:
            value = single(scope, frame)
            if type(value) is list:
                if frame is not None:
                    frame[0].spend(len(value))
                if direct is not None:
                    return direct(lane, value)
            return check_size(call([value]), text)

        return one

    def several(scope: Any, frame: Any) -> Any:
        values = [closure(scope, frame) for closure in closures]
        _spend(values, frame)
        return check_size(call(values), text)

    return several


def _spend(values: list[Any], frame: Any) -> None:
    if frame is not None:
        frame[0].spend(sum(len(value) for value in values if type(value) is list))


def _emit_dynamic(emitter: Emitter, node: tree.Call, builtin: Closure | None = None) -> Closure:
    function = _emit_function(emitter, node.function)
    closures = [emitter.emit(argument) for argument in node.arguments]
    labels, strict = node.labels, emitter.strict
    name = node.function.name if isinstance(node.function, tree.Name) else None

    def called(scope: Any, frame: Any) -> Any:
        target = function(scope, frame)
        if type(target) is not Function:
            if builtin is not None:
                return builtin(scope, frame)
            if strict and name is not None:
                raise emitter.unknown_function(name, node.function.at)
            return None
        values = [closure(scope, frame) for closure in closures]
        return call_value(target, values, labels)

    return called


def _emit_function(emitter: Emitter, node: tree.Node) -> Closure:
    """The function of a call; its name, when it is one of the caller's scope, is checked already."""
    if isinstance(node, tree.Name) and emitter.find(node.name) == ([], None):
        emitter.read(node.name, False)
        return global_name(emitter, node, checked=False)
    return emitter.emit(node)


def call_value(function: Function, values: list[Any], labels: tuple[str, ...] | None) -> Any:
    """A function value called; None when the arguments do not fit its parameters."""
    if labels is not None:
        given = dict(zip(labels, values, strict=True))
        if not given.keys() <= set(function.parameters):
            return None
        values = [given.get(parameter) for parameter in function.parameters]
    if len(values) != len(function.parameters) and function.frame is not None:
        return None
    return function.call(values)


def _emit_now(emitter: Emitter, node: tree.Call) -> Closure:
    return _clock_closure(emitter, node, lambda moment: moment)


def _emit_today(emitter: Emitter, node: tree.Call) -> Closure:
    return _clock_closure(emitter, node, lambda moment: moment.date)


def _clock_closure(emitter: Emitter, node: tree.Call, part: Any) -> Closure:
    if node.arguments:
        return lambda scope, frame: None
    clock = emitter.clock or system_clock

    def read(scope: Any, frame: Any) -> Any:
        own = scope.get(CLOCK, MISSING) if scope else MISSING
        return part(_moment(clock() if own is MISSING else own()))

    return read


def _moment(value: Any) -> DateTime:
    lifted = lift(value)
    if type(lifted) is not DateTime:
        raise TypeError(f"a clock gives a date and time, not {value!r}")
    return lifted


def system_clock() -> DateTime:
    """The computer's clock, with its offset; for use outside of studies, which bring their own clock."""
    return read_datetime(python.datetime.now().astimezone())


def _emit_is_defined(emitter: Emitter, node: tree.Call) -> Closure:
    """``is defined(x)``: a bare name is declared, even if null; any other value is not null."""
    if len(node.arguments) != 1:
        return lambda scope, frame: None
    argument = node.arguments[0]
    if isinstance(argument, tree.Name) and not emitter.is_local(argument.name):
        name = argument.name
        emitter.read(name, any(block.item is not None for block in emitter.blocks))
        places = [block.item for block in emitter.blocks if block.item is not None]

        def declared(scope: Any, frame: Any) -> bool:
            return name in scope or any(type(frame[place]) is dict and name in frame[place] for place in places)

        return declared
    strict, emitter.strict = emitter.strict, False
    value = emitter.emit(argument)
    emitter.strict = strict
    return lambda scope, frame: value(scope, frame) is not None


_SPECIAL = {"now": _emit_now, "today": _emit_today, "is defined": _emit_is_defined}

EMIT: dict[type, Handler] = {tree.Call: emit_call}
