"""The design: which arm and which draws a case has. A pure function of the seed and the case's number.

Arms are dealt in blocks: each arm as often as its weight says, in a random order drawn for that block alone. So the
first k cases of n are those of k, the arms' counts never differ by more than one (at equal weights), and a case is
found without its predecessors. Balanced draws are dealt alike within their arm, by the case's rank in it. The members
of a group share its arm and its draws. No id is part of an address: renaming an arm, a level, an option or a stage
changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from hawthorne.core.draws import Draws, Permutation
from hawthorne.core.errors import UsageError, did_you_mean
from hawthorne.core.values import JSON
from hawthorne.protocols import orders
from hawthorne.protocols.model.design import Draw, Span

ORDERED = frozenset({"sequential"})
INDEPENDENT = frozenset({"simple_random"})
LARGE = frozenset({"complete_random"})

LARGEST_BLOCK = 1_000_000
"""The most places of a block in which arms or weighted values are dealt."""
LONGEST_ORDER = 10_000
"""The most values of which a draw makes an order or a selection."""


class Drawn(NamedTuple):
    """What the design gives one participant: the arm's id, its place in the document (from 0), the draws by id, and the
    rank (from 0) within the arm."""

    arm: str
    place: int
    draws: dict[str, JSON]
    rank: int


class Outcomes(NamedTuple):
    """The outcomes of a draw: how many, which is number j, and one at random where they are too many to be dealt."""

    size: int
    at: Callable[[int], JSON]
    shuffled: Callable[[Draws], JSON]


class Design:
    """`draws` is the root of the run's draws; `arms` keeps some of the arms (None: all), by id.

    Raises UsageError for an arm that the protocol does not have.
    """

    def __init__(self, protocol: Any, draws: Draws, arms: Sequence[str] | None = None) -> None:
        known = [arm.id for arm in protocol.arms]
        for arm in arms or ():
            if arm not in known:
                raise UsageError(f'no arm is called "{arm}": {did_you_mean(arm, known)}')
        self._arms = [index for index, id in enumerate(known) if arms is None or id in arms]
        self._names = known
        self._draws = draws.at("design")
        self._method = protocol.assignment.method
        self._block = self._blocks(protocol)
        self._dealt = lru_cache(maxsize=64)(self._deal)
        self.kept = None if arms is None else tuple(known[index] for index in self._arms)
        self._rules = [(draw.id, _Rule(draw, known)) for draw in protocol.draws]

    def _blocks(self, protocol: Any) -> list[int]:
        """A block's arms by index, each as often as its weight says."""
        arms = [protocol.arms[index] for index in self._arms]
        counts, times = _places(protocol, arms)
        if not any(counts):
            raise UsageError("no arm can be assigned: every weight is 0")
        return [index for index, count in zip(self._arms, counts, strict=True) for _ in range(count * times)]

    def of(self, unit: int) -> Drawn:
        """What participant or group `unit` (from 1) gets."""
        index, rank = self._arm(unit - 1)
        draws = {id: rule.value(self._draws.at("draw", k), index, unit - 1, rank)
                 for k, (id, rule) in enumerate(self._rules)}  # fmt: skip
        return Drawn(self._names[index], index, draws, rank)

    def moved(self, unit: int, by: int) -> Drawn:
        """What participant or group `unit` would get were its arm the one `by` places further on in the document, all
        else being equal: draws stay the same where both arms draw from the same values."""
        own = self.of(unit)
        place = (own.place + by) % len(self._names)
        if place == own.place:
            return own
        draws = {id: own.draws[id] if rule.of(own.place) is rule.of(place)
                 else rule.value(self._draws.at("draw", k), place, unit - 1, own.rank)
                 for k, (id, rule) in enumerate(self._rules)}  # fmt: skip
        return Drawn(self._names[place], place, draws, own.rank)

    def latin(self, node: int, count: int, rank: int, square: str = "williams") -> int:
        """The row of a latin square of `count` items that a participant gets at the flow's node `node`."""
        return _dealt(self._draws.at("latin", node), rank, orders.rows(count, square))

    def _arm(self, unit: int) -> tuple[int, int]:
        if self._method in INDEPENDENT:
            pick = self._draws.at("arm", unit).below(len(self._block))
            return self._block[pick], unit
        block, place = divmod(unit, len(self._block))
        index, before = self._dealt(block)[place]
        return index, block * self._block.count(index) + before

    def _deal(self, block: int) -> list[tuple[int, int]]:
        """A block's arms in the order of their cases, each with how many of the block had it before."""
        order = self._block if self._method in ORDERED else self._draws.at("arms", block).shuffled(self._block)
        seen: dict[int, int] = dict.fromkeys(self._arms, 0)
        dealt = []
        for index in order:
            dealt.append((index, seen[index]))
            seen[index] += 1
        return dealt


