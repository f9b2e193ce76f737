"""Our own conformance table: ``table/*.txt``, one row a line, in both lanes.

A row is ``expression => expected``; expected is an expression of literals, or ``!`` and the class of the error. Marks
at the end: ``[decimal]`` the exact digits are promised in the decimal lane only, ``[near]`` equal within 1e-12.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from hawthorne.lang import feel
from hawthorne.lang.feel.equality import same

TABLE = Path(__file__).parent / "table"
SCOPE: dict[str, Any] = {
    "age": 30, "Monthly Salary": 1000, "full-name": "Ann B", "a": 3, "b": 2, "x'y": "prime", "nothing": None,
    "élan": "verve", "$cost": 9, "_under": 8, "true_": 7, "iffy": 6, "notice": 5, "xs": [3, 1, 2],
    "words": ["go", "stop"], "rows": [{"k": 1, "v": "x"}, {"k": 2, "v": "y"}, {"k": 2}],
    "ctx": {"k": 7, "in": {"deep": [1, 2]}, "two words": "yes"},
}  # fmt: skip
NOW = feel.evaluate('@"2026-01-31T12:00:00Z"')


def read_rows() -> Iterator[Any]:
    for path in sorted(TABLE.glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            text, separator, expected = line.rpartition("=> ")
            assert separator, f"{path.name}:{number} has no '=> '"
            mark = ""
            for known in (" [decimal]", " [near]"):
                if expected.endswith(known):
                    expected, mark = expected.removesuffix(known), known.strip(" []")
            yield pytest.param(text.removesuffix(" "), expected, mark, id=f"{path.stem}:{number}")


ROWS = list(read_rows())


def run(text: str, numbers: str) -> Any:
    compiled = feel.compile(
        text, names=SCOPE.keys(), members=feel.special_keys(SCOPE), numbers=numbers, clock=lambda: NOW
    )
    return compiled(SCOPE)


def near(value: Any, expected: Any) -> bool:
    return abs(Decimal(value) - Decimal(expected)) < Decimal("1e-12")


def alike(value: Any, expected: Any) -> bool:
    """Sameness, all the way down: offsets and included ends matter, and null is only null."""
    if isinstance(value, list) and isinstance(expected, list):
        return len(value) == len(expected) and all(map(alike, value, expected))
    if isinstance(value, dict) and isinstance(expected, dict):
        return list(value) == list(expected) and all(alike(value[key], expected[key]) for key in value)
    return same(value, expected)


@pytest.mark.parametrize(("text", "expected", "mark"), ROWS)
def test_row(text: str, expected: str, mark: str) -> None:
    if expected.startswith("!"):
        with pytest.raises(getattr(feel, expected[1:])):
            run(text, "decimal")
        return
    for numbers in ("decimal",) if mark == "decimal" else ("decimal", "float"):
        value, wanted = run(text, numbers), run(expected, numbers)
        assert (wanted is None) == (expected == "null"), "the expected value of a row is a literal"
        assert (near if mark == "near" else alike)(value, wanted), f"{numbers}: {value!r} is not {wanted!r}"


def test_the_table_is_large() -> None:
    assert len(ROWS) >= 600
