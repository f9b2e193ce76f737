"""What a space's schema accepts: JSON Schema by the reference validator, and the house's `x-rules` beside it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from hawthorne.core.values import JSON

try:
    from jsonschema import Draft202012Validator
except ImportError:  # an extra of developers; without it the agreement with JSON Schema is not checked
    Draft202012Validator = None

HAS_REFERENCE = Draft202012Validator is not None


def accepts(schema: Mapping[str, Any], value: JSON) -> bool:
    """Whether the reference validator accepts a value (needs the package `jsonschema`)."""
    return bool(Draft202012Validator(schema).is_valid(value))


def check_schema(schema: Mapping[str, Any]) -> None:
    """Raises AssertionError unless the schema is one itself (JSON Schema 2020-12)."""
    errors = [error.message for error in Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(schema)]
    assert not errors, f"schema() is no JSON Schema: {errors[0]}"


def has_rules(schema: Mapping[str, Any]) -> bool:
    """Whether `x-rules` stand anywhere in a schema."""
    return any(True for _ in _every_rule(schema))


def has_page_rules(schema: Mapping[str, Any]) -> bool:
    """Whether a rule stands there that only the space itself can decide."""
    return any(rule["rule"] == "page" for rule in _every_rule(schema))


def obeys(schema: Mapping[str, Any], value: JSON) -> bool:
    """Whether a value that the schema accepts obeys the `x-rules` in it (rules of a page left out)."""
    for part, item in _placed(schema, value):
        for rule in part.get("x-rules", ()):
            if not _RULES[rule["rule"]](rule, item):
                return False
    return True


def _every_rule(schema: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(schema, Mapping):
        yield from schema.get("x-rules", ())
        for key, part in schema.items():
            if key != "x-rules":
                yield from _every_rule(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _every_rule(part)


def _placed(schema: Mapping[str, Any], value: JSON) -> Iterator[tuple[Mapping[str, Any], JSON]]:
    """Each part of a schema with the part of the value that it speaks of."""
    yield schema, value
    if isinstance(value, dict):
        for name, part in schema.get("properties", {}).items():
            if name in value:
                yield from _placed(part, value[name])
    if isinstance(value, list):
        for part, item in zip(schema.get("prefixItems", ()), value, strict=False):
            yield from _placed(part, item)
    for part in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        if accepts(part, value):
            yield from _placed(part, value)


def _exact(number: float) -> Fraction:
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def _grid(rule: Mapping[str, Any], value: JSON) -> bool:
    steps = (_exact(value) - _exact(rule["start"])) / _exact(rule["step"])
    return steps.denominator == 1


def _sum(rule: Mapping[str, Any], value: JSON) -> bool:
    total = sum(_exact(share) for share in value.values())
    wanted = _exact(rule["total"])
    return total == wanted if rule["exact"] else total <= wanted


def _order(rule: Mapping[str, Any], value: JSON) -> bool:
    low, high = value
    return bool(low < high if rule["order"] == "lo<hi" else low <= high)


def _size(rule: Mapping[str, Any], value: JSON) -> bool:
    length = len(unicodedata.normalize("NFC", value).strip())
    return bool(rule["min"] <= length and (rule["max"] is None or length <= rule["max"]))


_RULES = {"grid": _grid, "sum": _sum, "order": _order, "size": _size, "page": lambda rule, value: True}
