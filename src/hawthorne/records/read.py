"""Reading a run's records, also while the run goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hawthorne.core.record import Record
from hawthorne.records.disk import storing
from hawthorne.records.header import Header
from hawthorne.records.line import decode
from hawthorne.records.store import Store

_FAILED = b'"what":"failed"'


def header(folder: str | Path) -> Header:
    """The header of a run. Raises StoreError for a folder that is none, BadHeader for a damaged one."""
    return Store(folder).header


def records(folder: str | Path) -> Iterator[Record]:
    """Every record of a run, by case, then by number.

    A torn line at the end of a part that is not complete yet is left out; any other line that is not a record raises
    BadLine with its file and number.
    """
    store = Store(folder)
    store.header  # noqa: B018  (a folder that is no run says so)
    for part in store.parts():
        with storing(store.folder), open(part.path, "rb") as file:
            for number, line in enumerate(file, 1):
                if part.receipt is None and (not line.endswith(b"\n") or b"\0" in line):
                    break
                yield decode(line, str(part.path), number)


def failures(blocks: Iterable[bytes]) -> Iterator[Record]:
    """The `failed` records among blocks of whole lines, in order; all other lines are passed over unread."""
    for block in blocks:
        at = block.find(_FAILED)
        while at >= 0:
            start, end = block.rfind(b"\n", 0, at) + 1, block.find(b"\n", at) + 1
            record = decode(block[start : end or len(block)])
            if record.what == "failed":
                yield record
            at = block.find(_FAILED, end) if end else -1


def lines(folder: str | Path) -> Iterator[bytes]:
    """The bytes of a run's records, part by part: what "byte-identical" compares."""
    for part in Store(folder).parts():
        yield part.path.read_bytes()


def of_lines(data: Iterable[bytes]) -> Iterator[Record]:
    """The records of blocks of whole lines that never were in a file."""
    for block in data:
        for number, line in enumerate(block.splitlines(), 1):
            yield decode(line, "record", number)
