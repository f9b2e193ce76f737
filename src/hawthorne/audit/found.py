"""What proofs find while sessions go by: each thing once, with its first place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Shot, Take


class Found:
    """Details by place and code. `count` is how many things were looked at."""

    def __init__(self) -> None:
        self.count = 0
        self._details: dict[tuple[str, str], Detail] = {}

    def add(self, details: Iterable[Detail]) -> None:
        for detail in details:
            self._details.setdefault((detail.where, detail.code), detail)

    def __iter__(self) -> Iterator[Detail]:
        return iter(self._details.values())

    def __bool__(self) -> bool:
        return bool(self._details)


def place(shot: Shot) -> str:
    """Where a State was served: the stage and its page, or `end`."""
    if shot.ask is None:
        return "end"
    return f"stage:{shot.ask.step}/{shot.ask.view.get('page', 1)}"


def session(take: Take, arm: str | None = None) -> str:
    """Which session it was, so that it can be played again."""
    moved = f", arm {arm or take.arm}" if len(take.arms) else ""
    return f"session {take.case}{moved}"


def first_difference(one: list[Shot], other: list[Shot]) -> int | None:
    """The number (from 0) of the first State that two takes show otherwise; None where they are the same."""
    for k, (a, b) in enumerate(zip(one, other, strict=False)):
        if a.data != b.data:
            return k
    return None if len(one) == len(other) else min(len(one), len(other)) - 1


def excerpt(one: bytes, other: bytes, around: int = 40) -> tuple[str, str]:
    """The two texts about the place from which they differ."""
    at = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    cut = slice(max(0, at - around), at + around)
    return one[cut].decode("utf-8", "replace"), other[cut].decode("utf-8", "replace")
