"""Which Python function each form of a built-in function is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import boolean, context, conversion, list, numeric, range, string, temporal
from .catalog import Signature

#: By name, or by ``name(parameter, …)`` where the forms of one name have functions of their own.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **conversion.FUNCTIONS, **boolean.FUNCTIONS, **string.FUNCTIONS, **list.FUNCTIONS, **numeric.FUNCTIONS,
    **temporal.FUNCTIONS, **range.FUNCTIONS, **context.FUNCTIONS,
}  # fmt: skip

#: Functions of one list that need no fitting of their argument when it is a list.
ON_LISTS: dict[str, Callable[..., Any]] = list.ON_LISTS


def find(form: Signature) -> Callable[..., Any]:
    """The function of a form: called with the lane, then the form's arguments."""
    exact = f"{form.name}({', '.join(parameter.name for parameter in form.parameters)})"
    return FUNCTIONS.get(exact) or FUNCTIONS[form.name]
