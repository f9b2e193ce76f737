"""`matrix`: rows that are all answered on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.space import Coded, Normed, Space
from hawthorne.core.values import JSON
from hawthorne.spaces.codes import declared, opaque, stranger, unveiled, veiled
from hawthorne.spaces.problem import Problem, listed, shown


@dataclass(frozen=True, slots=True)
class Matrix:
    """An object from row to an answer on the scale. Rows that are `optional` may be left out, or null.

    >>> from hawthorne.spaces.likert import Likert
    >>> Matrix(("calm", "tired"), Likert((1, 5))).check({"calm": 3})
    'the row "tired" must be answered'
    """

    kind: ClassVar[str] = "matrix"
    version: ClassVar[int] = 1
    open: ClassVar[bool] = False

    rows: tuple[str, ...]
    scale: Space
    """Any space; a `likert` or a `choice` as a rule."""
    optional: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        rows = declared(self.rows, "matrix")
        for row in self.optional:
            if row not in rows:
                raise UsageError(f'matrix: the optional row "{row}" is none of the rows {listed(rows)}')
        object.__setattr__(self, "rows", rows)

    def check(self, value: JSON) -> str | None:
        if not isinstance(value, dict):
            return Problem("wrong_type", f"must be an object with the rows {listed(self.rows)}, not {shown(value)}")
        for row in self.rows:
            item = value.get(row)
            if item is None and row in self.optional:
                continue
            if row not in value:
                return Problem("missing_required", f'the row "{row}" must be answered')
            problem = self.scale.check(item)
            if problem is not None:
                return Problem(getattr(problem, "code", "constraint"), f'the row "{row}" {problem}')
        for row in value:
            if row not in self.rows:
                return Problem("unknown_response", f"{shown(row)} is none of the rows {listed(self.rows)}")
        return None

    def blinded(self) -> Matrix:
        scale = self.scale.blinded() if isinstance(self.scale, Coded) else self.scale
        optional = tuple(veiled("w", self.rows, row) for row in self.optional)
        return replace(self, rows=opaque("w", self.rows), scale=scale, optional=optional)

    def blind(self, value: JSON) -> JSON:
        inner = self.scale.blind if isinstance(self.scale, Coded) else _same
        return {veiled("w", self.rows, row): item if item is None else inner(item) for row, item in value.items()}

    def unblind(self, value: JSON) -> JSON:
        inner = self.scale.unblind if isinstance(self.scale, Coded) else _same
        return {unveiled(self.rows, name): item if item is None else inner(item) for name, item in value.items()}

    def normal(self, value: JSON) -> JSON:
        """The answered rows in the order shown."""
        inner = self.scale.normal if isinstance(self.scale, Normed) else _same
        return {row: inner(value[row]) for row in self.rows if value.get(row) is not None}

    def sample(self, draws: Draws) -> JSON:
        return {row: self.scale.sample(draws.at(i)) for i, row in enumerate(self.rows)}

    def schema(self) -> dict[str, Any]:
        scale = self.scale.schema()
        skipped = {"anyOf": [scale, {"type": "null"}]}
        return {
            "type": "object",
            "properties": {row: skipped if row in self.optional else scale for row in self.rows},
            "required": [row for row in self.rows if row not in self.optional],
            "additionalProperties": False,
        }

    def examples(self) -> tuple[Sequence[JSON], Sequence[JSON]]:
        good, bad = self.scale.examples()
        full = {row: good[i % len(good)] for i, row in enumerate(self.rows)}
        wrong: list[JSON] = [None, [], full | {stranger(self.rows): good[0]}]
        wrong += [full | {self.rows[-1]: item} for item in bad if item is not None]
        wrong += [{key: full[key] for key in full if key != row} for row in self.rows if row not in self.optional]
        return [full, {row: item for row, item in full.items() if row not in self.optional}], wrong


def _same(value: JSON) -> JSON:
    return value
