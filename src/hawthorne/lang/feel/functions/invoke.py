"""Arguments fitted to the forms of a built-in function (DMN 1.5, 10.3.2.13.3 and 10.3.2.9.4)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ..lanes import Lane
from ..temporal import Date, DateTime, Time
from ..values import Function, Range
from .catalog import Parameter, Signature
from .registry import find

MISFIT: Any = object()

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "boolean": (bool,), "context": (dict,), "function": (Function,), "range": (Range,),
    "day": (Date, DateTime), "time": (Time,), "list": (list,),
}  # fmt: skip


def fit(value: Any, parameter: Parameter, lane: Lane) -> Any:
    """A value as a parameter wants it, with one item and a list of it exchanged; MISFIT where it cannot be."""
    if value is None:
        return None if parameter.nullable else MISFIT
    if parameter.type == "any":
        return value
    accepted = lane.types if parameter.type == "number" else _TYPES[parameter.type]
    if type(value) in accepted:
        # A scope may hold floats that are no numbers.
        return MISFIT if type(value) is float and not math.isfinite(value) else value
    value = lane.lift(value)
    if type(value) in accepted:
        return value
    if parameter.type == "list":
        return [value]
    if type(value) is list and len(value) == 1 and type(lane.lift(value[0])) in accepted:
        return lane.lift(value[0])
    return MISFIT


def _items(values: Sequence[Any], lane: Lane) -> Any:
    """The items of a function of ``(list)`` or of ``(item, item, …)``."""
    if len(values) != 1:
        return list(values)
    value = values[0] if values[0] is None or type(values[0]) is list else lane.lift(values[0])
    return MISFIT if value is None else value if type(value) is list else [value]


def fit_all(form: Signature, lane: Lane, values: Sequence[Any]) -> list[Any] | None:
    """The arguments of a form from values by position; None where they do not fit."""
    fitted: list[Any] = []
    for index, parameter in enumerate(form.parameters):
        if parameter.type == "items":
            fitted.append(_items(values[index:], lane))
        elif parameter.rest:
            fitted.extend(fit(value, parameter, lane) for value in values[index:])
        elif index < len(values):
            fitted.append(fit(values[index], parameter, lane))
    return None if any(value is MISFIT for value in fitted) else fitted


def bind(forms: Sequence[Signature], lane: Lane, count: int) -> Callable[[list[Any]], Any] | None:
    """The function of a list of values for a call with so many arguments; None where no form takes them."""
    fitting = [(form, find(form)) for form in forms if form.least <= count <= form.most]
    if not fitting:
        return None

    def call(values: list[Any]) -> Any:
        for form, function in fitting:
            fitted = fit_all(form, lane, values)
            if fitted is not None:
                return lane.present(function(lane, *fitted))
        return None

    return call


def invoke(forms: Sequence[Signature], lane: Lane, values: list[Any]) -> Any:
    """A call by position, its form found now."""
    call = bind(forms, lane, len(values))
    return None if call is None else call(values)


def invoke_labelled(forms: Sequence[Signature], lane: Lane, labels: Sequence[str], values: Sequence[Any]) -> Any:
    """A call by name: the arguments of the first form that has such parameters, those not given null."""
    given = dict(zip(labels, values, strict=True))
    for form in forms:
        names = [parameter.name for parameter in form.parameters]
        if not given.keys() <= set(names):
            continue
        placed = [given[name] for name in names if name in given]
        if len(placed) < len(names) and not _may_lack(form, given, names):
            continue
        if (list(given) and [name for name in names if name in given] != names[: len(placed)]) or form.name == "is":
            placed = [given.get(name) for name in names]
        fitted = fit_all(form, lane, placed)
        if fitted is not None:
            return lane.present(find(form)(lane, *fitted))
    return None


def _may_lack(form: Signature, given: dict[str, Any], names: Sequence[str]) -> bool:
    """Whether the parameters that are not given may be left out; ``is`` takes null for them, as the kit pins."""
    return form.name == "is" or all(parameter.optional or parameter.name in given for parameter in form.parameters)
