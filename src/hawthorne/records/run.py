"""A run that was made: its header, its records, and how its cases ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hawthorne.core.record import Record
from hawthorne.records import read
from hawthorne.records.header import Header


@dataclass(frozen=True)
class Run:
    """`folder` is None for a run in memory, whose lines are `blocks` then. `counts` has cases by status."""

    header: Header
    folder: Path | None = None
    blocks: tuple[bytes, ...] = ()

    @classmethod
    def open(cls, folder: str | Path) -> Run:
        """The run in a folder. Raises StoreError for a folder that is none."""
        return cls(read.header(folder), Path(folder))

    def records(self) -> Iterator[Record]:
        """Every record, by case, then by number."""
        return read.of_lines(self.blocks) if self.folder is None else read.records(self.folder)

    @property
    def counts(self) -> dict[str, int]:
        """Cases by status: `ended`, `stuck`, `failed`; and `open` for those of a run that is not closed yet."""
        if self.header.counts is not None:
            return dict(self.header.counts)
        counts = {"ended": 0, "stuck": 0, "failed": 0}
        for record in self.records():
            if record.what == "done":
                counts[record.value["status"]] += 1
        return counts | {"open": self.header.cases - sum(counts.values())}
