"""Served text against the text of its source: `verbatim.items` and `verbatim.own_words`.

Texts are compared in the normal form `squash-1`. What a pipe fills in is unknown and may be up to 40 characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from hawthorne.audit.report import Detail, Outcome, judged, skipped
from hawthorne.audit.subject import Subject
from hawthorne.protocols.release.pieces import divided
from hawthorne.protocols.release.shingles import by_length, shared, shingles
from hawthorne.protocols.release.sources import Reading, SourceText
from hawthorne.protocols.squash import DASH, spellings, squash
from hawthorne.protocols.texts import OURS, Shown

GAP = ".{0,40}?"
"""What stands for a pipe."""
NEAR = 0.98
"""From which similarity on (Ratcliff & Obershelp) a text counts as nearly the source's."""
GRAM = 8
"""How long the stretches are by which the nearest text is looked for."""
OVERLAP = 12
"""How many words in a row our own words may share with a withheld source, less one."""

_SCANNED = str.maketrans({"l": "1", "I": "1", "|": "1", "i": "1", "O": "0", "o": "0"})


class Served(NamedTuple):
    """A text as a participant was shown it, and the pointer of the text in the protocol that it was made from."""

    pointer: str
    text: str


def check_items(subject: Subject, served: Iterable[Served] | None = None) -> Outcome:
    """Texts that are cited word for word are their source's, where it says.

    `served` are the texts that were shown while sessions were played; without them the document's own texts are
    compared. A served text must also be what its text in the document makes.
    """
    wanted = [text for text in subject.shown if text.label == "verbatim"]
    if not wanted:
        return skipped("not_declared")
    if subject.public:
        return skipped("source_not_available")
    if subject.protocol.projection is not None and subject.protocol.projection.state == "public":
        return skipped("projection")
    here = [text for text in wanted if text.source in subject.sources]
    if not here:
        return skipped("source_not_available")
    found = [detail for text in here for detail in _text(subject, text)]
    found += list(_made(subject, served)) if served is not None else []
    found += [detail for name, source in subject.sources.items() for detail in _unserved(subject, name, source)]
    message = f"{len(here)} of {len(wanted)} texts compared" if len(here) < len(wanted) else ""
    return judged(found, len(here), message)


def _text(subject: Subject, text: Shown) -> Iterator[Detail]:
    source = subject.sources[text.source]
    page = text.cite.locator.page if text.cite is not None else None
    where = f"text:{text.id}"
    found = located(text.text, source)
    if found:
        if page is not None and all(abs(each - page) > 1 for each in found):
            yield Detail(where, "other_page", "the text stands on another page", f"page {page}",
                         "page " + ", ".join(map(str, sorted(set(found))[:5])), "warn")  # fmt: skip
        return
    if subject.ocr and scanned(text.text) in scanned("".join(source.pages)):
        yield Detail(where, "pass_ocr", "the text is the source's but for what scanners mistake", severity="known")
        return
    ratio, mine, near = nearest(text.text, source, page)
    if ratio >= NEAR:
        yield Detail(where, "near_verbatim", "the text is nearly the source's",
                     *differing(mine, near), "warn")  # fmt: skip
    else:
        yield Detail(where, "not_in_source", f"the text is not in the source {text.source}",
                     f"a text of page {page}" if page is not None else "a text of the source",
                     f"the nearest is {ratio:.0%} alike")  # fmt: skip


def located(text: str, source: SourceText) -> list[int]:
    """The pages (from 1) on which a text begins in a source, as it is or without running heads; [] where it is not."""
    pieces = [squash(piece) for piece in divided(text)[::2]]
    if not any(pieces):
        return [1]
    form = re.compile(GAP.join(map(re.escape, pieces)), re.DOTALL)
    bare = re.compile(GAP.join(re.escape(piece.replace(DASH, "")) for piece in pieces), re.DOTALL)
    for reading in source.readings():
        pages = [page for page, raw in _spans(bare, reading) if any(form.search(each) for each in spellings(raw))]
        if pages:
            return pages
    return []


def _spans(bare: re.Pattern[str], reading: Reading) -> Iterator[tuple[int, str]]:
    """Where a text without its dashes stands: the page, and the raw text with a little around it."""
    for match in bare.finditer(reading.form.text):
        if match.end() > match.start():
            start, end = reading.form.span(match.start(), match.end())
            yield reading.page(match.start()), reading.raw[max(0, start - 4) : end + 4]


def scanned(text: str) -> str:
    """A text in which characters that scanners mistake for one another are the same.

    >>> scanned("modern 10 .OOl") == scanned("rnodem l0 .001")
    True
    """
    return squash(text).replace("rn", "m").translate(_SCANNED)


