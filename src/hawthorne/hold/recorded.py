"""What is recorded of a case, against which its replay is held, line by line."""

from __future__ import annotations

from hawthorne.core.errors import ReplayMismatch
from hawthorne.core.record import Log, Record
from hawthorne.records.line import encode


class Recorded:
    """A log that compares what a replay writes with the lines that are there, and passes on what comes after."""

    def __init__(self, lines: list[bytes], log: Log, hint: str) -> None:
        self._lines, self._log, self._hint = lines, log, hint
        self._k = 0

    def __call__(self, record: Record) -> None:
        if self._k == len(self._lines):
            self._log(record)
            return
        line = encode(record)
        if line != self._lines[self._k]:
            raise self.differs(line.decode("utf-8", "replace").rstrip("\n"))
        self._k += 1

    def differs(self, replayed: str) -> ReplayMismatch:
        recorded = self._lines[min(self._k, len(self._lines) - 1)].decode("utf-8", "replace").rstrip("\n")
        return ReplayMismatch(recorded, replayed, self._hint)

    def finish(self) -> None:
        """Raises ReplayMismatch where more is recorded than the replay gave."""
        if self._k < len(self._lines):
            raise self.differs("(nothing)")
