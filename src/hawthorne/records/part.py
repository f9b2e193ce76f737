"""One part of a run's records: an append-only file of whole lines, written by one process at a time.

Lines go out in blocks. `commit` puts everything on the disk: before an answer that would not come again is used, and
when the part is closed. A kill at any byte leaves whole lines and at most one torn one, which the next opening cuts.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import orjson

from hawthorne.records.disk import StoreError, replace_file, storing, sync_folder

BLOCK = 1 << 16
"""How many bytes of lines wait in memory for a write."""

SYNC = 1 << 23
"""How many bytes are written between two syncs of the disk."""

PATIENCE = 50
"""How often, every tenth of a second, the lock of a part is tried: a worker whose parent died ends within that time."""

Write = Callable[[int, memoryview], int]


class PartFile:
    """A part open for appending. `path` is the file (`name` its text), `receipt` the file that says it is complete."""

    def __init__(self, folder: Path, path: Path, write: Write = os.write) -> None:
        self.folder = folder
        self.path = path
        self.name = str(path)
        self.receipt = path.with_name(path.stem + ".receipt.json")
        self._write = write
        self._buffer = bytearray()
        self._unsynced = 0
        self.size = 0
        self.records = 0
        with storing(folder):
            is_new = not path.exists()
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            if is_new:
                sync_folder(path.parent)  # else a lost power supply could lose a file whose lines are on the disk
        try:
            self._lock()
        except BaseException:
            os.close(self._descriptor)
            raise

    def _lock(self) -> None:
        for _ in range(PATIENCE):
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                time.sleep(0.1)
        raise StoreError(f"another process still writes {self.path}: wait until it has ended, then try again")

    def existing(self) -> Iterator[bytes]:
        """The whole lines that are there; once read to the end, the torn tail is cut off.

        A line is torn where it has no end, or where a crash of the machine left zero bytes (no JSON text has any).
        """
        size = count = 0
        with storing(self.folder):
            with open(self.path, "rb") as file:
                for line in file:
                    if not line.endswith(b"\n") or b"\0" in line:
                        break
                    size += len(line)
                    count += 1
                    yield line
            os.ftruncate(self._descriptor, size)
        self.size, self.records = size, count

    def append(self, line: bytes) -> None:
        """Add a line."""
        buffer = self._buffer
        buffer += line
        if len(buffer) >= BLOCK:
            self.flush()

    def flush(self) -> None:
        """Hand what waits in memory to the system; a crash of this process loses nothing of it then.

        What a write that failed or was interrupted did not take is gone: a part is then opened anew, never written on.
        """
        view = memoryview(bytes(self._buffer))
        self.records += self._buffer.count(b"\n")
        self._buffer.clear()
        with storing(self.folder):
            while view:
                written = self._write(self._descriptor, view)
                self.size += written
                self._unsynced += written
                view = view[written:]
            if self._unsynced >= SYNC:
                self._sync()

    def commit(self) -> None:
        """Put everything on the disk."""
        self.flush()
        with storing(self.folder):
            self._sync()

    def _sync(self) -> None:
        os.fsync(self._descriptor)
        self._unsynced = 0

    def close(self, receipt: Mapping[str, int] | None = None) -> None:
        """Close the part; with a receipt (whole numbers) it is complete."""
        try:
            if receipt is not None:
                self.commit()
                with storing(self.folder):
                    replace_file(self.receipt, orjson.dumps(dict(receipt), option=orjson.OPT_APPEND_NEWLINE))
        finally:
            os.close(self._descriptor)
