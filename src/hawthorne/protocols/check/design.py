"""The design as far as it can be judged without dealing it: arms, draws, orders, groups, official numbers, and response
spaces that hold no answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hawthorne.core.errors import Finding, UsageError
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.compile.responses import BUILDERS, bounds_of
from hawthorne.protocols.compile.telling import Telling
from hawthorne.protocols.design import LARGEST_BLOCK, LONGEST_ORDER, block_size, items_of, lowest
from hawthorne.protocols.model.design import Draw, Span
from hawthorne.protocols.model.flow import LoopNode, OverDraw, OverTimes, ShuffleNode
from hawthorne.protocols.model.responses import DrawnOrder
from hawthorne.protocols.model.walk import Path

BALANCE, DRAWS, LATIN, OFFICIAL = "design.balance", "design.draws", "design.latin", "design.official"
GROUPS, SPACES = "design.groups", "design.spaces"
ORDERS = frozenset({"sample", "permutation", "subset", "latin_row"})
"""The kinds of draws that give a list."""


def check(facts: Facts) -> Iterator[Finding]:
    yield from _arms(facts)
    yield from _assignment(facts)
    for i, draw in enumerate(facts.protocol.draws):
        yield from _draw(facts, ("draws", i), draw)
    yield from _orders(facts)
    yield from _official(facts)
    yield from _spaces(facts)


def _arms(facts: Facts) -> Iterator[Finding]:
    protocol = facts.protocol
    size = block_size(protocol)
    if size == 0:
        yield facts.error(BALANCE, ("arms",), "every arm has the weight 0", "give one arm a weight of at least 1")
    if size > LARGEST_BLOCK:
        fix = f"at most {LARGEST_BLOCK:,} places: write smaller numbers of the same proportions"
        yield facts.error(BALANCE, ("arms",), f"the arms are dealt in blocks of {size:,} places", fix)
    between = [factor.id for factor in protocol.factors if factor.scope == "between"]
    for i, arm in enumerate(protocol.arms):
        for factor in between:
            if factor not in arm.levels:
                message = f'the arm "{arm.id}" has no level of "{factor}"'
                yield facts.error(BALANCE, ("arms", i), message, f'add "{factor}" to its levels')
        for factor in arm.levels:
            if factor in facts.by_id["factors"] and factor not in between:
                where = ("arms", i, "levels", factor)
                message = f'"{factor}" varies within participants, so that no arm has a level of it'
                yield facts.error(BALANCE, where, message, 'leave it out, or give the factor the scope "between"')


def _assignment(facts: Facts) -> Iterator[Finding]:
    given, arms = facts.protocol.assignment, facts.protocol.arms
    where: Path = ("assignment",)
    block = sum(arm.weight for arm in arms)
    if given.method == "blocked" and given.block_size is None:
        yield facts.error(BALANCE, where, "blocks have no size", f'write "block_size": {block}')
    elif given.block_size is not None and block and given.block_size % block:
        message = f"blocks of {given.block_size} cannot hold every arm by its weight"
        yield facts.error(BALANCE, (*where, "block_size"), message, f"a block is a multiple of {block}")
    if (given.method == "quota") != bool(given.quota):
        fix = 'the method "quota" and a "quota" for each arm belong together'
        yield facts.error(BALANCE, where, f'the method is "{given.method}"', fix)
    if given.method == "by_response" and len(arms) > 1:
        message = f"answers form the groups, and there are {len(arms)} arms"
        yield facts.error(BALANCE, where, message, "declare one arm, and group the analysis by a variable")


def _draw(facts: Facts, path: Path, draw: Draw) -> Iterator[Finding]:
    for key, source in (
        ("from", draw.from_),
        *((f"by_arm/{arm}", value) for arm, value in (draw.by_arm or {}).items()),
    ):
        where = (*path, *key.split("/"))
        if isinstance(source, Span) and source.range[0] > source.range[1]:
            message = f"no number is from {source.range[0]} to {source.range[1]}"
            yield facts.error(DRAWS, where, message, "write the lower end first")
            continue
        items = items_of(source)
        if not items:
            yield facts.error(DRAWS, where, f'"{draw.id}" has nothing to draw from', "list its values")
        elif draw.kind in ("sample", "subset") and draw.k > len(items):
            message = f"{draw.k} of {len(items)} values cannot be drawn"
            yield facts.error(DRAWS, (*path, "k"), message, f"at most {len(items)}")
        elif draw.kind in ORDERS and len(items) > LONGEST_ORDER:
            message = f"an order of {len(items):,} values is longer than any study"
            yield facts.error(DRAWS, where, message, f"at most {LONGEST_ORDER:,}")
        elif draw.kind == "latin_row" and len(items) < 2:
            yield facts.error(LATIN, where, "a Latin square of one value has one row", "list at least two values")
        elif draw.kind == "integer" and not isinstance(items, range) and not all(isinstance(i, int) for i in items):
            yield facts.error(DRAWS, where, "an integer is drawn from values that are none", 'use "kind": "pick"')
        if draw.weights is not None and len(draw.weights) != len(items):
            message = f"{len(draw.weights)} weights stand for {len(items)} values"
            yield facts.error(DRAWS, (*path, "weights"), message, "one weight for each value")
    if draw.weights is not None and (draw.kind != "pick" or not any(draw.weights)):
        message = "weights are for one pick, and not all 0"
        yield facts.error(DRAWS, (*path, "weights"), message, "leave them out, or draw a pick")
    elif draw.weights is not None and (size := sum(lowest(draw.weights))) > LARGEST_BLOCK:
        fix = f"at most {LARGEST_BLOCK:,} places: write small whole numbers of the same proportions"
        yield facts.error(DRAWS, (*path, "weights"), f"the weights make blocks of {size:,} places", fix)


def _orders(facts: Facts) -> Iterator[Finding]:
    """Loops, shuffles and options whose order or values a draw or a square gives."""
    draws = facts.by_id["draws"]
    for at in facts.nodes:
        if isinstance(at.node, LoopNode):
            loop = at.node.loop
            if isinstance(loop.over, OverDraw) and loop.over.draw in draws and not _is_list(draws[loop.over.draw]):
                where = (*at.path, "loop", "over", "draw")
                yield facts.error(DRAWS, where, f'the draw "{loop.over.draw}" is no list', "a loop goes over a list")
            size = loop.over.times if isinstance(loop.over, OverTimes) else None
            size = len(loop.over) if isinstance(loop.over, tuple) else size
            if size == 0:
                yield facts.error(DRAWS, (*at.path, "loop", "over"), "the loop goes over nothing", "list its values")
            elif loop.order == "latin" and size == 1:
                where = (*at.path, "loop", "order")
                yield facts.error(LATIN, where, "a Latin square of one pass has one row", 'use "order": "fixed"')
        elif isinstance(at.node, ShuffleNode):
            yield from _shuffled(facts, at.path, at.node)
    for i, response in enumerate(facts.protocol.responses):
        order = getattr(response, "shuffle", None)
        if isinstance(order, DrawnOrder) and order.draw in draws:
            ids = [option.id for option in response.options]  # type: ignore[union-attr]
            if not _deals(draws[order.draw], ids):
                where = ("responses", i, "shuffle", "draw")
                message = f'the draw "{order.draw}" is no order of the options'
                yield facts.error(DRAWS, where, message, f"permute {', '.join(ids)}")


def _shuffled(facts: Facts, path: Path, node: ShuffleNode) -> Iterator[Finding]:
    count = len(node.shuffle)
    if node.take is not None and node.take > count:
        message = f"{node.take} of {count} nodes cannot be taken"
        yield facts.error(DRAWS, (*path, "take"), message, f"at most {count}")
    name = node.by.removeprefix("draw.") if node.by is not None else None
    draw = facts.by_id["draws"].get(name) if name is not None else None
    if draw is not None:
        ids = [inner.id or getattr(inner, "stage", None) for inner in node.shuffle]
        if not _deals(draw, list(range(1, count + 1))) and not (None not in ids and _deals(draw, ids)):
            message = f'the draw "{name}" is no order of {count} nodes'
            yield facts.error(DRAWS, (*path, "by"), message, f"permute the numbers 1 to {count}, or the nodes' ids")


def _is_list(draw: Draw) -> bool:
    return draw.kind not in ("pick", "integer") or (
        not isinstance(draw.from_, Span) and all(isinstance(value, list) for value in draw.from_)
    )


def _deals(draw: Draw, items: Sequence[Any]) -> bool:
    """Whether a draw is an order of exactly these values."""
    if draw.kind == "pick" and not isinstance(draw.from_, Span):
        return all(isinstance(value, list) and _same(value, items) for value in draw.from_)
    whole = draw.kind in ("permutation", "latin_row") or (draw.kind == "sample" and draw.k == len(items))
    return whole and _same(items_of(draw.from_), items)


def _same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    return Counter(map(str, some)) == Counter(map(str, others))


def _official(facts: Facts) -> Iterator[Finding]:
    for i, unit in enumerate(facts.protocol.units):
        official = unit.official_n
        if official is None or not official.cells:
            continue
        where: Path = ("units", i, "official_n")
        total = sum(cell.n for cell in official.cells)
        keys = {tuple(sorted(cell.by)) for cell in official.cells}
        if len(keys) == 1 and total != official.total:
            message = f"the cells hold {total}, and {official.total} were analysed"
            yield facts.error(OFFICIAL, (*where, "total"), message, "the cells' numbers sum to the total")
        if keys == {("arm",)}:
            counts = Counter(cell.by["arm"] for cell in official.cells)
            for arm in facts.protocol.arms:
                if counts[arm.id] != 1 and (arm.weight or counts[arm.id]):
                    message = f'the arm "{arm.id}" has {counts[arm.id]} official numbers'
                    yield facts.error(OFFICIAL, (*where, "cells"), message, "each arm has one")


def _spaces(facts: Facts) -> Iterator[Finding]:
    """Responses that no answer fits, anchors that stand at no point, handles that start beside the slider."""
    plain = Telling({}, {}, 0, False, False)
    for i, response in enumerate(facts.protocol.responses):
        where: Path = ("responses", i)
        yield from _anchors(facts, where, response)
        if any(bounds_of(response)) or _repeats(response):
            continue
        try:
            _, space = BUILDERS[response.kind](response, plain, None)
        except UsageError as error:
            yield facts.error(SPACES, where, f'"{response.id}" cannot be answered: {error}', "change its bounds")
            continue
        start = getattr(response, "start", None)
        if start is not None and (wrong := space.check(start)) is not None:
            yield facts.error(SPACES, (*where, "start"), f"the handle starts at {start}, which {wrong}", "move it")


def _anchors(facts: Facts, path: Path, response: Any) -> Iterator[Finding]:
    scale, at = (response.scale, (*path, "scale")) if hasattr(response, "scale") else (response, path)
    if hasattr(scale, "anchors"):
        low, high = scale.points
        for point in scale.anchors:
            if not low <= int(point) <= high:
                message = f"an anchor stands at {point}, and the scale goes from {low} to {high}"
                yield facts.error(SPACES, (*at, "anchors", point), message, "anchor one of its points")


def _repeats(response: Any) -> bool:
    """Whether an id stands twice in a response, which is told as such."""
    lists = [getattr(part, name, ()) for part in (response, getattr(response, "scale", None))
             for name in ("options", "rows", "keys")]  # fmt: skip
    return any(len({each.id for each in parts}) < len(parts) for parts in lists)
