"""Whether a value is of a type, and the coercions between a value and a singleton list (DMN 1.5, 10.3.2.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .parse_types import parse_type_text
from .tree import TypeName
from .values import Function, Range, lift, type_of

_SIMPLE = frozenset(
    {
        "number", "string", "boolean", "date", "time", "date and time", "days and time duration",
        "years and months duration",
    }
)  # fmt: skip
ANY = TypeName("Any")

Types = Mapping[str, TypeName]


def conforms(value: Any, kind: TypeName, types: Types) -> bool | None:
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


def _list(value: Any, kind: TypeName, types: Types) -> bool:
    if type(value) is not list:
        return False
    return all(conforms(item, part, types) for part in kind.parts for item in value)


def _context(value: Any, kind: TypeName, types: Types) -> bool:
    if type(value) is not dict:
        return False
    return all(
        label in value and conforms(value[label], part, types) is True
        for label, part in zip(kind.labels, kind.parts, strict=True)
    )


def _range(value: Any, kind: TypeName, types: Types) -> bool:
    if type(value) is not Range:
        return False
    return all(conforms(end, part, types) for part in kind.parts for end in (value.low, value.high))


def _function(value: Any, kind: TypeName, types: Types) -> bool:
    """A function conforms to one whose arguments it can take and whose result is no narrower than its own."""
    if type(value) is not Function:
        return False
    if kind.result is None:
        return True
    if len(value.parameters) != len(kind.parts):
        return False
    declared = value.types or (None,) * len(value.parameters)
    takes = all(within(want, have or ANY, types) for want, have in zip(kind.parts, declared, strict=True))
    return takes and (value.result is None or within(value.result, kind.result, types))


_CHECKS: dict[str, Callable[[Any, TypeName, Types], bool]] = {
    "list": _list, "context": _context, "range": _range, "function": _function,
}  # fmt: skip


def within(inner: TypeName, outer: TypeName, types: Types) -> bool:
    """Whether every value of one type is of another (10.3.2.9.2).

    >>> number = TypeName("number")
    >>> within(TypeName("list", (number,)), TypeName("list", (ANY,)), {}), within(ANY, number, {})
    (True, False)
    """
    inner, outer = types.get(inner.name, inner), types.get(outer.name, outer)
    if outer.name == "Any" or inner.name == "Null":
        return True
    if inner.name != outer.name:
        return False
    if outer.name == "context":
        have = dict(zip(inner.labels, inner.parts, strict=True))
        wanted = zip(outer.labels, outer.parts, strict=True)
        return all(label in have and within(have[label], part, types) for label, part in wanted)
    if outer.name == "function" and outer.result is not None and inner.result is not None:
        return (
            len(inner.parts) == len(outer.parts)
            and all(within(b, a, types) for a, b in zip(inner.parts, outer.parts, strict=True))
            and within(inner.result, outer.result, types)
        )
    return all(within(a, b, types) for a, b in zip(inner.parts or (ANY,) * len(outer.parts), outer.parts, strict=False))


def coerce(value: Any, kind: TypeName | None, types: Types) -> Any:
    """A value as a type wants it: itself, the one item of a list, a list of it, or None (10.3.2.9.4)."""
    if kind is None or value is None or conforms(value, kind, types) is not False:
        return value
    if type(value) is list and len(value) == 1 and conforms(value[0], kind, types) is True:
        return value[0]
    if conforms([value], kind, types) is True:
        return [value]
    return None


def coerced(value: Any, kind: str, types: Mapping[str, str] | None = None) -> Any:
    """A value as the type of a variable or a result wants it, or None: as `coerce`, with types as texts.

    >>> coerced(["a"], "string"), coerced(1, "string"), coerced(1, "list<number>")
    ('a', None, [1])
    """
    known = {name: parse_type_text(text) for name, text in (types or {}).items()}
    return coerce(value, parse_type_text(kind), known)
