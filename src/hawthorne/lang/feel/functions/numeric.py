"""Functions of numbers (DMN 1.5, table 75)."""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from ..durations import MonthsDuration, TimeDuration
from ..lanes import CONTEXT, Lane

#: Scales of decimal128: a number has at most 6176 decimals.
LOWEST_SCALE, HIGHEST_SCALE = -6111, 6176

#: Wide enough to round any number of 34 digits at any scale.
_WIDE = decimal.Context(prec=14000, Emin=-99999, Emax=99999, traps=[])


def _exact(value: Any) -> Decimal:
    return value if type(value) is Decimal else Decimal(repr(value)) if type(value) is float else Decimal(value)


def round_to(lane: Lane, n: Any, scale: Any, rounding: str) -> Any:
    """A number rounded at a scale, which is truncated to an integer; null outside of the scales."""
    digits = int(scale)
    if not LOWEST_SCALE <= digits <= HIGHEST_SCALE:
        return None
    number = _exact(n)
    if -number.as_tuple().exponent <= digits:  # type: ignore[operator]
        return n
    return lane.number(number.quantize(Decimal((0, (1,), -digits)), rounding, _WIDE))


def _rounding(rounding: str) -> Callable[..., Any]:
    def rounded(lane: Lane, n: Any, scale: Any = 0) -> Any:
        return round_to(lane, n, scale, rounding)

    return rounded


def absolute(lane: Lane, n: Any) -> Any:
    n = lane.lift(n)
    if type(n) is float and not math.isfinite(n):
        return None
    if type(n) in lane.types:
        return abs(n)
    if type(n) is MonthsDuration:
        return MonthsDuration(abs(n.months))
    if type(n) is TimeDuration:
        return TimeDuration(abs(n.nanos))
    return absolute(lane, n[0]) if type(n) is list and len(n) == 1 else None


def modulo(lane: Lane, dividend: Any, divisor: Any) -> Any:
    """``dividend - divisor * floor(dividend / divisor)``, exact; null for a divisor of 0."""
    if not divisor:
        return None
    a, b = _exact(dividend), _exact(divisor)
    # The remainder of very large by very small numbers would need more digits than there are.
    if abs(a.adjusted() - b.adjusted()) > 6000:
        return None
    rest = _WIDE.remainder(a, b)
    if rest and (rest < 0) != (b < 0):
        rest = _WIDE.add(rest, b)
    return lane.number(rest)


def sqrt(lane: Lane, number: Any) -> Any:
    if number < 0:
        return None
    return lane.number(CONTEXT.sqrt(number) if lane.name == "decimal" else math.sqrt(number))


def log(lane: Lane, number: Any) -> Any:
    if number <= 0:
        return None
    return lane.number(CONTEXT.ln(number) if lane.name == "decimal" else math.log(number))


def exp(lane: Lane, number: Any) -> Any:
    if number > 14200:
        return None
    if lane.name == "decimal":
        result = CONTEXT.exp(number)
        return lane.number(result) if result.is_finite() else None
    return lane.number(math.exp(number)) if number < 709 else None


def _parity(number: Any) -> int | None:
    """The number modulo 2, or None for a fraction."""
    if type(number) is Decimal and number.adjusted() > 40:
        return 0
    return int(number) % 2 if number == int(number) else None


def odd(lane: Lane, number: Any) -> bool:
    return _parity(number) == 1


def even(lane: Lane, number: Any) -> bool:
    return _parity(number) == 0


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "decimal": _rounding(decimal.ROUND_HALF_EVEN), "floor": _rounding(decimal.ROUND_FLOOR),
    "ceiling": _rounding(decimal.ROUND_CEILING), "round up": _rounding(decimal.ROUND_UP),
    "round down": _rounding(decimal.ROUND_DOWN), "round half up": _rounding(decimal.ROUND_HALF_UP),
    "round half down": _rounding(decimal.ROUND_HALF_DOWN), "abs": absolute, "modulo": modulo, "sqrt": sqrt, "log": log,
    "exp": exp, "odd": odd, "even": even,
}  # fmt: skip
