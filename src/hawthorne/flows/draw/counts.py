"""A run's counts by node and flow, from its `flow` table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Count:
    """How often a node or flow was reached, by how many subjects, and how many still wait there."""

    passes: int
    subjects: int
    open: int = 0

    @property
    def words(self) -> str:
        """What stands in the picture.

        >>> Count(20, 20).words, Count(1200, 40).words
        ('20', '1,200 · 40')
        """
        return f"{self.passes:,}" if self.passes == self.subjects else f"{self.passes:,} · {self.subjects:,}"

    @property
    def told(self) -> str:
        """The count in a sentence."""
        told = f"reached {self.passes:,} times by {self.subjects:,} subjects"
        return f"{told}, {self.open:,} still there" if self.open else told


def of_rows(rows: Iterable[Mapping[str, Any]]) -> dict[str, Count]:
    """The counts of a run by id."""
    return {
        str(row["id"]): Count(int(row.get("passes") or 0), int(row.get("subjects") or 0), int(row.get("open") or 0))
        for row in rows
    }