class _Rule:
    """A draw of the document, ready to be drawn."""

    def __init__(self, draw: Draw, arms: Sequence[str]) -> None:
        self.balanced = draw.balanced
        by_arm: Mapping[str, Any] = draw.by_arm or {}
        self._own = outcomes(draw, draw.from_)
        self._by_arm = {arms.index(arm): outcomes(draw, source) for arm, source in by_arm.items()}

    def of(self, arm: int) -> Outcomes:
        """The outcomes that an arm draws from."""
        return self._by_arm.get(arm, self._own)

    def value(self, draws: Draws, arm: int, unit: int, rank: int) -> JSON:
        outcomes = self.of(arm)
        if outcomes.size > orders.MOST:
            return outcomes.shuffled(draws.at("unit", unit))
        if self.balanced:
            return outcomes.at(_dealt(draws.at("arm", arm), rank, outcomes.size))
        return outcomes.at(draws.at("unit", unit).below(outcomes.size))


def _dealt(draws: Draws, rank: int, count: int) -> int:
    """The outcome of rank `rank` where `count` outcomes are dealt in blocks, each once a block, in random order."""
    block, place = divmod(rank, count)
    return Permutation(draws.at(block), count)[place]


def outcomes(draw: Draw, source: Span | Sequence[JSON]) -> Outcomes:
    """The outcomes of a draw from a list, or from the whole numbers of a range."""
    items = items_of(source)
    kind, n = draw.kind, len(items)
    k = draw.k
    if kind == "sample":
        return Outcomes(math.perm(n, k), lambda j: orders.arrangement(items, k, j), lambda d: d.sample(items, k))
    if kind == "permutation":
        return Outcomes(math.factorial(n), lambda j: orders.arrangement(items, n, j), lambda d: d.shuffled(items))
    if kind == "subset":

        def subset(draws: Draws) -> JSON:
            return [items[index] for index in sorted(draws.sample(range(n), k))]

        return Outcomes(math.comb(n, k), lambda j: orders.combination(items, k, j), subset)
    if kind == "latin_row":
        square = draw.square
        return Outcomes(orders.rows(n, square), lambda j: orders.row(items, j, square), lambda d: d.shuffled(items))
    if draw.weights:
        counts = lowest(draw.weights)
        items = [item for item, count in zip(items, counts, strict=True) for _ in range(count)]
    return Outcomes(len(items), items.__getitem__, lambda d: d.choice(items))


def items_of(source: Span | Sequence[JSON]) -> Sequence[JSON]:
    """What a draw goes over: a list as it is, a range as its whole numbers, both ends included."""
    if isinstance(source, Span):
        low, high = source.range
        return range(low, high + 1)
    return source


def block_size(protocol: Any) -> int:
    """How many places a block of the design has."""
    counts, times = _places(protocol, protocol.arms)
    return sum(counts) * times


def _places(protocol: Any, arms: Sequence[Any]) -> tuple[list[int], int]:
    """How often each arm stands in a block's smallest form, and how often that is repeated."""
    said = protocol.assignment
    quota = said.quota if said.method == "quota" else {}
    counts = [quota.get(arm.id, arm.weight) for arm in arms]
    if said.method != "quota":
        counts = lowest(counts)
    times, whole = 1, sum(counts) or 1
    if said.method == "blocked" and said.block_size:
        times = max(1, -(-said.block_size // whole))
    elif said.method in LARGE:
        times = max(1, (official_units(protocol) or 0) // whole)
    return counts, times


def lowest(weights: Sequence[float]) -> list[int]:
    """Weights as the smallest whole numbers of the same proportions.

    >>> lowest([1, 1]), lowest([0.5, 0.25, 0.25])
    ([1, 1], [2, 1, 1])
    """
    exact = [Fraction(repr(weight)) if isinstance(weight, float) else Fraction(weight) for weight in weights]
    shared = math.lcm(*(part.denominator for part in exact)) if exact else 1
    counts = [int(part * shared) for part in exact]
    most = math.gcd(*counts) or 1
    return [count // most for count in counts]


def official_units(protocol: Any) -> int | None:
    """How many units the source analysed, by the primary unit; None where it does not say."""
    unit = primary(protocol)
    number = None if unit is None else unit.official_n
    return None if number is None else int(number.total)


def official_n(protocol: Any) -> int | None:
    """The participants that `n="official"` stands for: the primary unit's number, times the group's size where that
    unit is the group; None where the source does not say, or counts trials."""
    unit, total = primary(protocol), official_units(protocol)
    if unit is None or total is None:
        return None
    if unit.rows.per == "group":
        return total * seats(protocol)
    return total if unit.rows.per == "session" else None


def primary(protocol: Any) -> Any:
    """The primary unit: the one that says so, else the first."""
    return next((unit for unit in protocol.units if unit.primary), next(iter(protocol.units), None))


def seats(protocol: Any) -> int:
    """How many participants one case has: a group's seats, without those that the document plays itself; else one."""
    groups = protocol.groups
    if groups is None:
        return 1
    scripted = {role.id for role in protocol.roles if role.scripted}
    return sum(seat.role not in scripted for seat in groups.seats)
