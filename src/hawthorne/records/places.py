"""Which places of a run folder a document may write to."""

from __future__ import annotations

from pathlib import PurePosixPath

RESERVED = frozenset({"run.json", "lock", "parts", "document", "README.txt", "state.json"})
"""The first parts of paths that are the run's own."""


def unsafe(path: str) -> str | None:
    """Why a document may not write to a path of the run folder; None where it may.

    >>> unsafe("data/trials.jsonl") is None
    True
    >>> unsafe("../other/run.json")
    'it leads out of the run folder'
    >>> unsafe("parts/x.jsonl")
    '"parts" is the run\\'s own'
    """
    parts = PurePosixPath(path.replace("\\", "/")).parts
    if not parts:
        return "it is empty"
    if PurePosixPath(path).is_absolute() or ".." in parts or ":" in parts[0] or "\0" in path:
        return "it leads out of the run folder"
    return f'"{parts[0]}" is the run\'s own' if parts[0] in RESERVED else None
