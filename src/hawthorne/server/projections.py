"""Projections: files that say what the log comes to. Each appears whole or not at all; none is ever read back."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import orjson

from hawthorne.bots.queries import QUERIES
from hawthorne.bots.view import View
from hawthorne.core.values import JSON

Make = Callable[[View], JSON]


def _query(name: str) -> Make:
    return lambda view: QUERIES[name](view, {}).body


FILES: Mapping[str, tuple[frozenset[str], Make]] = {
    "room-handoffs.json": (frozenset({"node"}), lambda view: view.nodes()),
    "bots.json": (frozenset({"bot", "thread", "queue"}), _query("bots")),
    "config.json": (frozenset({"config"}), _query("config")),
    "vm.json": (frozenset({"vm", "resource", "lease"}), _query("vm")),
    "routines.json": (frozenset({"routine", "run"}), _query("routines")),
}
"""Each file: the kinds of entities that it shows, and what is in it."""


def project(folder: Path, view: View, changed: Collection[str] | None) -> None:
    """Renew the files that show one of the changed kinds (None: all). Raises OSError."""
    for name, (kinds, make) in FILES.items():
        if changed is None or not kinds.isdisjoint(changed):
            fresh = folder / f"{name}.new"
            fresh.write_bytes(orjson.dumps(make(view), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
            os.replace(fresh, folder / name)
