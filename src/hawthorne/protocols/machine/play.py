"""The machine of a protocol: one case, a participant or a group of them. Screens go out, answers come in.

Facts: `drew` (arm, draw.<id>, order.<node>), `reached` (stages, syncs, the code of an end), `wrote` (resp.<id>, with
the passes of the loops around in brackets), `left` (how a seat ended), `row` (unit rows and trials), `receipt` and
`stuck`. Where several sit in a case, the seat's name stands before each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hawthorne.core.draws import Draws
from hawthorne.core.machine import Begin, Drop, Due, Event, Failed, Given, Note, Sink, Told
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.compile.piping import Unserved
from hawthorne.protocols.design import Design
from hawthorne.protocols.machine import ends
from hawthorne.protocols.machine.commands import obey
from hawthorne.protocols.machine.frames import AtEnd, Hold
from hawthorne.protocols.machine.nodes import Node
from hawthorne.protocols.machine.others import Others
from hawthorne.protocols.machine.seat import Seat, Sitting
from hawthorne.protocols.units import Units


class Script(NamedTuple):
    """A compiled protocol as its machines see it.

    `grouped`: several sit in a case; `kept`: every answer is kept by its passes; `by_seat`: each seat has an arm of its
    own. `around` says in which loops a response is asked; `scope` makes what a seat's expressions can read from the
    start; `handover` has, by role, the scripted answers that go on where somebody left; `most` is how many screens one
    seat may be shown.
    """

    root: Node
    sittings: tuple[Sitting, ...]
    grouped: bool
    kept: bool
    design: Design
    by_seat: bool
    around: Mapping[str, tuple[str, ...]]
    scope: Any
    units: Units
    on_drop: str
    handover: Mapping[str, Mapping[str, Any]]
    most: int
    seed: int | str
    draws: Draws


class Play:
    """See `hawthorne.core.machine.Machine`. `prefix` stands before every ask's id; None: the case's number."""

    def __init__(self, script: Script, case: int, prefix: str | None = None) -> None:
        self.script = script
        self.case = case
        self.design = script.design
        self.asked: dict[str, Seat] = {}
        self.visits = 0
        self.over = False
        self.broke: tuple[str | None, str] | None = None
        self.put: Sink = _nowhere
        self.seats = self._seated(f"{case}/" if prefix is None else prefix)
        self.others = Others(self.seats, script.around)

    def _seated(self, address: str) -> tuple[Seat, ...]:
        script, seats = self.script, []
        people = sum(sitting.scripted is None for sitting in script.sittings)
        draws, number = script.draws.at("case", self.case, "protocol"), (self.case - 1) * people
        for sitting in script.sittings:
            number += sitting.scripted is None
            unit = (self.case - 1) * len(script.sittings) + sitting.place + 1 if script.by_seat else self.case
            drawn, own = script.design.of(unit), draws.at(sitting.place)
            prefix = f"{address}{sitting.name}/" if script.grouped else address
            seat = Seat(self, sitting, prefix, number if sitting.scripted is None else 0, drawn, own)
            seat.scope = script.scope(drawn, sitting, own) | {"resp": seat.resp, "loop": seat.loops}
            seats.append(seat)
        return tuple(seats)

    # --- events ------------------------------------------------------------------------------------------------------

    def advance(self, event: Event, now: float, put: Sink) -> None:
        self.put = put
        try:
            if isinstance(event, Given):
                self._heard(event.ask.id, event)
            elif isinstance(event, Begin):
                self._begin()
            elif isinstance(event, Due):
                self._heard(event.key, event)
            elif isinstance(event, Failed):
                self._heard(event.ask.id, event)
            elif isinstance(event, Told):
                self._told(event)
        except (Unserved, FeelError) as fault:
            ends.fail(self, str(fault))
        finally:
            self.put = _nowhere

    def _begin(self) -> None:
        for seat in self.seats:
            self.put(Note("drew", f"{seat.label}arm", seat.drawn.arm))
            for id, value in seat.drawn.draws.items():
                self.put(Note("drew", f"{seat.label}draw.{id}", value))
        for seat in self.seats:
            if not seat.over:
                seat.stack.append(AtEnd("complete", self.script.root))
                self.go(seat)
        self.settle()

    def _heard(self, key: str, event: Given | Failed | Due) -> None:
        seat = self.asked.pop(key, None)
        if seat is None:
            return
        seat.ask = None
        seat.stack[-1].hear(self, seat, event)
        if not seat.over:
            self.go(seat)
        self.settle()

    def _told(self, event: Told) -> None:
        if event.id is not None:
            obey(self, event)
            self.settle()
        elif event.name == "quiet":
            ends.stuck(self)

    # --- walking -----------------------------------------------------------------------------------------------------

    def go(self, seat: Seat) -> None:
        """Let a seat walk until it waits for an answer or for others, or has ended."""
        stack = seat.stack
        while True:
            found = stack[-1].next(self, seat)
            if found is None:
                stack.pop()
            elif isinstance(found, Hold):
                return
            else:
                stack.append(found.enter(self, seat))

    def settle(self) -> None:
        """Let those go on whose wait is over; close the case when all seats have ended."""
        if self.script.grouped:
            while any(self._wake(seat) for seat in self.seats):
                pass
        if not self.over and all(seat.over for seat in self.seats):
            ends.close(self, ends.regular(self))

    def _wake(self, seat: Seat) -> bool:
        if seat.sync is None or seat.over or not self.others.met(seat, seat.sync.needs):
            return False
        self.withdraw(seat)
        self.go(seat)
        return True

    def withdraw(self, seat: Seat) -> None:
        """Take back what a seat is shown."""
        seat.sync = None
        if seat.ask is not None:
            self.put(Drop(seat.ask))
            self.asked.pop(seat.ask, None)
            seat.ask = None


def _nowhere(effect: Any) -> None:
    raise AssertionError(f"a machine says nothing between events: {effect!r}")
