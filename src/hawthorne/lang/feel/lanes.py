"""The two lanes of numbers: decimals (the standard's truth) and Python's int and float (speed).

Decimals have 34 digits and round half to even (DMN 1.5, 10.3.2.3.1: IEEE 754-2008 decimal128). A result that is no
number is null. In the float lane integers stay exact up to 2**63 and become floats beyond.
"""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from .values import lift, tidy, to_feel

CONTEXT = decimal.Context(
    prec=34, rounding=decimal.ROUND_HALF_EVEN, Emin=-6143, Emax=6144, capitals=1, clamp=0, flags=[], traps=[]
)
_BIGGEST = 2**63
_ONE = Decimal(1)


class Lane:
    """Numbers of one kind: their Python types, arithmetic on them, and how values of a scope are read."""

    def __init__(
        self,
        name: str,
        types: frozenset[type],
        operations: dict[str, Callable[[Any, Any], Any]],
        number: Callable[[Any], Any],
        read: Callable[[Any], Any] | None,
    ) -> None:
        self.name = name
        self.types = types
        self.add = operations["+"]
        self.subtract = operations["-"]
        self.multiply = operations["*"]
        self.divide = operations["/"]
        self.power = operations["**"]
        self.operations = operations
        #: A number of this lane from an int, a Decimal or a float.
        self.number = number
        #: How a value of the scope is read, all the way down; None where it is taken as it is.
        self.read = read

    def lift(self, value: Any) -> Any:
        """A value of another library as a value of this lane."""
        lifted = lift(value)
        if type(lifted) in (int, float, Decimal) and type(lifted) not in self.types:
            return self.number(lifted)
        return lifted

    def present(self, value: Any) -> Any:
        """An int that a built-in made, as a number of the lane."""
        return self.number(value) if type(value) is int else value

    def __repr__(self) -> str:
        return f"Lane({self.name})"

    def __reduce__(self) -> str:
        return self.name.upper()


def _finite(value: Decimal) -> Decimal | None:
    return value if value.is_finite() else None


def _decimal_add(a: Decimal, b: Decimal) -> Decimal | None:
    return _finite(CONTEXT.add(a, b))


def _decimal_subtract(a: Decimal, b: Decimal) -> Decimal | None:
    return _finite(CONTEXT.subtract(a, b))


def _decimal_multiply(a: Decimal, b: Decimal) -> Decimal | None:
    return _finite(CONTEXT.multiply(a, b))


def _decimal_divide(a: Decimal, b: Decimal) -> Decimal | None:
    return _finite(CONTEXT.divide(a, b)) if b else None


def _decimal_power(a: Decimal, b: Decimal) -> Decimal | None:
    return _finite(CONTEXT.power(a, b)) if b else _ONE


def _number_of(value: Any) -> Any:
    if type(value) is int:
        return CONTEXT.plus(Decimal(value))
    number = to_feel(value)
    return None if number is None else _finite(CONTEXT.plus(number))


def _fit(value: Any) -> Any:
    """A result of int or float arithmetic, within the lane."""
    if type(value) is float:
        return tidy(value)
    return value if -_BIGGEST < value < _BIGGEST else _float(value)


def _float(value: Any) -> float | None:
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _float_add(a: Any, b: Any) -> Any:
    return _fit(a + b)


def _float_subtract(a: Any, b: Any) -> Any:
    return _fit(a - b)


def _float_multiply(a: Any, b: Any) -> Any:
    return _fit(a * b)


def _float_divide(a: Any, b: Any) -> Any:
    if not b:
        return None
    try:
        return tidy(a / b)
    except OverflowError:
        return None


def _float_power(a: Any, b: Any) -> Any:
    if type(a) is int and type(b) is int and 0 <= b <= 64 and a.bit_length() * b <= 64:
        return _fit(a**b)
    try:
        result = float(a) ** float(b)
    except (OverflowError, ZeroDivisionError):
        return None
    return tidy(result) if isinstance(result, float) else None


def _float_number(value: Any) -> Any:
    if type(value) is int:
        return value if -_BIGGEST < value < _BIGGEST else _float(value)
    number = _float(value)
    return None if number is None else tidy(number)


DECIMAL = Lane(
    "decimal",
    frozenset({Decimal}),
    {"+": _decimal_add, "-": _decimal_subtract, "*": _decimal_multiply, "/": _decimal_divide, "**": _decimal_power},
    _number_of,
    to_feel,
)
FLOAT = Lane(
    "float",
    frozenset({int, float}),
    {"+": _float_add, "-": _float_subtract, "*": _float_multiply, "/": _float_divide, "**": _float_power},
    _float_number,
    None,
)
LANES = {"decimal": DECIMAL, "float": FLOAT}
