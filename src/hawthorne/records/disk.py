"""Writing files so that a crash leaves the old content or the new, and saying what to do when the disk refuses."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote

from hawthorne.core.errors import HawthorneError

_FULL = {errno.ENOSPC, errno.EDQUOT}
_CLOSED = {errno.EACCES, errno.EPERM, errno.EROFS}


class StoreError(HawthorneError):
    """A run folder that cannot be written, read or taken; says which, and what to do."""


@contextmanager
def storing(folder: Path) -> Iterator[None]:
    """Turns an OSError into a StoreError that names the run folder and says what to do."""
    try:
        yield
    except OSError as error:
        raise StoreError(_explain(folder, error)) from error


def _explain(folder: Path, error: OSError) -> str:
    go_on = f"what is recorded is kept; then go on with: hawthorne run --resume {quote(str(folder))}"
    if error.errno in _FULL:
        return f"the disk that holds {folder} is full: free some space; {go_on}"
    if error.errno == errno.EFBIG:
        return (
            f"a file in {folder} may not grow any further: raise the limit (ulimit -f) or use smaller shards; {go_on}"
        )
    if error.errno in _CLOSED:
        named = f" ({error.filename})" if error.filename else ""
        return f"cannot write in {folder}{named}: make it writable, or choose another folder with --out"
    return f"the run folder {folder} cannot be used: {error}"


def replace_file(path: Path, data: bytes) -> None:
    """Give a file new content, all or nothing, on the disk when this returns."""
    fresh = path.with_name(path.name + ".new")
    try:
        with open(fresh, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Put a folder's list of names on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
