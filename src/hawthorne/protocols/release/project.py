"""The public form of a protocol: structure, numbers and our own words as they are, withheld text as placeholders."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.protocols.digests import digest_of
from hawthorne.protocols.model import Protocol
from hawthorne.protocols.model.citing import Cite
from hawthorne.protocols.release import pieces
from hawthorne.protocols.squash import squash
from hawthorne.protocols.texts import Shown, assets, at, cite_of, shown

SHORT = 12
"""A label with fewer squashed characters (Yes, No, Agree) could be guessed from its digest: it ships in clear."""

CLOSED = ("withheld", "local")
"""The tiers whose texts do not ship."""


@dataclass(frozen=True)
class Projection:
    """A protocol's public form: its data, the texts that were taken out of it, and the assets whose files were."""

    data: dict[str, JSON]
    withheld: tuple[Shown, ...]
    assets: tuple[str, ...]
    """The ids of the withheld assets."""
    counts: Mapping[str, int]
    """How many texts there are of each tier."""


def closed(text: Shown) -> bool:
    """Whether a text does not ship."""
    if text.tier == "local":
        return bool(squash(text.text))
    short = text.is_label and len(squash("".join(pieces.pieces(text.text)))) < SHORT
    return text.tier == "withheld" and not short and bool(pieces.pieces(text.text))


def project(protocol: Protocol, data: Mapping[str, JSON], tool: str, date: str | None = None) -> Projection:
    """The public form of a protocol, whose JSON form is `data`. A form that was projected before and put back comes to
    the same bytes again."""
    public: dict[str, JSON] = copy.deepcopy(dict(data))
    texts, numbers = shown(protocol, data), _Numbers()
    taken = [text for text in texts if closed(text)]
    for text in taken:
        _withhold(public, text, numbers)
    files = [(path, asset, tier) for path, asset, tier in assets(protocol) if tier in CLOSED]
    for path, asset, tier in files:
        locator = numbers.locator(cite_of(protocol, [(path, asset)])) if tier == "withheld" else None
        _withhold_asset(at(public, path), locator)
    before = protocol.projection
    public.pop("projection", None)
    public["projection"] = {
        "of_sha256": before.of_sha256 if before else digest_of(data), "tool": before.tool if before else tool,
        "items": len(texts) + len(protocol.assets), "withheld": len(taken) + len(files), "state": "public",
    }  # fmt: skip
    date = date or (before.date if before else None)
    if date:
        public["projection"]["date"] = date
    counts = Counter(text.tier for text in texts)
    names = tuple(asset.id for _, asset, _ in files)
    return Projection(public, tuple(taken), names, dict(sorted(counts.items())))


class _Numbers:
    """The how many-th withheld text of its page each one is."""

    def __init__(self) -> None:
        self._last: Counter[tuple[Any, Any]] = Counter()

    def locator(self, cite: Cite | None) -> dict[str, JSON]:
        """Where a text stands: its source, the keys of its cite's locator that say where, and its number."""
        if cite is None:
            return {}
        where = cite.locator.model_dump(exclude_defaults=True, exclude={"note", "extensions", "seq"})
        key = (cite.source, cite.locator.page)
        self._last[key] += 1
        return {"source": cite.source, **where, "seq": self._last[key]}


def _withhold(public: dict[str, JSON], text: Shown, numbers: _Numbers) -> None:
    """Put placeholders where a text stands, and what is told of it beside it."""
    owner = at(public, text.owner)
    name = "/".join(str(step) for step in text.at)
    entries = {(each["at"], each["piece"]): each for each in owner.get("withheld", ())}
    locator = numbers.locator(text.cite)
    for number, piece in enumerate(pieces.pieces(text.text)):
        if pieces.is_placeholder(piece) and (name, number) in entries:
            continue  # one that was not put back
        local = text.tier == "local"
        entries[name, number] = (
            pieces.told_locally(piece, name, number) if local else pieces.told(piece, name, number, locator)
        )
    at(public, text.path[:-1])[text.path[-1]] = pieces.placeholder(text.text)
    _tell(owner, entries.values())
    if text.tier == "local":
        _only_section(owner)


def _tell(owner: dict[str, JSON], entries: Iterable[JSON]) -> None:
    owner["withheld"] = sorted(entries, key=lambda each: (each["at"], each["piece"]))


def _only_section(owner: dict[str, JSON]) -> None:
    """A local text's own cite tells no more than the section."""
    cite = owner.get("cite")
    if isinstance(cite, dict) and cite.get("locator"):
        cite["locator"] = {key: value for key, value in cite["locator"].items() if key == "section"}


def _withhold_asset(asset: dict[str, JSON], locator: Mapping[str, JSON] | None) -> None:
    """Declare an asset's file as withheld (local, without a locator); the folder's writer blanks it."""
    entries = asset.get("withheld", ())
    if not any(each["at"] == "file" for each in entries):
        entry: dict[str, JSON] = {"at": "file", "piece": 0, "len": 0}
        if locator is not None:
            entry |= {"sha256": asset["sha256"], "locator": dict(locator), "path": asset["path"],
                      "media_type": asset["media_type"]}  # fmt: skip
        entries = [*entries, entry]
    _tell(asset, entries)
