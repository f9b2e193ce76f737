"""Finding withheld pieces in a source by their length and hashes, and making the very text of them again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hawthorne.protocols.release.pieces import digest, unsealed
from hawthorne.protocols.release.rolling import MODULUS
from hawthorne.protocols.release.sources import Reading, SourceText
from hawthorne.protocols.squash import DASH, DASHES, spellings, squash

_BEFORE = re.compile(rf"[{DASHES}][{DASHES}\s]*$")
_DIVIDED = re.compile(r"(?<=[^\W\d_])[-‐\u00ad][^\S\n\f]*[\n\f]\s*(?=[^\W\d_])")
_BEHIND = re.compile(rf"\s*[{DASHES}]+")

Status = Literal["exact", "squash_only", "missing"]


@dataclass(frozen=True, slots=True)
class Found:
    """A piece that was found: its text, whether its digest is the original's, and its page (from 1)."""

    text: str
    status: Status
    page: int


def find(entries: Sequence[Mapping[str, Any]], source: SourceText) -> dict[int, Found]:
    """What was found of some withheld pieces (their entries in the protocol), by their place in the list.

    The source is searched on the page where a piece should be and those around it, then everywhere: all pieces of one
    length in one pass. It is read without running heads only for what is still missing. A piece whose letters are
    there but whose spacing is not told, or not so, is `squash_only`.
    """
    found: dict[int, Found] = {}
    wanted = [i for i, entry in enumerate(entries) if _told(entry)]
    for reading in source.readings():
        wanted = [i for i in wanted if i not in found or found[i].status != "exact"]
        if not wanted:
            break
        for i, hit in _search({i: entries[i] for i in wanted}, reading).items():
            if i not in found or hit.status == "exact":
                found[i] = hit
    return found


def _told(entry: Mapping[str, Any]) -> bool:
    """Whether enough is told of a piece to find it."""
    return bool(entry.get("roll_len") and entry.get("squash_sha256") and 0 <= entry.get("roll", -1) < MODULUS)


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
            lengths.setdefault(entry["roll_len"], {})[i] = entry
    for group in lengths.values():
        _take(found, group, reading, 0, len(reading.form.text))
    return found


def _take(
    found: dict[int, Found], group: Mapping[int, Mapping[str, Any]], reading: Reading, low: int, high: int
) -> None:
    """Look for pieces of one length among the characters `low` ... `high` of the normal form."""
    length = next(iter(group.values()))["roll_len"]
    by_hash: dict[int, list[int]] = {}
    for i, entry in group.items():
        by_hash.setdefault(entry["roll"], []).append(i)
    for start, value in reading.rolled.windows(length, by_hash, low, high):
        for i in by_hash[value]:
            if i not in found or found[i].status != "exact":
                hit = _made(group[i], reading, start, length)
                if hit is not None:
                    found[i] = hit


def _made(entry: Mapping[str, Any], reading: Reading, at: int, length: int) -> Found | None:
    """The text of a piece whose letters stand at a place of the source; None where its normal form is another."""
    page = reading.page(at)
    start, end = reading.form.span(at, at + length)
    for first, last in _with_dashes(reading.raw, start, end):
        raw = reading.raw[first:last]
        form = next((each for each in spellings(raw) if digest(each) == entry["squash_sha256"]), None)
        if form is None:
            continue
        written = _written(raw, form)
        for text in (unsealed(form, entry.get("layout") or ""), written):
            if text is not None and digest(text) == entry.get("sha256"):
                return Found(text, "exact", page)
        return Found(written, "squash_only", page)
    return None


def _written(raw: str, form: str) -> str:
    """A stretch of raw text on one line, its divided words put together as its normal form has them."""
    ways = (_DIVIDED.sub("", raw), _DIVIDED.sub(DASH, raw))
    return " ".join(next((way for way in ways if squash(way) == form), raw).split())


def _with_dashes(raw: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch of raw text, and with the dashes before and behind it, which the search did not see."""
    before, behind = _BEFORE.search(raw[max(0, start - 8) : start]), _BEHIND.match(raw, end)
    first = start - len(before.group()) if before else start
    last = behind.end() if behind else end
    yield from dict.fromkeys([(start, end), (first, end), (start, last), (first, last)])
