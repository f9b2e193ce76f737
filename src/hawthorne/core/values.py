"""JSON values: the only values that cross a case's border, and their one canonical text."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

JSON = Any
"""None, bool, int, float (finite), str, list of these, or dict from str to these."""


def plain(value: Any) -> JSON:
    """A copy of `value` made of JSON's own types; tuples become lists, NaN and infinities become None.

    Raises TypeError for what JSON cannot hold.

    >>> plain({"a": (1, float("nan"))})
    {'a': [1, None]}
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    raise TypeError(f"not a JSON value: {value!r} ({type(value).__name__})")


def canonical(value: JSON) -> str:
    """The one text of a value: keys sorted, no white space, no escapes that JSON does not demand.

    An integral float within 2**53 is written as an integer, so that 1 and 1.0 have one text.

    >>> canonical({"b": 1.0, "a": [True, None, "ä"]})
    '{"a":[true,null,"ä"],"b":1}'
    """
    return json.dumps(_whole(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _whole(value: JSON) -> JSON:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, Mapping):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_whole(item) for item in value]
    return value


def shown(value: JSON) -> str:
    """A value as a sentence names it: short, and never the inside of a list or an object.

    >>> shown("x" * 99), shown([1, 2]), shown(True), shown(None)
    ('"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"', 'a list of 2', 'true', 'null')
    """
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 40 else value[:39] + "…", ensure_ascii=False)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a number of more than 40 digits"
    return repr(value)
