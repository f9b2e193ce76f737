"""Rows at random: what a variable may be given, by the responses, the draws and the arms of the protocol."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.protocols.check.facts import Facts
from hawthorne.protocols.check.reach import is_between, passes
from hawthorne.protocols.compile.responses import BUILDERS, bounds_of
from hawthorne.protocols.compile.telling import Telling
from hawthorne.protocols.design import items_of, outcomes
from hawthorne.protocols.model.flow import OverDraw, OverTimes

Names = tuple[str, ...]
Draw = Callable[[Draws], JSON]
LONGEST = 50
"""No list of passes is longer."""
SEATS = 1000
"""No group is tried with more seats."""
MISSING = 0.15
"""How often an answer is missing."""


class Rows:
    """Random rows of a unit, for the names that its rules read; with `within`, of a screen inside of these loops.
    `missing` is how often an answer is."""

    def __init__(self, facts: Facts, unit: str, within: frozenset[str] = frozenset(), missing: float = MISSING) -> None:
        self._facts = facts
        self._within = within
        self._missing = missing
        found = facts.by_id["units"].get(unit)
        self._per = found.rows.per if found is not None else "session"

    def draw(self, names: Sequence[Names], count: int, root: Draws) -> Iterator[dict[str, JSON]]:
        """So many rows: values by their dotted names."""
        drawn = [
            (".".join(path[: _length(path)]), self._value(path)) for path in names if path[0] not in ("arm", "var")
        ]
        arms = self._facts.protocol.arms
        whole = [{"arm": arm.id} | {f"factor.{key}": level for key, level in arm.levels.items()} for arm in arms]
        dealt = any(path[0] in ("arm", "factor") for path in names)
        for i in range(count):
            here = root.at(i)
            row: dict[str, JSON] = dict(whole[here.below(len(whole))]) if dealt else {}
            for k, (name, value) in enumerate(drawn):
                if name not in row:
                    row[name] = value(here.at(k))
            yield row

    def _value(self, path: Names) -> Draw:
        root, *rest = path
        facts = self._facts
        if root == "resp":
            return self._answer(rest[0], self._per)
        if root in ("role", "partner") and len(rest) > 2:
            return self._of_seats(root, rest[0], self._answer(rest[2], "group"))
        if root == "group":
            one, seats = self._answer(rest[1], "group"), self._seats()
            return lambda draws: [one(draws.at(seat)) for seat in range(seats)]
        if root == "seat":
            roles = tuple(facts.by_id["roles"]) or ("participant",)
            return lambda draws: draws.choice(roles)
        if root == "factor" and not is_between(facts, rest[0]):
            levels = facts.by_id["factors"][rest[0]].levels
            return lambda draws: draws.choice(levels)
        if root == "draw":
            draw = facts.by_id["draws"][rest[0]]
            count, outcome, _ = outcomes(draw, draw.from_)
            return lambda draws: outcome(draws.below(min(count, 2**31)))
        if root == "loop":
            return self._pass(rest)
        if root == "round":
            return lambda draws: 1 + draws.below(10)
        return lambda draws: None

    def _answer(self, name: str, per: str) -> Draw:
        one = self._one(name)
        loops = [loops for stage in self._facts.asked.get(name, ()) for loops in self._facts.loops_of(stage)]
        own = {per.removeprefix("loop:")} if per.startswith("loop:") else set()
        own |= self._within
        outer = [around - own for around in loops if around - own]
        if not outer:
            return one
        known = self._facts.by_id["loops"]
        counts: list[int] = [math.prod(passes(self._facts, known[loop]) for loop in around) for around in outer]
        most: int = min(max(counts), LONGEST)
        early = any(known[loop].until is not None for around in outer for loop in around)
        if not most:
            return lambda draws: []
        return lambda draws: [one(draws.at("pass", i)) for i in range(1 + draws.below(most) if early else most)]

    def _one(self, name: str) -> Draw:
        response, missing = self._facts.by_id["responses"][name], self._missing
        if any(bounds_of(response)):
            return lambda draws: draws.at(1).below(101) if draws.uniform() >= missing else None
        try:
            _, space = BUILDERS[response.kind](response, Telling({}, {}, 0, False, False), None)
        except UsageError:
            return lambda draws: None
        return lambda draws: space.sample(draws.at(1)) if draws.uniform() >= missing else None

    def _pass(self, rest: Sequence[str]) -> Draw:
        loop = self._facts.by_id["loops"][rest[0]]
        if rest[1] == "index":
            return lambda draws: 1 + draws.below(10)
        if isinstance(loop.over, OverTimes):
            times = loop.over.times
            return lambda draws: 1 + draws.below(times)
        if isinstance(loop.over, OverDraw):
            over = self._facts.by_id["draws"].get(loop.over.draw)
            values: Sequence[JSON] = items_of(over.from_) if over is not None else ()
        else:
            values = loop.over
        return lambda draws: draws.choice(values) if values else None

    def _of_seats(self, root: str, role: str, one: Draw) -> Draw:
        """One answer, or a list where several seats have the role; whoever has it is no partner of their own."""
        known = self._facts.by_id["roles"]
        count = min(known[role].count, SEATS) if role in known else 1
        fellows = {count} if root == "role" else {count - 1} if len(known) == 1 else {count, count - 1} - {0}
        sizes = sorted(fellows)

        def value(draws: Draws) -> JSON:
            size = draws.at("size").choice(sizes)
            return one(draws) if size <= 1 else [one(draws.at(seat)) for seat in range(size)]

        return one if sizes in ([1], [0]) else value

    def _seats(self) -> int:
        groups = self._facts.protocol.groups
        return min(groups.size, SEATS) if groups is not None else 1


def _length(path: Names) -> int:
    """How many names say which value it is; the others lead into it."""
    return {"role": 4, "partner": 4, "group": 3, "loop": 3, "arm": 1, "seat": 1, "round": 1}.get(path[0], 2)
