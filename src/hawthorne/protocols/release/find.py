"""Finding withheld pieces in a source by their length and hashes, and making the very text of them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hawthorne.protocols.release.pieces import digest, unsealed
from hawthorne.protocols.release.rolling import windows
from hawthorne.protocols.release.sources import Reading, SourceText

Status = Literal["exact", "squash_only", "missing"]


@dataclass(frozen=True, slots=True)
class Found:
    """A piece that was found: its text, whether its digest is the original's, and its page (from 1)."""

    text: str
    status: Status
    page: int


def find(entries: Sequence[Mapping[str, Any]], source: SourceText) -> dict[int, Found]:
    """What was found of some withheld pieces (their entries in the protocol), by their place in the list.

    A reading of the source is searched on the page where a piece should be and those around it, then everywhere: all
    pieces of one length in one pass. A later reading (other hyphens, no running heads) is made only for what is still
    missing. A piece whose letters are there but whose spacing is not told, or not so, is `squash_only`.
    """
    found: dict[int, Found] = {}
    wanted = [i for i, entry in enumerate(entries) if entry.get("squash_len") and entry.get("squash_sha256")]
    for reading in source.readings():
        wanted = [i for i in wanted if i not in found or found[i].status != "exact"]
        if not wanted:
            break
        for i, hit in _search({i: entries[i] for i in wanted}, reading).items():
            if i not in found or hit.status == "exact":
                found[i] = hit
    return found


def _search(entries: Mapping[int, Mapping[str, Any]], reading: Reading) -> dict[int, Found]:
    found: dict[int, Found] = {}
    for i, entry in entries.items():
        page = (entry.get("locator") or {}).get("page")
        if page is not None:
            low, high = reading.span(page)
            _take(found, {i: entry}, reading, low, high)
    lengths: dict[int, dict[int, Mapping[str, Any]]] = {}
    for i, entry in entries.items():
        if i not in found:
            lengths.setdefault(entry["squash_len"], {})[i] = entry
    for group in lengths.values():
        _take(found, group, reading, 0, len(reading.form.text))
    return found


def _take(
    found: dict[int, Found], group: Mapping[int, Mapping[str, Any]], reading: Reading, low: int, high: int
) -> None:
    """Look for pieces of one length among the characters `low` ... `high` of the normal form."""
    length = next(iter(group.values()))["squash_len"]
    by_hash: dict[int, list[int]] = {}
    for i, entry in group.items():
        by_hash.setdefault(entry["roll"], []).append(i)
    for start, value in windows(reading.form.text[low:high], length, by_hash):
        form = reading.form.text[low + start : low + start + length]
        for i in by_hash[value]:
            if (i not in found or found[i].status != "exact") and digest(form) == group[i]["squash_sha256"]:
                found[i] = _made(group[i], form, reading, low + start)


def _made(entry: Mapping[str, Any], form: str, reading: Reading, at: int) -> Found:
    """The text of a piece whose letters stand at a place of the source."""
    page = reading.page(at)
    sealed = unsealed(form, entry["layout"]) if entry.get("layout") else None
    start, end = reading.form.span(at, at + len(form))
    written = " ".join(reading.raw[start:end].split())
    for text in (sealed, written):
        if text is not None and digest(text) == entry.get("sha256"):
            return Found(text, "exact", page)
    return Found(written, "squash_only", page)