def nearest(text: str, source: SourceText, page: int | None) -> tuple[float, str, str]:
    """How alike the most similar stretch of a source is (0 ... 1), and both in the normal form without dashes. What
    pipes fill in does not count: pieces are compared each for itself."""
    pieces = [form for piece in divided(text)[::2] if (form := squash(piece).replace(DASH, ""))]
    found = [max(_alike(piece, reading, page) for reading in source.readings()) for piece in pieces]
    total = sum(map(len, pieces)) or 1
    ratio = sum(each[0] * len(piece) for each, piece in zip(found, pieces, strict=True)) / total
    return ratio, "".join(pieces), "".join(near for _, near in found)


def _alike(piece: str, reading: Reading, page: int | None) -> tuple[float, str]:
    """How alike the most similar stretch of a reading is, and that stretch."""
    low, high = reading.span(page) if page is not None else (0, len(reading.form.text))
    best = (0.0, "")
    for start, end in ((low, high), (0, len(reading.form.text))):
        found = reading.form.text[start:end]
        for at in _votes(piece, found):
            near = found[max(0, at) : max(0, at) + len(piece)]
            best = max(best, (SequenceMatcher(None, piece, near, autojunk=False).ratio(), near))
        if best[0] >= NEAR:
            break
    return best


def _votes(wanted: str, found: str, most: int = 3) -> list[int]:
    """Where a text would begin by most of its stretches of `GRAM` characters."""
    counts: dict[int, int] = {}
    for i in range(max(1, len(wanted) - GRAM + 1)):
        at = found.find(wanted[i : i + GRAM])
        while at >= 0:
            counts[at - i] = counts.get(at - i, 0) + 1
            at = found.find(wanted[i : i + GRAM], at + 1)
    return sorted(counts, key=lambda at: (-counts[at], at))[:most]


def differing(text: str, near: str) -> tuple[str, str]:
    """What the source has and what the text has where they differ.

    >>> differing("colour", "color")
    ('""', '"u"')
    """
    steps = [step for step in SequenceMatcher(None, near, text, autojunk=False).get_opcodes() if step[0] != "equal"][:5]
    said = [", ".join(f'"{whole[a:b]}"' for a, b in spans) for whole, spans in (
        (near, [(step[1], step[2]) for step in steps]), (text, [(step[3], step[4]) for step in steps]))]  # fmt: skip
    return said[0], said[1]


def _made(subject: Subject, served: Iterable[Served]) -> Iterator[Detail]:
    """Served texts that are not what the document's text makes."""
    by_pointer = {text.pointer: text for text in subject.shown}
    for pointer, text in dict.fromkeys(served):
        declared = by_pointer.get(pointer)
        if declared is None:
            yield Detail(pointer, "not_declared", "a text was served that is not in the document")
        elif not re.fullmatch(".*?".join(map(re.escape, divided(declared.text)[::2])), text, re.DOTALL):
            yield Detail(f"text:{declared.id}", "served_differs", "another text was served than was declared")


def _unserved(subject: Subject, name: str, source: SourceText) -> Iterator[Detail]:
    """Ranges of a page that are cited as instructions and not served."""
    told = squash("".join(text.text for text in subject.shown))
    for text in subject.shown:
        place = text.cite.locator if text.cite is not None else None
        if text.source != name or text.role != "instruction" or place is None or place.page is None:
            continue
        if place.start is not None and place.end is not None and place.page <= len(source.pages):
            cited = squash(source.pages[place.page - 1][place.start : place.end])
            if cited and cited not in told:
                yield Detail(f"text:{text.id}", "not_served", "a part of the cited range is not served",
                             f"{len(cited)} characters", severity="warn")  # fmt: skip


def check_own_words(subject: Subject) -> Outcome:
    """Our own words share no twelve words in a row with a source whose text may not ship."""
    closed = [source.id for source in subject.protocol.sources if source.tier in ("withheld", "local")]
    ours = [text for text in subject.shown if text.label in OURS]
    if not closed or not ours:
        return skipped("not_declared")
    if subject.public or not any(name in subject.sources for name in closed):
        return skipped("source_not_available")
    runs = by_length(
        run for name in closed if name in subject.sources
        for run in shingles(subject.sources[name].text.replace("\f", " "), OVERLAP)
    )  # fmt: skip
    found = []
    for text in ours:
        hits = shared(text.text, runs)
        if hits:
            found.append(Detail(f"text:{text.id}", "overlap", "words that are said to be our own are the source's",
                                f"fewer than {OVERLAP} words in a row", f"{hits + OVERLAP - 1} words"))  # fmt: skip
    return judged(found, len(ours))
