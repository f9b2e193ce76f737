"""Whether a value is of a type, and the coercions between a value and a singleton list (DMN 1.5, 10.3.2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .tree import TypeName
from .values import Function, Range, lift, type_of

_SIMPLE = frozenset(
    {
        "number",
        "string",
        "boolean",
        "date",
        "time",
        "date and time",
        "days and time duration",
        "years and months duration",
    }
)
ANY = TypeName("Any")


def conforms(value: Any, kind: TypeName, types: Mapping[str, TypeName]) -> bool | None:
    """Whether a value is of a type; null is of every type here. None where the type is not known."""
    name = kind.name
    if value is None or name == "Any":
        return True
    if name == "Null":
        return False
    if name in _SIMPLE:
        return type_of(value) == name
    check = _CHECKS.get(name)
    if check is not None:
        return check(lift(value), kind, types)
    defined = types.get(name)
    return None if defined is None else conforms(value, defined, types)


def _list(value: Any, kind: TypeName, types: Mapping[str, TypeName]) -> bool | None:
    if type(value) is not list:
        return False
    return all(conforms(item, part, types) for part in kind.parts for item in value)


def _context(value: Any, kind: TypeName, types: Mapping[str, TypeName]) -> bool | None:
    if type(value) is not dict:
        return False
    return all(
        label in value and conforms(value[label], part, types) is True
        for label, part in zip(kind.labels, kind.parts, strict=True)
    )


def _range(value: Any, kind: TypeName, types: Mapping[str, TypeName]) -> bool | None:
    if type(value) is not Range:
        return False
    return all(conforms(end, part, types) for part in kind.parts for end in (value.low, value.high))


def _function(value: Any, kind: TypeName, types: Mapping[str, TypeName]) -> bool | None:
    """A function conforms when it takes as many parameters and each declared type is the wider one (10.3.2.9.2)."""
    if type(value) is not Function:
        return False
    if kind.result is None:
        return True
    if len(value.parameters) != len(kind.parts):
        return False
    declared = value.types or (None,) * len(value.parameters)
    return all(
        have is None or have.name == "Any" or have == want for have, want in zip(declared, kind.parts, strict=True)
    )


_CHECKS = {"list": _list, "context": _context, "range": _range, "function": _function}


def coerce(value: Any, kind: TypeName | None, types: Mapping[str, TypeName]) -> Any:
    """A value as a type wants it: itself, the one item of a list, a list of it, or None (10.3.2.9.4)."""
    if kind is None or value is None or conforms(value, kind, types) is not False:
        return value
    if type(value) is list and len(value) == 1 and conforms(value[0], kind, types) is True:
        return value[0]
    if conforms([value], kind, types) is True:
        return [value]
    return None
