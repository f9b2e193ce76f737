"""A run's counts by node and flow, from its `flow` table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hawthorne.flows.model import Element, Study
from hawthorne.flows.read import index


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


REACHED = "{reached}"
"""What a name may hold: how often its element was reached."""


def filled(study: Study, counts: Mapping[str, Count]) -> Study:
    """The study with its counts in the names that ask for them (`Excluded (n={reached})`)."""
    if not any(REACHED in str(element.attributes.get("name")) for element in study.elements.values()):
        return study
    roots = tuple(_filled(root, counts) for root in study.roots)
    elements, parents = index(roots)
    return replace(study, roots=roots, elements=elements, parents=parents)


def _filled(element: Element, counts: Mapping[str, Count]) -> Element:
    children = {key: tuple(_filled(child, counts) for child in held) for key, held in element.children.items()}
    name, count = element.attributes.get("name"), counts.get(element.id or "")
    attributes = dict(element.attributes)
    if isinstance(name, str) and count is not None:
        attributes["name"] = name.replace(REACHED, f"{count.passes:,}")
    return replace(element, attributes=attributes, children=children)
