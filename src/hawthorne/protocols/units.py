"""Unit rows: what a case comes to in the protocol's own units, when it is over.

A row's values are by the names that expressions use. Rows of everyone stand there, with how the session ended and which
exclusions hold; analyses take those that are included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hawthorne.core.values import JSON
from hawthorne.protocols.compile.expressions import Across, Expression
from hawthorne.protocols.compile.variables import Coding

if TYPE_CHECKING:
    from hawthorne.protocols.machine.seat import Passes, Seat

Row = dict[str, JSON]
INCOMPLETE = "incomplete_group"


class Unit(NamedTuple):
    """A unit, ready to be filled: `per` is `session`, `group`, `response` or `loop`; `loops` are the loops around its
    row, outermost first; `variables` and `exclusions` by id, in the document's order."""

    id: str
    per: str
    loops: tuple[str, ...]
    variables: tuple[tuple[str, Coding], ...]
    exclusions: tuple[tuple[str, Expression], ...]


class _Reading:
    """A row as its rules read it: a seat's scope with the row's own values in front."""

    __slots__ = ("_seat", "scope")

    def __init__(self, seat: Seat, own: Mapping[str, Any]) -> None:
        self._seat = seat
        self.scope: dict[str, Any] = {**seat.scope, **own, "var": {}}

    def look_across(self, readings: Iterable[Across]) -> None:
        self._seat.look_across(readings)


class Units:
    """The units of a protocol. `asked` says which responses each role is asked, in the document's order."""

    def __init__(self, units: Sequence[Unit], asked: Mapping[str, Sequence[str]], grouped: bool) -> None:
        order = {"group": 0, "session": 1, "loop": 2, "response": 3}
        self._units = sorted(units, key=lambda unit: (order[unit.per], len(unit.loops)))
        self._asked = asked
        self._grouped = grouped

    def rows(self, case: int, seats: Sequence[Seat], seed: int | str) -> Iterator[tuple[str, Row]]:
        """The rows of a case: those of groups, then of sessions, then of what lies inside of them."""
        people = [seat for seat in seats if seat.number]
        seed = int(seed) if isinstance(seed, str) and seed.isdecimal() else seed
        broken = self._grouped and any(seat.status != "done" for seat in people)
        above: dict[str, list[str]] = {}
        for unit in self._units:
            if unit.per == "group":
                yield unit.id, self._group_row(unit, case, people, seed, broken, above)
                continue
            for seat in people:
                for tail, own, more in self._inner(unit, seat):
                    head = self._head(unit, seat, case, seed, tail)
                    row, excluded = self._filled(unit, seat, own, head, more, above, broken)
                    if unit.per == "session":
                        above.setdefault(seat.name, []).extend(excluded)
                    yield unit.id, row

    def _head(self, unit: Unit, seat: Seat, case: int, seed: int | str, tail: str) -> Row:
        return {
            "_unit": unit.id, "_id": f"{unit.id}:{seat.number}{tail}", "_session": f"p{seat.number}",
            "_group": f"g{case}" if self._grouped else None, "_seed": seed, "_status": seat.status,
        }  # fmt: skip

    def _group_row(self, unit: Unit, case: int, people: Sequence[Seat], seed: int | str, broken: bool,
                   above: dict[str, list[str]]) -> Row:  # fmt: skip
        seat = people[0]
        head: Row = {"_unit": unit.id, "_id": f"{unit.id}:{case}", "_session": None, "_group": f"g{case}",
                     "_seed": seed, "_status": INCOMPLETE if broken else "done"}  # fmt: skip
        answers: Row = {}
        for role, ids in self._asked.items():
            values = [[other.resp.get(id) for id in ids] for other in seat.play.seats if other.role == role]
            for k, id in enumerate(ids):
                column = [each[k] for each in values]
                answers[f"role.{role}.resp.{id}"] = column[0] if len(column) == 1 else column
        row, excluded = self._filled(unit, seat, {"resp": {}}, head, answers, {}, broken)
        above.setdefault("", []).extend(excluded)
        return row

    def _inner(self, unit: Unit, seat: Seat) -> Iterator[tuple[str, Mapping[str, Any], Row]]:
        """What a seat has of a unit: for each row the tail of its id, what its rules read, and its columns."""
        if unit.per == "session":
            yield "", {}, {f"resp.{id}": seat.resp.get(id) for id in self._asked.get(seat.role, ())}
        elif unit.per == "response":
            for number, ((id, passes), value) in enumerate(seat.kept.items(), 1):
                yield f".{number}", {"resp": {id: value}}, {"response": id, "pass": list(passes), "value": value}
        else:
            yield from self._passes(unit, seat)

    def _passes(self, unit: Unit, seat: Seat) -> Iterator[tuple[str, Mapping[str, Any], Row]]:
        outer = {loop: {passes: rest for passes, *rest in seat.records.get(loop, ())} for loop in unit.loops[:-1]}
        for passes, answers, values in seat.records.get(unit.loops[-1], ()):
            resp, loops = dict(seat.resp), {}
            for depth, loop in enumerate(unit.loops[:-1], 1):
                there = outer[loop].get(passes[:depth])
                if there is not None:
                    resp |= there[0]
                    loops[loop] = there[1]
            resp |= answers
            loops[unit.loops[-1]] = values
            seat.within, seat.passes = unit.loops, passes
            columns: Row = {f"resp.{id}": resp.get(id) for id in self._asked.get(seat.role, ()) if id in answers}
            for loop, said in loops.items():
                columns |= {f"loop.{loop}.{name}": value for name, value in said.items()}
            yield _tail(passes), {"resp": resp, "loop": loops, "round": passes[-1]}, columns
        seat.within, seat.passes = (), ()

    def _filled(self, unit: Unit, seat: Seat, own: Mapping[str, Any], head: Row, columns: Row,
                above: Mapping[str, Sequence[str]], broken: bool) -> tuple[Row, list[str]]:  # fmt: skip
        reading = _Reading(seat, own)
        variables: Row = {}
        for id, code in unit.variables:
            variables[f"var.{id}"] = reading.scope["var"][id] = code(reading)
        excluded = [id for id, when in unit.exclusions if when(reading) is True]
        by = [*excluded, *above.get("", ()), *above.get(seat.name, ()), *([INCOMPLETE] if broken else [])]
        row = head | {"_included": head["_status"] == "done" and not by, "_excluded_by": by, "arm": seat.drawn.arm}
        row |= {f"factor.{id}": level for id, level in seat.scope["factor"].items()}
        row |= {f"draw.{id}": value for id, value in seat.drawn.draws.items()}
        return row | columns | variables, excluded


def _tail(passes: Passes) -> str:
    return "".join(f".{number}" for number in passes)
