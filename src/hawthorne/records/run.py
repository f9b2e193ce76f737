"""A run that was made: its header, its records, and how its cases ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hawthorne.core.document import Source
from hawthorne.core.errors import HawthorneError
from hawthorne.core.record import Record
from hawthorne.records import read
from hawthorne.records.header import Header


@dataclass(frozen=True)
class Run:
    """`folder` is None for a run in memory, whose lines are `blocks` then and whose document is `kept`. `counts` has
    cases by status."""

    header: Header
    folder: Path | None = None
    blocks: tuple[bytes, ...] = ()
    kept: Source | None = None

    @classmethod
    def open(cls, folder: str | Path) -> Run:
        """The run in a folder. Raises StoreError for a folder that is none."""
        return cls(read.header(folder), Path(folder))

    def records(self) -> Iterator[Record]:
        """Every record, by case, then by number."""
        return read.of_lines(self.blocks) if self.folder is None else read.records(self.folder)

    def failures(self) -> Iterator[Record]:
        """The records of asks whose actor broke, by case, then by number."""
        return read.failures(self.blocks if self.folder is None else read.lines(self.folder))

    @property
    def source(self) -> Source:
        """The document as it was run: the folder's copy, or what a run in memory kept. Raises HawthorneError where the
        copy cannot be read."""
        if self.folder is None:
            assert self.kept is not None
            return self.kept
        try:
            return Source.of_file(self.folder / "document" / self.header.document["file"])
        except OSError as error:
            raise HawthorneError(f"the run's copy of its document cannot be read: {error}") from None

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
