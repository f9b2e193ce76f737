"""Where ordered layers stand: columns by their widest cell, rows by isotonic regression towards the neighbours."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from hawthorne.flows.draw.cells import GAP, GRID, SEP, SETTLINGS, STRAIGHT, Arrow, Cell, up_to_grid


def columns(
    layers: list[list[str]], cells: Mapping[str, Cell], rank: Mapping[str, int], edges: Sequence[Arrow]
) -> list[int]:
    """The middle of each column."""
    gaps = [GAP] * len(layers)
    passing = [0] * len(layers)
    for edge in edges:
        back = rank[edge.target] <= rank[edge.source]
        at = rank[edge.source]
        passing[at] += 1
        if edge.room and not back:
            gaps[at] = max(gaps[at], up_to_grid(edge.room + 40))
    found: list[int] = []
    right = 0
    for index, layer in enumerate(layers):
        left = max(up_to_grid(cells[id].left) for id in layer)
        if index:
            right += gaps[index - 1] + GRID * min(10, max(0, passing[index - 1] - 3))
        found.append(right + left)
        right += left + max(up_to_grid(cells[id].right) for id in layer)
    return found


def rows(
    layers: list[list[str]], cells: Mapping[str, Cell], chains: Sequence[list[str]], heavy: set[str]
) -> tuple[dict[str, int], list[tuple[int, int]]]:
    """The middle of each cell, lane by lane, and the ends of the lanes."""
    lanes: list[tuple[int, int]] = []
    y: dict[str, int] = {}
    top = 0
    for number in range(max((cell.lane for cell in cells.values()), default=0) + 1):
        ours = [[id for id in layer if cells[id].lane == number] for layer in layers]
        found = _heights(ours, cells, chains, heavy)
        if not found:
            lanes.append((top, top + 100))
            top += 100
            continue
        first = min(found[id] - cells[id].up for id in found)
        last = max(found[id] + cells[id].down for id in found)
        room = SEP if number or any(cell.lane for cell in cells.values()) else 0
        y |= {id: value - first + top + room for id, value in found.items()}
        lanes.append((top, top + last - first + 2 * room))
        top = lanes[-1][1]
    return y, lanes


def _heights(
    layers: list[list[str]], cells: Mapping[str, Cell], chains: Sequence[list[str]], heavy: set[str]
) -> dict[str, int]:
    ours = {id for layer in layers for id in layer}
    ins, outs = defaultdict(list), defaultdict(list)
    for chain in chains:
        for a, b in pairwise(chain):
            if a in ours and b in ours:
                outs[a].append(b)
                ins[b].append(a)
    for id in ours:  # where a boundary event's flow leaves stays near its host
        host = cells[id].under
        if host is not None:
            ins[id].append(host)
    free = _floating(ours, ins, outs, heavy)
    y: dict[str, float] = {}
    for layer in layers:
        _settle(layer, cells, dict.fromkeys(layer, 0.0), heavy, y)
    for turn in range(SETTLINGS):
        rightwards = turn % 2 == 1
        for layer in layers if rightwards else reversed(layers):
            want = {}
            for id in layer:
                near = (ins if rightwards else outs)[id] or (outs if rightwards else ins)[id]
                weigh = [(y[other], _weight(other, heavy)) for other in near]
                weigh += [(0.0, 0.1)] if id in free else []
                total = sum(weight for _, weight in weigh)
                want[id] = sum(at * weight for at, weight in weigh) / total if total else y[id]
            _settle(layer, cells, want, heavy, y)
    return {id: math.floor(round(value, 3) / GRID + 0.5) * GRID for id, value in y.items()}


def _floating(ours: set[str], ins: Mapping[str, list[str]], outs: Mapping[str, list[str]], heavy: set[str]) -> set[str]:
    """The nodes that nothing joins to a longest way: they are drawn to the middle, or they would drift apart."""
    near: dict[str, set[str]] = defaultdict(set)
    for links in (ins, outs):
        for id, others in links.items():
            for other in others:
                near[id].add(other)
                near[other].add(id)
    held = {id for id in ours if id in heavy}
    stack = list(held)
    while stack:
        for other in near[stack.pop()] - held:
            held.add(other)
            stack.append(other)
    return ours - held


def _weight(id: str, heavy: set[str]) -> float:
    return STRAIGHT if id in heavy else 4.0 if id.startswith("\0") else 1.0


def _settle(
    layer: Sequence[str], cells: Mapping[str, Cell], want: Mapping[str, float], heavy: set[str], y: dict[str, float]
) -> None:
    """Put a layer's cells as near as may be to where they want to be, in order and apart."""
    offset = 0.0
    offsets: list[float] = []
    for index, id in enumerate(layer):
        if index:
            offset += _apart(cells[layer[index - 1]], cells[id])
        offsets.append(offset)
    groups: list[tuple[float, float, int]] = []  # the sum of wants, their weight, how many
    for id, shift in zip(layer, offsets, strict=True):
        weight = _weight(id, heavy)
        group = ((want[id] - shift) * weight, weight, 1)
        while groups and groups[-1][0] / groups[-1][1] > group[0] / group[1]:
            last = groups.pop()
            group = (last[0] + group[0], last[1] + group[1], last[2] + group[2])
        groups.append(group)
    index = 0
    for total, weight, many in groups:
        for id in layer[index : index + many]:
            y[id] = total / weight + offsets[index]
            index += 1


def _apart(above: Cell, below: Cell) -> int:
    if below.under is not None:  # where a boundary event's flow leaves: its room says how far below
        return up_to_grid(above.down) + up_to_grid(below.up)
    return up_to_grid(above.down) + SEP + up_to_grid(below.up)
