"""Ids: each stands once in its collection (`ref.ids`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from hawthorne.core.errors import Finding
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.model.flow import LoopNode
from hawthorne.protocols.model.walk import Path

CODE = "ref.ids"
COLLECTIONS = (
    "sources", "assets", "units", "roles", "factors", "arms", "draws", "feeds", "calcs", "responses", "stages",
    "exclusions", "variables", "analyses", "hypotheses", "departures",
)  # fmt: skip


def check(facts: Facts) -> Iterator[Finding]:
    for path, ids in _collections(facts):
        yield from _twice(facts, path, ids)
    yield from _flow(facts)
    yield from _stores(facts)
    yield from _primary(facts)
    yield from _card(facts)


def _collections(facts: Facts) -> Iterator[tuple[Path, list[str]]]:
    protocol = facts.protocol
    for name in COLLECTIONS:
        yield (name,), _ids(getattr(protocol, name))
    for name in ("samples", "cells", "tests"):
        yield ("human", name), _ids(getattr(protocol.human, name))
    yield ("evaluation", "targets"), _ids(protocol.evaluation.targets)
    for i, factor in enumerate(protocol.factors):
        yield ("factors", i, "levels"), list(factor.levels)
    for i, response in enumerate(protocol.responses):
        for name in ("options", "rows", "keys"):
            yield ("responses", i, name), _ids(getattr(response, name, ()))
        scale = getattr(response, "scale", None)
        yield ("responses", i, "scale", "options"), _ids(getattr(scale, "options", ()))
    for i, stage in enumerate(protocol.stages):
        yield ("stages", i, "pages"), _ids(stage.pages)
        for j, page in enumerate(stage.pages):
            yield ("stages", i, "pages", j, "items"), _ids(page.items)
            yield ("stages", i, "pages", j, "responses"), list(page.responses)


def _ids(parts: Sequence[Any]) -> list[str]:
    return [part.id for part in parts]


def _twice(facts: Facts, path: Path, ids: Sequence[str]) -> Iterator[Finding]:
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for i, name in enumerate(ids):
        if name in seen:
            yield facts.error(CODE, (*path, i), f'"{name}" stands there twice', "choose another id, or leave one out")
        seen.add(name)


def _flow(facts: Facts) -> Iterator[Finding]:
    """Loops and syncs are told apart by their ids, wherever in the flow they stand."""
    loops = [((*at.path, "loop", "id"), at.node.loop.id) for at in facts.nodes if isinstance(at.node, LoopNode)]
    syncs = [((*at.path, "sync", "id"), sync.id) for at, sync in facts.syncs]
    for what, found in (("loop", loops), ("sync", syncs)):
        seen: set[str] = set()
        for path, name in found:
            if name in seen:
                yield facts.error(CODE, path, f'another {what} is called "{name}"', "choose another id")
            seen.add(name)
    for at in facts.nodes:
        if isinstance(at.node, LoopNode) and at.node.loop.as_ == "index":
            where = (*at.path, "loop", "as")
            yield facts.error(CODE, where, '"index" is the number of the pass', "choose another name")


def _stores(facts: Facts) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for i, response in enumerate(facts.protocol.responses):
        column = response.store or response.id
        if column in seen and response.store is not None:
            where: Path = ("responses", i, "store")
            yield facts.error(CODE, where, f'"{seen[column]}" is stored as "{column}", too', "choose another name")
        seen.setdefault(column, response.id)


def _primary(facts: Facts) -> Iterator[Finding]:
    primary = [unit.id for unit in facts.protocol.units if unit.primary]
    if len(primary) != 1:
        what = "no unit is" if not primary else f"{' and '.join(primary)} are"
        yield facts.error(CODE, ("units",), f"{what} primary", 'exactly one unit has "primary": true')


def _card(facts: Facts) -> Iterator[Finding]:
    """The card beside the protocol is the same study's."""
    folder = facts.document.source.folder
    file = folder / "study.json" if folder is not None else None
    if file is None or not file.is_file() or file.is_symlink():
        return
    try:
        value = json.loads(file.read_bytes())
    except (ValueError, RecursionError):
        return
    said = value.get("id") if isinstance(value, dict) else None
    if said is not None and said != facts.protocol.id:
        yield facts.error(CODE, ("id",), f'study.json in this folder is of "{said}"', "give both files the same id")
