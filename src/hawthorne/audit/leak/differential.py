"""`leak.differential`: what only operators read changes nothing that participants are served (non-interference)."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.audit.found import excerpt, first_difference, place, session
from hawthorne.audit.report import Detail
from hawthorne.audit.takes import Take


def compare(one: Take, other: Take, code: str, why: str) -> Iterator[Detail]:
    """Where two takes of one session begin to differ: the streams must be the same, byte for byte."""
    for a, b in zip(one.seats, other.seats, strict=True):
        k = first_difference(a, b)
        if k is not None:
            was, now = excerpt(a[k].data, b[k].data) if k < min(len(a), len(b)) else ("", "")
            if was == now:
                was, now = f"{len(a)} States", f"{len(b)} States"
            yield Detail(place(a[k]), code, f"{why}: State {k + 1} of {session(one)} is another", was, now)
            return
    if (one.fault or ("",))[0] != (other.fault or ("",))[0]:  # what it says has ids in it
        yield Detail("flow", code, f"{why}: {session(one)} ends otherwise", str(one.fault), str(other.fault))
