"""Feeds: rows of an earlier wave, from a file with a digest, or as the source prints them."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Sequence
from typing import Any

from hawthorne.core.draws import Draws
from hawthorne.core.values import JSON
from hawthorne.protocols.compile.desk import Desk, Path
from hawthorne.protocols.model.design import Feed

Choose = Callable[[Draws], list[JSON]]
"""The rows of a feed for one participant; drawn below their draws where they are a sample."""


def feeds(desk: Desk) -> dict[str, Choose]:
    """Every feed of the protocol by id."""
    return {feed.id: _feed(desk, feed, k) for k, feed in enumerate(desk.protocol.feeds)}


def _feed(desk: Desk, feed: Feed, index: int) -> Choose:
    rows = _rows(desk, feed, ("feeds", index))
    kind, k = feed.from_.rows, feed.from_.k
    if kind == "last" and k is not None:
        rows = rows[-k:]
    if kind != "sample" or k is None or k >= len(rows):
        return lambda draws: list(rows)
    return lambda draws: draws.at("feed", index).sample(rows, k)


def _rows(desk: Desk, feed: Feed, path: Path) -> Sequence[JSON]:
    file = feed.input
    if file is not None:
        source = next((cited for cited in desk.document.cites if cited.name == file.path), None)
        if source is not None:
            found = hashlib.sha256(source.data).hexdigest()
            if found != file.sha256:
                desk.error("feed.digest", f'"{file.path}" has the digest {found}, not {file.sha256}',
                           "give the feed the file that it names", (*path, "input"))  # fmt: skip
            return [_narrowed(row, feed) for row in _table(desk, source.data, file.path, path) if _meant(row, feed)]
    if feed.fallback == "published" and feed.published:
        return list(feed.published)
    desk.error("feed.missing", f'the feed "{feed.id}" has no rows: no earlier wave is given',
               'give it an "input", or let "fallback" be "published"', path)  # fmt: skip
    return ()


def _table(desk: Desk, data: bytes, name: str, path: Path) -> list[dict[str, Any]]:
    """The rows of a file: CSV by its name, else JSON lines or a JSON list."""
    try:
        text = data.decode("utf-8")
        if name.endswith(".csv"):
            return [dict(row) for row in csv.DictReader(io.StringIO(text))]
        rows = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in text.splitlines()]
    except ValueError as error:
        desk.error("feed.read", f'"{name}" cannot be read: {error}', "CSV, JSON lines or a JSON list", (*path, "input"))
        return []
    return [row for row in rows if isinstance(row, dict)]


def _meant(row: dict[str, Any], feed: Feed) -> bool:
    arm, unit = feed.from_.arm, feed.from_.unit
    return row.get("_unit", unit) == unit and (arm is None or row.get("arm", arm) == arm) and row.get("_included", True)


def _narrowed(row: dict[str, Any], feed: Feed) -> dict[str, Any]:
    """A row's columns by their last names, so that expressions can name them (`feed.history.share`)."""
    named = {name.rpartition(".")[2]: value for name, value in row.items() if not name.startswith("_")}
    wanted = [name.rpartition(".")[2] for name in feed.from_.columns]
    return {name: named.get(name) for name in wanted} if wanted else named
