"""The public form of a protocol: structure, numbers and our own words as they are, withheld text as placeholders."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hawthorne.core import digest
from hawthorne.core.values import JSON
from hawthorne.protocols.release import pieces
from hawthorne.protocols.squash import squash
from hawthorne.protocols.texts import Path, Shown, at, cite_of, parts, shown, tier_of

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
    short = text.kind == "label" and len(squash("".join(pieces.pieces(text.text)))) < SHORT
    return text.tier == "withheld" and not short and bool(pieces.pieces(text.text))


def digest_of(data: Mapping[str, JSON]) -> str:
    """The digest of a protocol, 64 hexadecimal digits. What a release says of itself is no part of it.

    >>> digest_of({"id": "a", "projection": None}) == digest_of({"id": "a"})
    True
    """
    return digest.of_value({key: value for key, value in data.items() if key != "projection"}).removeprefix("sha256:")


def project(data: Mapping[str, JSON], tool: str, date: str | None = None) -> Projection:
    """The public form. A form that was projected before and put back comes to the same bytes again."""
    public: dict[str, JSON] = copy.deepcopy(dict(data))
    texts = shown(data)
    taken = [text for text in texts if closed(text)]
    numbers = _Numbers()
    for text in taken:
        _withhold(public, text, numbers)
    assets = tuple(_withhold_asset(public, part.path, numbers) for part in parts(data) if _closed_asset(data, part))
    before = data.get("projection") or {}
    public.pop("projection", None)
    public["projection"] = {
        "of_sha256": before.get("of_sha256") or digest_of(data), "tool": before.get("tool") or tool,
        "items": len(texts) + len(data.get("assets", ())), "withheld": len(taken) + len(assets), "state": "public",
    }  # fmt: skip
    date = date or before.get("date")
    if date:
        public["projection"]["date"] = date
    counts = Counter(text.tier for text in texts)
    return Projection(public, tuple(taken), assets, dict(sorted(counts.items())))


class _Numbers:
    """The how many-th withheld text of its page each one is."""

    def __init__(self) -> None:
        self._last: Counter[tuple[Any, Any]] = Counter()

    def locator(self, cite: Mapping[str, Any]) -> dict[str, JSON]:
        """Where a text stands: its source, the keys of its cite's locator that say where, and its number."""
        said = cite.get("locator") or {}
        where = {key: value for key, value in said.items() if value is not None and key != "note"}
        key = (cite.get("source"), where.get("page"))
        self._last[key] += 1
        return {"source": cite.get("source"), **where, "seq": self._last[key]}


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


def _closed_asset(data: Mapping[str, JSON], part: Any) -> bool:
    return part.path[0] == "assets" and tier_of(data, part.value, cite_of(data, part.value)) in CLOSED


def _withhold_asset(public: dict[str, JSON], path: Path, numbers: _Numbers) -> str:
    """Declare an asset's file as withheld; the folder's writer blanks it."""
    asset = at(public, path)
    cite = cite_of(public, asset)
    was = [each for each in asset.get("withheld", ()) if each["at"] == "file"]
    rest = [each for each in asset.get("withheld", ()) if each["at"] != "file"]
    if not was:
        entry: dict[str, JSON] = {"at": "file", "piece": 0, "len": 0}
        if tier_of(public, asset, cite) == "withheld":
            entry |= {"sha256": asset["sha256"], "locator": numbers.locator(cite), "path": asset["path"],
                      "media_type": asset["media_type"]}  # fmt: skip
        was = [entry]
    _tell(asset, [*rest, *was])
    return str(asset["id"])
