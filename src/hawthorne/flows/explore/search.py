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
WORK = 30_000
"""How many moves are made, so that no study takes longer than about a second."""
INSTANCES = 3
"""How many instances of a repeated pool are explored, where several pools share a case."""
BEGINNINGS = 64
"""How many beginnings are told apart: an event sub-process that may come at once begins at once, or later."""


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
        self.work = 0
        self.ahead: dict[State, State] = {}
        self.next: dict[State, list[tuple[int, Move]]] = {}
        self.scopes = [pool.scope for pool in net.graph.pools]
        self.hops = 4 * len(net.stops)  # beyond that a path goes round in a circle

    def run(self) -> Found:
        together = len(self.net.graph.pools) > 1
        starts: list[tuple[tuple[int, Items | None], ...]] = [()]
        for pool in self.net.graph.pools:
            more = min(pool.instances, INSTANCES) - 1 if together else 0
            ways = self.moves.passes.start(pool.scope)
            ways = ways if len(starts) * len(ways) <= BEGINNINGS else ways[:1]
            starts = [(*before, (more, items)) for before in starts for items in ways]
        for pools in starts:
            self._visit(self._straight(State(pools, (0,) * len(self.net.mail))), -1, "")
        while self.queue and self.work < WORK:
            self._expand(self.queue.popleft())
        if self.queue:
            self.moves.cut.add(f"{WORK:,} moves")
        found = self.found
        found.reached, found.cut = self.moves.reached, tuple(sorted(self.moves.cut))
        return found

    def _visit(self, state: State, before: int, said: str) -> None:
        if state in self.known:
            return
        if len(self.known) >= self.most or self.work >= WORK:
            self.moves.cut.add(f"{self.most:,} states" if self.work < WORK else f"{WORK:,} moves")
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
        for pool, move in self.next.pop(state, None) or self._moves(state):
            moved = True
            broken = self._broken(move)
            if broken is not None:
                self.found.broken.setdefault(broken, (number, move.said))
                continue
            for after in self._after(state, pool, move):
                self._visit(self._straight(after), number, move.said)
        if not moved:
            self.found.stuck.append(number)

    def _straight(self, state: State) -> State:
        """The state at which the next choice is: what can go on in one way alone is no state of its own."""
        first = state
        if first in self.ahead:
            return self.ahead[first]
        for _ in range(self.hops):
            if state.over or state in self.known:
                break
            moves = list(self._moves(state))
            after = self._after(state, *moves[0]) if len(moves) == 1 and self._broken(moves[0][1]) is None else []
            if len(after) != 1:
                self.next[state] = moves
                break
            state = after[0]
        self.ahead[first] = state
        return state

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

    def _broken(self, move: Move) -> Broken | None:
        """The join at which a move ends in nothing, if any."""
        if move.broken is None and self.moves.done(move.items):
            return self.moves.incomplete(move.items)
        return move.broken

    def _after(self, state: State, pool: int, move: Move) -> list[State]:
        """The states that a move of a pool leads to: one, or one for each way in which its next instance begins."""
        self.work += 1
        mail = list(state.mail)
        if move.take >= 0:
            mail[move.take] -= 1
            self.found.taken.add(move.take)
        sends = list(move.sends)
        found = []
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
                found.append(State(pools, tuple(after)))
        return found

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
