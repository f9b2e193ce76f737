"""The search: every state that a study's paths can come to, within a bound."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from hawthorne.flows.explore.moves import MAIL, Broken, Mail, Move, Moves
from hawthorne.flows.explore.net import INSIDE, TOKEN, WAITS, Items, Net
from hawthorne.flows.explore.signals import heard

MOST = 4_000
"""How many states are explored."""
INSTANCES = 3
"""How many instances of a repeated pool are explored, where several pools share a case."""


class State(NamedTuple):
    """Where everything is: of each pool the instances still to come and its items (None: over), and the messages that
    wait along each internal flow."""

    pools: tuple[tuple[int, Items | None], ...]
    mail: Mail

    @property
    def over(self) -> bool:
        return all(items is None for _, items in self.pools)


@dataclass
class Found:
    """What a search has found. States are named by number; `ways` says from which each was first reached, and by which
    choice. `left` counts, by message flow, the ends of the study at which messages are left untaken."""

    net: Net
    states: list[State] = field(default_factory=list)
    ways: list[tuple[int, str]] = field(default_factory=list)
    reached: set[int] = field(default_factory=set)
    taken: set[int] = field(default_factory=set)
    sent: set[int] = field(default_factory=set)
    stuck: list[int] = field(default_factory=list)
    broken: dict[Broken, tuple[int, str]] = field(default_factory=dict)
    ends: int = 0
    left: dict[int, int] = field(default_factory=dict)
    cut: tuple[str, ...] = ()

    def choices(self, state: int, last: str = "") -> list[str]:
        """The choices that lead to a state, in order."""
        found = [last] if last else []
        while state >= 0:
            state, said = self.ways[state]
            if said:
                found.append(said)
        return list(dict.fromkeys(reversed(found)))


def search(net: Net, most: int = MOST) -> Found:
    """Explore a net, breadth first, so that each state's way is a shortest one."""
    return _Search(net, most).run()


class _Search:
    def __init__(self, net: Net, most: int) -> None:
        self.net, self.most = net, most
        self.moves = Moves(net)
        self.found = Found(net)
        self.known: dict[State, int] = {}
        self.queue: deque[int] = deque()
        self.scopes = [pool.scope for pool in net.graph.pools]

    def run(self) -> Found:
        together = len(self.net.graph.pools) > 1
        starts: list[tuple[tuple[int, Items | None], ...]] = [()]
        for pool in self.net.graph.pools:
            more = min(pool.instances, INSTANCES) - 1 if together else 0
            starts = [(*before, (more, items)) for before in starts for items in self.moves.passes.start(pool.scope)]
        for pools in starts:
            self._visit(State(pools, (0,) * len(self.net.mail)), -1, "")
        while self.queue:
            self._expand(self.queue.popleft())
        found = self.found
        found.reached, found.cut = self.moves.reached, tuple(sorted(self.moves.cut))
        return found

    def _visit(self, state: State, before: int, said: str) -> None:
        if state in self.known:
            return
        if len(self.known) >= self.most:
            self.moves.cut.add(f"{self.most:,} states")
            return
        number = self.known[state] = len(self.found.states)
        self.found.states.append(state)
        self.found.ways.append((before, said))
        self.queue.append(number)

    def _expand(self, number: int) -> None:
        state = self.found.states[number]
        if state.over:
            self.found.ends += 1
            for flow, count in enumerate(state.mail):
                if count:
                    self.found.left[flow] = self.found.left.get(flow, 0) + 1
            return
        moved = False
        for pool, move in self._moves(state):
            moved = True
            self._follow(number, state, pool, move)
        if not moved:
            self.found.stuck.append(number)

    def _moves(self, state: State) -> Iterator[tuple[int, Move]]:
        every: list[tuple[int, Move]] = []
        for place, (_, items) in enumerate(state.pools):
            if items is None:
                continue
            local, moves = self.moves.of(self.scopes[place], items, state.mail)
            here = [(place, move) for move in moves]
            if local:
                yield from here
                return
            every += here
        yield from every

    def _follow(self, number: int, state: State, pool: int, move: Move) -> None:
        broken = move.broken
        if broken is None and self.moves.done(move.items):
            broken = self.moves.incomplete(move.items)
        if broken is not None:
            self.found.broken.setdefault(broken, (number, move.said))
            return
        mail = list(state.mail)
        if move.take >= 0:
            mail[move.take] -= 1
            self.found.taken.add(move.take)
        sends = list(move.sends)
        for items in self._entries(pool, state.pools[pool][0], move.items, sends):
            pools = (*state.pools[:pool], items, *state.pools[pool + 1 :])
            if move.signal is not None:
                pools = tuple(self._heard(place, one, move.signal) for place, one in enumerate(pools))
            after = list(mail)
            for flow in sends:
                self.found.sent.add(flow)
                after[flow] += 1
            if any(count > MAIL for count in after):
                self.moves.cut.add(f"{MAIL} messages waiting along one flow")
            else:
                self._visit(State(pools, tuple(after)), number, move.said)

    def _entries(self, pool: int, more: int, items: Items, sends: list[int]) -> list[tuple[int, Items | None]]:
        """What a pool is after a move: the same instance, the next one, or over."""
        if not self.moves.done(items):
            return [(more, items)]
        if more:
            return [(more - 1, start) for start in self.moves.passes.start(self.scopes[pool])]
        sends += self.net.at_end.get(self.net.graph.pools[pool].id, ())
        return [(0, None)]

    def _heard(self, place: int, pool: tuple[int, Items | None], signal: str) -> tuple[int, Items | None]:
        more, items = pool
        return more, None if items is None else heard(self.moves.passes, self.scopes[place], items, signal)


def waiting(items: Items) -> Iterator[int]:
    """The nodes at which paths of a scope, and of those within it, wait."""
    for item in items:
        if item[0] in (TOKEN, WAITS):
            yield item[1]
        elif item[0] == INSIDE:
            assert not isinstance(item[2], int)
            for frame in item[2][1]:
                yield from waiting(frame)
