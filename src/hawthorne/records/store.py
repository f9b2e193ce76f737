"""The run folder: `run.json`, `document/`, `lock`, `parts/`, projections and a README.

    run.json                          the header; the only file with wall times and facts about the machine
    document/                         a byte copy of the document, with the files it cites
    lock                              held by the one process that works on the folder
    parts/000001-000050.jsonl         records of cases 1 to 50, one line each
    parts/000001-000050.receipt.json  written last: the part is complete (whole numbers only)
    data/ ...                         projections: made from the parts when the run closes

"Byte-identical" means the parts concatenated in the order of their names.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from shlex import quote
from typing import BinaryIO, NamedTuple

import orjson

from hawthorne.core.errors import UsageError
from hawthorne.records.disk import StoreError, replace_file, storing, sync_folder
from hawthorne.records.header import Header
from hawthorne.records.part import PartFile, Write
from hawthorne.records.places import unsafe

__all__ = ["Part", "Store", "StoreError"]

OPEN_FILES = 64
"""How many projections are open at a time."""

_PART = re.compile(r"(\d+)-(\d+)\.jsonl")
_README = """This folder is one run of a study, made by Hawthorne {version}.

run.json    the header: seed, who answered, digests, versions, when and where the run was made
document/   the study as it was run, byte for byte, with the files it cites
parts/      the records: one JSON object a line, cases in order, never changed once written;
            a part with a receipt beside it is complete
Everything else here is made from the records and can be made again.

Go on with a run that was stopped:  hawthorne run --resume {folder}
Its tables and its report:          hawthorne tables {folder}
                                    hawthorne report {folder}
"""


class Part(NamedTuple):
    """A part that stands in a run folder: cases `low` to `high`, its file, and its receipt if it is complete."""

    low: int
    high: int
    path: Path
    receipt: Mapping[str, int] | None


class Store:
    """A run folder. Make one with `create`, take up one with `Store(folder)`."""

    write: Write = staticmethod(os.write)
    """How bytes of records are written: the system's own way, unless a test of crashes says otherwise."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.parts_folder = self.folder / "parts"

    @classmethod
    def create(cls, folder: str | Path) -> Store:
        """Make the folder. Raises UsageError where something is in the way, StoreError where it cannot be made."""
        store = cls(folder)
        path = store.folder
        with storing(path):
            if path.exists() and not path.is_dir():
                raise UsageError(f"{path} is a file: choose another folder with --out")
            if (path / "run.json").exists():
                raise UsageError(
                    f"{path} already holds a run: go on with it (hawthorne run --resume {quote(str(path))}) "
                    "or choose another folder with --out"
                )
            if path.exists() and any(path.iterdir()) and not store._unborn():
                raise UsageError(f"{path} is not empty: choose another folder with --out")
            store.parts_folder.mkdir(parents=True, exist_ok=True)
            (path / "document").mkdir(exist_ok=True)
        return store

    def _unborn(self) -> bool:
        """Whether the folder is what a run left that was stopped before its header was written."""
        return {each.name for each in self.folder.iterdir()} <= {
            "lock",
            "parts",
            "document",
            "run.json.new",
        } and not any(self.parts_folder.glob("*"))

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the folder. Raises StoreError where another process holds it."""
        with storing(self.folder):
            descriptor = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreError(
                    f"another process is working on {self.folder}: wait until it has ended, or choose another folder"
                ) from None
            yield
        finally:
            os.close(descriptor)

    # --- what stands beside the parts ----------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        """The run's header. Raises StoreError where the folder is none of ours, BadHeader where it is damaged."""
        path = self.folder / "run.json"
        if not path.is_file():
            raise StoreError(f"{self.folder} is not a run folder: it has no run.json")
        with storing(self.folder):
            return Header.decode(path.read_bytes(), str(path))

    def write_header(self, header: Header) -> None:
        with storing(self.folder):
            replace_file(self.folder / "run.json", header.encode())

    def write_beginning(self, header: Header, files: Iterable[tuple[str, bytes]]) -> None:
        """Write the copy of the document (paths below `document/`), the README, and the header last."""
        with storing(self.folder):
            for name, data in files:
                path = self.folder / "document" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(path, data)
            text = _README.format(version=header.hawthorne, folder=quote(str(self.folder)))
            replace_file(self.folder / "README.txt", text.encode())
            sync_folder(self.folder)
        self.write_header(header)

    def project(self, chunks: Iterable[tuple[str, bytes]]) -> None:
        """Write projections: (path in the folder, bytes), in chunks that append; each file appears whole."""
        fresh: dict[Path, Path] = {}
        files: dict[Path, BinaryIO] = {}
        with storing(self.folder), ExitStack() as stack:
            for name, data in chunks:
                why = None if name == "state.json" else unsafe(name)
                if why is not None:
                    raise StoreError(f"{self.folder}: nothing is written to {name!r}: {why}")
                path = self.folder / name
                if path not in files:
                    if len(files) == OPEN_FILES:
                        stack.pop_all().close()
                        files.clear()
                    path.parent.mkdir(parents=True, exist_ok=True)
                    new = path.with_name(path.name + ".new")
                    files[path] = stack.enter_context(open(new, "ab" if path in fresh else "wb"))
                    fresh[path] = new
                files[path].write(data)
            stack.pop_all().close()
            for path, new in fresh.items():
                os.replace(new, path)

    # --- the parts -----------------------------------------------------------------------------------------------

    def part(self, low: int, high: int, cases: int) -> PartFile:
        """Open the part of cases `low` to `high` of a run of `cases` for appending, under its own lock."""
        width = max(6, len(str(cases)))
        return PartFile(self.folder, self.parts_folder / f"{low:0{width}}-{high:0{width}}.jsonl", self.write)

    def parts(self) -> list[Part]:
        """The parts that stand in the folder, in order. Raises StoreError where they overlap or one was changed."""
        found = []
        with storing(self.folder):
            for path in sorted(self.parts_folder.glob("*.jsonl")):
                match = _PART.fullmatch(path.name)
                if match:
                    found.append(Part(int(match[1]), int(match[2]), path, _receipt(path)))
        found.sort(key=lambda part: part.low)
        for before, part in pairwise(found):
            if part.low <= before.high:
                raise StoreError(f"{self.folder}: the parts {before.path.name} and {part.path.name} overlap")
        return found


def _receipt(path: Path) -> Mapping[str, int] | None:
    beside = path.with_name(path.stem + ".receipt.json")
    if not beside.exists():
        return None
    try:
        receipt: dict[str, int] = orjson.loads(beside.read_bytes())
        size = receipt["bytes"]
    except (ValueError, KeyError, TypeError):
        raise StoreError(f"{beside} is damaged: remove it, and the part is checked and completed on --resume") from None
    if path.stat().st_size != size:
        raise StoreError(
            f"{path} has {path.stat().st_size} bytes and its receipt says {size}: it was changed or damaged; "
            "restore it, or remove its receipt to have it checked and completed on --resume"
        )
    return receipt
