"""How much a protocol may ask for: numbers that every program can hold, designs, lists and sessions of a size that can
be dealt and played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hawthorne.core.document import Setting
from hawthorne.core.errors import Finding
from hawthorne.lang.modelled import BEYOND
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.reach import bound
from hawthorne.protocols.design import block_size, items_of
from hawthorne.protocols.model.walk import Path
from hawthorne.protocols.read import parse

BLOCK = 1_000_000
"""A block of the design has at most so many places."""
LIST = 10_000
"""A drawn list has at most so many values, and so many values are dealt."""
TEXT = 1_000_000
"""No text must be longer."""
POINTS = 10_000
"""A rating scale has at most so many points."""
GROUP = 1_000
"""A group has at most so many seats."""
UNREAD = frozenset({"extensions", "human"})
"""Parts whose numbers nothing is played by."""


def check(facts: Facts) -> Iterator[Finding]:
    protocol = facts.protocol
    source = facts.document.source
    yield from _numbers(facts, parse(source.name, source.data).value, ())
    if (block := block_size(protocol)) > BLOCK:
        message = f"a block of the design has {block:,} places"
        yield facts.error("design.balance", ("arms",), message, f"at most {BLOCK:,}: write smaller weights")
    for i, draw in enumerate(protocol.draws):
        values = [draw.from_, *(draw.by_arm or {}).values()]
        most = max(len(items_of(each)) for each in values)
        long = draw.k if draw.kind in ("sample", "subset") else most if draw.kind in ("permutation", "latin_row") else 0
        if long > LIST or (draw.balanced and most > LIST):
            message = f'the draw "{draw.id}" is a list of {max(long, most):,} values'
            yield facts.error("design.draws", ("draws", i), message, f"at most {LIST:,}")
    if protocol.groups is not None and (size := max(protocol.groups.size, len(protocol.groups.seats))) > GROUP:
        message = f"a group has {size:,} seats"
        yield facts.error("design.groups", ("groups", "size"), message, f"at most {GROUP:,}")
    screens = bound(facts, protocol.flow)
    most = Setting(0).max_steps
    if screens > most:
        message = f"a session can have {screens:,} screens"
        yield facts.error("reach.terminates", ("flow",), message, f"at most {most:,}: fewer passes, or fewer repeats")
    for i, response in enumerate(protocol.responses):
        yield from _response(facts, ("responses", i), response)


def _response(facts: Facts, path: Path, response: Any) -> Iterator[Finding]:
    shortest = getattr(response, "min_len", 0)
    if shortest > TEXT:
        message = f'"{response.id}" takes no text of fewer than {shortest:,} characters'
        yield facts.error("design.spaces", (*path, "min_len"), message, f"at most {TEXT:,}")
    scale = getattr(response, "scale", response)
    low, high = getattr(scale, "points", (0, 0))
    if high - low >= POINTS:
        message = f'"{response.id}" has {high - low + 1:,} points'
        yield facts.error("design.spaces", path, message, f"at most {POINTS:,}; a slider or an integer takes more")
    if response.kind == "integer":
        for k, end in enumerate(response.range):
            if isinstance(end, float) and not end.is_integer():
                fix = "write a whole number, or ask for a number"
                yield facts.error("design.spaces", (*path, "range", k), f"{end} is no whole number", fix)


def _numbers(facts: Facts, value: Any, path: Path) -> Iterator[Finding]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        where = (*path, key)
        if isinstance(inner, float) and abs(inner) >= BEYOND:
            fix = "write a number of fewer than nineteen digits"
            yield facts.error("schema.valid", where, "a number is larger than programs can be trusted to hold", fix)
        elif key not in UNREAD:
            yield from _numbers(facts, inner, where)
