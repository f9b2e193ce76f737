"""Rows of the public compatibility kit: found, read, run, compared."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from hawthorne.lang import feel
from hawthorne.lang.feel.durations import parse_duration
from hawthorne.lang.feel.equality import equal
from hawthorne.lang.feel.parse_types import parse_type_text
from hawthorne.lang.feel.temporal import parse_date, parse_date_time, parse_time
from hawthorne.lang.feel.types import conforms

#: Item definitions of the kit's models, which the rows name and do not carry.
TYPES = {
    "tNumberList": "list<number>", "tNumList": "list<number>", "ListOfNumbers": "list<number>",
    "tStringList": "list<string>", "tAnyList": "list<Any>", "tNestedList": "list<list<string>>",
    "t255": "number", "tFooBar": "string", "t_context_013": "context<a: string, b: string>",
    "tNameAndAge": "context<name: string, age: number>", "exactContextType": "context<a: number, b: number>",
    "superContextType": "context<a: number>", "otherContextType": "context<a: number, c: number>",
}  # fmt: skip
KNOWN = {name: parse_type_text(text) for name, text in TYPES.items()}
DECLARED = {**{name: name for name in ("number", "string", "boolean", "date", "time")}, "dateTime": "date and time"}


def find_rows() -> Path | None:
    """The kit's rows: under HAWTHORNE_SHARED, or in a ``shared`` folder beside a folder that holds this repository."""
    roots = [Path(os.environ["HAWTHORNE_SHARED"])] if "HAWTHORNE_SHARED" in os.environ else []
    roots += [parent / "shared" for parent in Path(__file__).resolve().parents]
    found = (root / "conformance" / "feel" / "cases.jsonl" for root in roots)
    return next((path for path in found if path.is_file()), None)


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def read_value(form: dict[str, Any] | None) -> Any:
    """A value of a row in FEEL's types."""
    if form is None or form["v"] is None:
        return None
    kind, value = form["t"], form["v"]
    if kind == "list":
        return [read_value(item) for item in value]
    if kind == "context":
        return {key: read_value(item) for key, item in value.items()}
    readers = {
        "decimal": Decimal, "string": str, "boolean": lambda text: text == "true", "date": parse_date,
        "time": parse_time, "dateTime": parse_date_time, "duration": parse_duration,
    }  # fmt: skip
    return readers[kind](value)


def declared(value: Any, kind: str | None) -> Any:
    """A result as the row's declared type wants it (DMN 1.5, 10.3.2.9.4)."""
    if kind is None or value is None:
        return value
    known = KNOWN.get(kind) or (parse_type_text(DECLARED[kind]) if kind in DECLARED else None)
    if known is None or conforms(value, known, KNOWN):
        return value
    if isinstance(value, list) and len(value) == 1 and conforms(value[0], known, KNOWN):
        return value[0]
    return None


def run_row(row: dict[str, Any]) -> tuple[bool, Any]:
    """Whether a row passes, and what came out."""
    scope = {name: read_value(form) for name, form in row["inputs"].items()}
    try:
        program = feel.compile(row["expr"], names=frozenset(scope), types=TYPES, members=feel.special_keys(scope))
        value = declared(program(scope), row["type"])
    except feel.FeelError as error:
        return row["error"] or row["expected"] is None, error
    return same(value, read_value(row["expected"])), value


def same(value: Any, expected: Any) -> bool:
    if type(value) is Decimal and type(expected) is Decimal:
        return abs(value - expected) <= Decimal("1e-8")
    if isinstance(value, list) and isinstance(expected, list):
        return len(value) == len(expected) and all(map(same, value, expected))
    if isinstance(value, dict) and isinstance(expected, dict):
        return value.keys() == expected.keys() and all(same(value[key], expected[key]) for key in value)
    if type(value) in (feel.Time, feel.DateTime):
        return value == expected
    return equal(value, expected) is True
