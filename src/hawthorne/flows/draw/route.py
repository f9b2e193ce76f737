"""Right-angled ways around boxes: a shortest path on a raster (A*, Hart, Nilsson and Raphael 1968).

A step costs one; a bend, the neighbourhood of a box, a place reserved for a text, the crossing of another way and above
all running along one cost more. Ways that share their start or their end may share a trunk.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from hawthorne.flows.draw.geometry import Box, Point

STEP = 10
BEND, NEAR, CROSS, ALONG, TRUNK = 5.0, 1.5, 5.0, 25.0, 0.3
MOST = 1_200_000
"""Cells of a raster above which ways are not searched but drawn straight."""
EXPANDED = 150_000
"""Cells that one search may look at."""
CAREFUL, HASTY, ALL = 400_000, 3.0, 1_200_000
"""Cells that all searches may look at before they turn hasty (what lies ahead then weighs so much more than what lies
behind), and before ways are drawn straight: a picture takes seconds, however much it shows."""
CROWD = 3
"""Ways along or across beyond so many cost nothing more."""
MARGIN = 8
"""Cells around the frame."""

RIGHT, DOWN, LEFT, UP = range(4)
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class Port:
    """A place on a border where a way may begin or end: the way leaves it by `side`; `cost` says how unwelcome."""

    point: Point
    side: int
    cost: float = 0.0


class _Ways:
    """The ways through one cell: how many lie flat and upright, and of which sources and targets."""

    __slots__ = ("_many", "_of")

    def __init__(self) -> None:
        self._many = [0, 0]
        self._of: Counter[tuple[str, bool]] = Counter()

    def add(self, source: str, target: str, upright: bool) -> None:
        self._many[upright] += 1
        self._of[f"> {source}", upright] += 1
        self._of[f"< {target}", upright] += 1

    def price(self, source: str, target: str, upright: int) -> float:
        """What it costs to go through; ways that share an end cost less."""
        found = 0.0
        for way, shared_price, other_price in ((upright, TRUNK, ALONG), (1 - upright, 1.0, CROSS)):
            many = self._many[way]
            if many:
                shared = min(many, self._of[f"> {source}", bool(way)] + self._of[f"< {target}", bool(way)])
                found += shared_price * min(shared, CROWD) + other_price * min(many - shared, CROWD)
        return found


class Router:
    """The raster of one picture and the ways found on it so far."""

    def __init__(self, frame: Box, boxes: Sequence[tuple[str, Box]], texts: Iterable[tuple[Box, float]]) -> None:
        self.x = (floor(frame.x / STEP) - MARGIN) * STEP
        self.y = (floor(frame.y / STEP) - MARGIN) * STEP
        self.wide = ceil((frame.right - self.x) / STEP) + MARGIN + 1
        self.high = ceil((frame.bottom - self.y) / STEP) + MARGIN + 1
        self.too_large = self.wide * self.high > MOST
        self._ways: dict[int, _Ways] = defaultdict(_Ways)
        self._looked = 0
        if self.too_large:
            return
        self._blocked = bytearray(self.wide * self.high)
        self._extra = [0.0] * (self.wide * self.high)
        self._cells: dict[str, list[int]] = {}
        for id, box in boxes:
            self._cells[id] = list(self._of(box))
            for cell in self._cells[id]:
                self._blocked[cell] += 1
            for cell in self._of(box.grown(STEP)):
                self._extra[cell] = max(self._extra[cell], NEAR)
        for box, price in texts:
            for cell in self._of(box.grown(2)):
                self._extra[cell] = max(self._extra[cell], price)
        edge_cells = [*range(self.wide), *range(self.wide * (self.high - 1), self.wide * self.high)]
        edge_cells += [row * self.wide for row in range(self.high)]
        edge_cells += [row * self.wide + self.wide - 1 for row in range(self.high)]
        for cell in set(edge_cells):
            self._blocked[cell] = 1

    def way(
        self,
        source: str,
        target: str,
        starts: Sequence[Port],
        ends: Sequence[Port],
        through: Iterable[str] = (),
        within: Box | None = None,
    ) -> tuple[Point, ...]:
        """The points of a way from one of the starts to one of the ends.

        `through` are boxes that it may pass; it stays `within` a box where there is such a way.
        """
        if self.too_large:
            return _straight(starts, ends)
        opened = [cell for id in through for cell in self._cells.get(id, ())]
        for cell in opened:
            self._blocked[cell] -= 1
        path = None if within is None else self._search(source, target, starts, ends, within)
        if path is None:
            path = self._search(source, target, starts, ends)
        for cell in opened:
            self._blocked[cell] += 1
        if path is None:
            return _straight(starts, ends)
        start, cells, end = path
        self._mark(source, target, cells)
        return _points(start, [self._point(cell) for cell in cells], end)

    def mark(self, source: str, target: str, points: Sequence[Point]) -> None:
        """Say that a way is there already."""
        if self.too_large:
            return
        cells: list[int] = []
        for (ax, ay), (bx, by) in pairwise(points):
            many = max(1, round(max(abs(bx - ax), abs(by - ay)) / STEP))
            for step in range(many + 1):
                cell = self._cell((ax + (bx - ax) * step / many, ay + (by - ay) * step / many))
                if cell is not None and (not cells or cells[-1] != cell):
                    cells.append(cell)
        self._mark(source, target, cells)

    def _search(
        self, source: str, target: str, starts: Sequence[Port], ends: Sequence[Port], within: Box | None = None
    ) -> tuple[Port, list[int], Port] | None:
        goals = self._goals(ends)
        if not goals:
            return None
        columns = [cell % self.wide for cell, _ in goals]
        rows = [cell // self.wide for cell, _ in goals]
        low_x, high_x, low_y, high_y = min(columns), max(columns), min(rows), max(rows)
        wide, blocked, extra, ways = self.wide, self._blocked, self._extra, self._ways
        steps = (1, wide, -1, -wide)
        left, top, right, bottom = 0, 0, wide, self.high
        if within is not None:
            left, top = ceil((within.x - self.x) / STEP) + 1, ceil((within.y - self.y) / STEP) + 1
            right, bottom = floor((within.right - self.x) / STEP) - 1, floor((within.bottom - self.y) / STEP) - 1

        def ahead(cell: int) -> float:
            x, y = cell % wide, cell // wide
            return max(low_x - x, 0, x - high_x) + max(low_y - y, 0, y - high_y)

        cost: dict[int, float] = {}
        came: dict[int, int] = {}
        begun: dict[int, Port] = {}
        queue: list[tuple[float, int]] = []
        for port in starts:
            cell = self._outside(port)
            if cell is None or blocked[cell]:
                continue
            state = cell * 4 + port.side
            if port.cost < cost.get(state, 1e9):
                cost[state], begun[state] = port.cost, port
                heapq.heappush(queue, (port.cost + ahead(cell), state))
        done: set[int] = set()
        finish = len(blocked) * 4
        haste = 1.0 if self._looked < CAREFUL else HASTY
        most = min(EXPANDED, ALL - self._looked)
        while queue and len(done) < most:
            _, state = heapq.heappop(queue)
            if state in done:
                continue
            done.add(state)
            self._looked += 1
            if state == finish:
                return self._traced(came, begun, goals, state)
            cell, side = divmod(state, 4)
            here = cost[state]
            goal = goals.get((cell, side))
            if goal is not None and here + goal[0] < cost.get(finish, 1e9):
                cost[finish], came[finish] = here + goal[0], state
                heapq.heappush(queue, (cost[finish], finish))
            for turn in (side, (side + 1) % 4, (side + 3) % 4):
                after = cell + steps[turn]
                if blocked[after]:
                    continue
                if within is not None and not (left <= after % wide <= right and top <= after // wide <= bottom):
                    continue
                price = here + 1.0 + extra[after] + (BEND if turn != side else 0.0)
                if after in ways:
                    price += ways[after].price(source, target, turn % 2)
                new = after * 4 + turn
                if price < cost.get(new, 1e9):
                    cost[new], came[new] = price, state
                    heapq.heappush(queue, (price + haste * ahead(after), new))
        return None

    def _goals(self, ends: Sequence[Port]) -> dict[tuple[int, int], tuple[float, Port]]:
        """The free cells outside of the ports, with the direction of who arrives: what that costs, and the port."""
        goals: dict[tuple[int, int], tuple[float, Port]] = {}
        for port in ends:
            cell = self._outside(port)
            if cell is not None and not self._blocked[cell]:
                key = (cell, (port.side + 2) % 4)
                if key not in goals or goals[key][0] > port.cost:
                    goals[key] = (port.cost, port)
        return goals

    def _traced(
        self, came: dict[int, int], begun: dict[int, Port], goals: dict[tuple[int, int], tuple[float, Port]],
        state: int,
    ) -> tuple[Port, list[int], Port]:  # fmt: skip
        state = came[state]
        end = goals[(state // 4, state % 4)][1]
        cells = [state // 4]
        while state in came:
            state = came[state]
            cells.append(state // 4)
        return begun[state], cells[::-1], end

    def _mark(self, source: str, target: str, cells: Sequence[int]) -> None:
        for index, cell in enumerate(cells):
            beside = {cells[index - 1] if index else cell, cells[min(index + 1, len(cells) - 1)]} - {cell}
            for upright in sorted({abs(other - cell) > 1 for other in beside}):
                self._ways[cell].add(source, target, upright)

    def _outside(self, port: Port) -> int | None:
        """The first cell outside of a port, on its side."""
        x, y = (port.point[0] - self.x) / STEP, (port.point[1] - self.y) / STEP
        column, row = round(x), round(y)
        if port.side == RIGHT:
            column = floor(x) + 1
        elif port.side == LEFT:
            column = ceil(x) - 1
        elif port.side == DOWN:
            row = floor(y) + 1
        else:
            row = ceil(y) - 1
        inside = 0 < column < self.wide - 1 and 0 < row < self.high - 1
        return row * self.wide + column if inside else None

    def _cell(self, point: Point) -> int | None:
        column, row = round((point[0] - self.x) / STEP), round((point[1] - self.y) / STEP)
        return row * self.wide + column if 0 <= column < self.wide and 0 <= row < self.high else None

    def _point(self, cell: int) -> Point:
        return self.x + cell % self.wide * STEP, self.y + cell // self.wide * STEP

    def _of(self, box: Box) -> Iterable[int]:
        """The cells that lie in a box."""
        left, right = ceil((box.x - self.x) / STEP), floor((box.right - self.x) / STEP)
        top, bottom = ceil((box.y - self.y) / STEP), floor((box.bottom - self.y) / STEP)
        for row in range(max(0, top), min(self.high - 1, bottom) + 1):
            yield from range(row * self.wide + max(0, left), row * self.wide + min(self.wide - 1, right) + 1)


def _straight(starts: Sequence[Port], ends: Sequence[Port]) -> tuple[Point, ...]:
    pairs = [(a.point, b.point) for a in starts for b in ends]
    return min(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)


def _points(start: Port, between: Sequence[Point], end: Port) -> tuple[Point, ...]:
    """The corners of a way; where a port stands beside the raster, the way begins a little beside it."""
    points = [_beside(start, between[0]), *between, _beside(end, between[-1])]
    kept = [points[0]]
    for index in range(1, len(points) - 1):
        before, here, after = kept[-1], points[index], points[index + 1]
        turn = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        if abs(turn) > 1e-6:
            kept.append(here)
    return (*kept, points[-1])


def _beside(port: Port, cell: Point) -> Point:
    return (port.point[0], cell[1]) if port.side in (RIGHT, LEFT) else (cell[0], port.point[1])
