"""Places for the nodes of a graph in layers from left to right, after Sugiyama, Tagawa and Toda (1981).

Circles are cut where a walk from the start closes them; a node's layer is its longest way from a start; layers are
ordered by barycentres, and the heights of the nodes solve an isotonic regression (pool adjacent violators) towards
their neighbours, in which the longest ways weigh most and so stay straight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from hawthorne.flows.draw.cells import SWEEPS, Arrow, Cell, Placed
from hawthorne.flows.draw.coordinates import columns, rows


def place(cells: Sequence[Cell], arrows: Iterable[Arrow]) -> Placed:
    """Where the cells stand; the same cells and arrows always stand the same."""
    known = {cell.id: cell for cell in cells}
    if not known:
        return Placed({}, [])
    hosts = {cell.id: cell.under or cell.id for cell in cells}
    edges = [arrow for arrow in arrows if arrow.source in known and arrow.target in known]
    forward = _acyclic([cell.id for cell in cells if cell.under is None], edges, hosts)
    rank = _ranks(known, forward, hosts)
    chains, dummies = _chains(forward, rank, known)
    all_cells = known | {dummy.id: dummy for dummy in dummies}
    layers = _order(all_cells, rank, chains)
    heavy = _longest(known, rank, forward, hosts)
    x = columns(layers, all_cells, rank, edges)
    y, lanes = rows(layers, all_cells, chains, heavy)
    return Placed({cell.id: (x[rank[cell.id]], y[cell.id]) for cell in cells}, lanes)


# --- layers -------------------------------------------------------------------------------------------------------


def _acyclic(ids: Sequence[str], edges: Sequence[Arrow], hosts: Mapping[str, str]) -> list[Arrow]:
    """The edges without those that close a circle."""
    outs: dict[str, list[Arrow]] = defaultdict(list)
    entered = set()
    for edge in edges:
        outs[hosts[edge.source]].append(edge)
        if hosts[edge.source] != edge.target:
            entered.add(edge.target)
    state: dict[str, int] = {}
    kept: list[Arrow] = []
    for start in [*(id for id in ids if id not in entered), *ids]:
        if start in state:
            continue
        state[start] = 1
        stack = [(start, iter(outs[start]))]
        while stack:
            node, rest = stack[-1]
            after = next(rest, None)
            if after is None:
                state[node] = 2
                stack.pop()
            elif state.get(after.target) != 1:
                kept.append(after)
                if after.target not in state:
                    state[after.target] = 1
                    stack.append((after.target, iter(outs[after.target])))
    place = {id(edge): index for index, edge in enumerate(edges)}
    return sorted(kept, key=lambda edge: place[id(edge)])


def _ranks(known: Mapping[str, Cell], forward: Sequence[Arrow], hosts: Mapping[str, str]) -> dict[str, int]:
    outs: dict[str, list[str]] = defaultdict(list)
    missing: dict[str, int] = dict.fromkeys(known, 0)
    for edge in forward:
        outs[hosts[edge.source]].append(edge.target)
        missing[edge.target] += 1
    rank = dict.fromkeys(known, 0)
    ready = [id for id, cell in known.items() if not missing[id] and cell.under is None]
    while ready:
        node = ready.pop()
        for target in outs[node]:
            rank[target] = max(rank[target], rank[node] + 1)
            missing[target] -= 1
            if not missing[target]:
                ready.append(target)
    for id, host in hosts.items():
        rank[id] = rank[host]
    return rank


def _chains(
    forward: Sequence[Arrow], rank: dict[str, int], known: Mapping[str, Cell]
) -> tuple[list[list[str]], list[Cell]]:
    """Each edge as the chain of its nodes, one a layer; between are dummies that keep a way free."""
    chains, dummies = [], []
    for number, edge in enumerate(forward):
        chain = [edge.source]
        for layer in range(rank[edge.source] + 1, rank[edge.target]):
            dummy = Cell(f"\0{number}.{layer}", up=0, down=0, lane=known[edge.source].lane)
            rank[dummy.id] = layer
            dummies.append(dummy)
            chain.append(dummy.id)
        chains.append([*chain, edge.target])
    return chains, dummies


def _longest(
    known: Mapping[str, Cell], rank: Mapping[str, int], forward: Sequence[Arrow], hosts: Mapping[str, str]
) -> set[str]:
    """The nodes of the longest ways through the graph (not by way of a boundary event)."""
    plain = [edge for edge in forward if hosts[edge.source] == edge.source]
    height = dict.fromkeys(known, 0)
    for edge in sorted(plain, key=lambda edge: -rank[edge.target]):
        height[edge.source] = max(height[edge.source], height[edge.target] + 1)
    most = max((rank[id] + height[id] for id in known), default=0)
    return {id for id, cell in known.items() if cell.under is None and rank[id] + height[id] == most}


# --- order --------------------------------------------------------------------------------------------------------


def _order(cells: Mapping[str, Cell], rank: Mapping[str, int], chains: Sequence[list[str]]) -> list[list[str]]:
    """The layers, each from top to bottom, with few crossings."""
    layers: list[list[str]] = [[] for _ in range(max(rank.values(), default=0) + 1)]
    followers: dict[str, list[str]] = defaultdict(list)
    for cell in cells.values():
        if cell.under is None:
            layers[rank[cell.id]].append(cell.id)
        else:
            followers[cell.under].append(cell.id)
    links = [(a, b) for chain in chains for a, b in pairwise(chain)]
    ins, outs = defaultdict(list), defaultdict(list)
    for a, b in links:
        outs[a].append(b)
        ins[b].append(a)
    seen = {id: index for index, id in enumerate(_by_walk(layers, outs, followers))}
    for layer in layers:
        layer.sort(key=lambda id: (cells[id].lane, seen[id]))
    best, least = _expanded(layers, followers), None
    for sweep in range(SWEEPS):
        crossings = _crossings(best_now := _expanded(layers, followers), rank, links)
        if least is None or crossings < least:
            best, least = best_now, crossings
        if not crossings:
            break
        _sweep(layers, cells, followers, ins if sweep % 2 == 0 else outs, sweep % 2 == 0)
    return best


def _by_walk(layers: list[list[str]], outs: Mapping[str, list[str]], followers: Mapping[str, list[str]]) -> list[str]:
    """Nodes as a walk in depth meets them first."""
    found: dict[str, None] = {}
    for layer in layers:
        for start in layer:
            stack = [start]
            while stack:
                node = stack.pop()
                if node not in found:
                    found[node] = None
                    after = [*outs.get(node, ()), *followers.get(node, ())]
                    stack += reversed(after)
    return list(found)


def _expanded(layers: list[list[str]], followers: Mapping[str, list[str]]) -> list[list[str]]:
    return [[cell for id in layer for cell in (id, *followers.get(id, ()))] for layer in layers]


def _sweep(
    layers: list[list[str]],
    cells: Mapping[str, Cell],
    followers: Mapping[str, list[str]],
    links: Mapping[str, list[str]],
    rightwards: bool,
) -> None:
    ordered = range(1, len(layers)) if rightwards else range(len(layers) - 2, -1, -1)
    for index in ordered:
        beside = _expanded(layers, followers)[index - 1 if rightwards else index + 1]
        at = {id: float(place) for place, id in enumerate(beside)}
        keys: dict[str, float] = {}
        for place, id in enumerate(layers[index]):
            near = [at[other] for part in (id, *followers.get(id, ())) for other in links.get(part, ()) if other in at]
            keys[id] = sum(near) / len(near) if near else float(place)
        layers[index].sort(key=lambda id: (cells[id].lane, keys[id]))


def _crossings(layers: list[list[str]], rank: Mapping[str, int], links: Sequence[tuple[str, str]]) -> int:
    at = {id: place for layer in layers for place, id in enumerate(layer)}
    by_layer: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for a, b in links:
        by_layer[rank[a]].append((at[a], at[b]))
    count = 0
    for pairs in by_layer.values():
        pairs.sort()
        for index, (above, left) in enumerate(pairs):
            count += sum(1 for below, right in pairs[index + 1 :] if above < below and left > right)
    return count
