"""A group: one case and everybody who takes part in it, under one lock. A group of one is a session like any other.

Every participant has a seat (`hold.seat`), taken or not, so that what one sees does not depend on when another came;
roles with a mind of their own (a confederate whom the source scripted) answer at once. Whoever acts, acts; then it
runs until nobody but seats can move.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from hawthorne.core.ask import Ask, Reply
from hawthorne.core.case import Case
from hawthorne.core.errors import HawthorneError
from hawthorne.core.record import Log, Record
from hawthorne.core.values import JSON
from hawthorne.hold.agenda import PASSES, Agenda, Minds, broke, settled
from hawthorne.hold.drive import begin

if TYPE_CHECKING:
    from hawthorne.hold.seat import Seat

Clock = Callable[[], float]
"""Seconds since any moment; only differences count."""

UNTIMED = "untimed"
WALL = "wall"


class Deadlock(HawthorneError):
    """Nobody can move: `sync` is what is waited for, `seats` are the participants who wait, `missing` those who could
    move if somebody took their seat."""

    def __init__(self, sync: str, seats: tuple[str, ...], missing: tuple[str, ...] = ()) -> None:
        self.sync, self.seats, self.missing = sync, seats, missing
        waiting = f'{", ".join(seats)} wait{"s" if len(seats) == 1 else ""} for "{sync}"'
        open_first = f"; nobody has taken the seat of {', '.join(missing)}" if missing else ""
        super().__init__(f"nobody can move: {waiting}{open_first}")

    def __reduce__(self) -> tuple[type[Deadlock], tuple[str, tuple[str, ...], tuple[str, ...]]]:
        return type(self), (self.sync, self.seats, self.missing)


class Group:
    """A case with seats.

    `case` makes the case with a log; `minds` answer for roles that nobody sits at; `clock` is "untimed" (time stands
    still and moves only when nothing else can), "wall", or a function. `records` has what the case recorded.
    """

    def __init__(self, case: Callable[[Log], Case], minds: Minds | None = None, clock: str | Clock = UNTIMED) -> None:
        self.lock = threading.RLock()
        self.records: list[Record] = []
        self.seats: dict[str, Seat] = {}
        self.receipts: dict[str, JSON] = {}
        self.timed = clock != UNTIMED
        self._clock: Clock = time.monotonic if isinstance(clock, str) else clock
        self._zero = 0.0
        self._began = False
        self.case = case(self._log)
        self._agenda = Agenda(self.case, minds or {})
        self._left: dict[str, JSON] = {}
        self._commands = 0

    def begin(self) -> None:
        """Begin the case, once: with the first seat that begins."""
        if not self._began:
            self._began = True
            self._zero = self._clock() if self.timed else 0.0
            begin(self.case)
            self.settle()

    def left(self, role: str) -> JSON:
        """How a role's part ended (`status`, `code`), or None while it goes on."""
        found = self._left.get(role)
        if found is None and self.case.done:
            result = self.case.result
            return {"status": "done" if result is not None and result.status == "ended" else "dropped"}
        return found

    @property
    def now(self) -> float:
        """The moment, in seconds since the case began."""
        return round(self._clock() - self._zero, 6) if self.timed and self._began else self.case.now

    def go_on(self, now: float, clock: Clock | None = None) -> None:
        """Let time go on from this moment, as a clock tells it (None: the machine's)."""
        self._clock = time.monotonic if clock is None else clock
        self._zero = self._clock() - now

    # --- acting --------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Let what is due by now happen."""
        if self.timed and not self.case.done:
            self._do(self.case.tick, max(self.now, self.case.now))
            self.settle()

    def give(self, ask: Ask, reply: Reply) -> str | None:
        """Give a reply to an ask of a seat; returns why it is refused, or None."""
        case = self.case
        try:
            problem = case.give(ask.id, reply, self.now)
        except PASSES:
            raise
        except Exception as error:
            raise broke(case, error, ask.id) from error
        if problem is None:
            self.settle()
        return problem

    def tell(self, name: str, value: JSON, role: str) -> JSON:
        """Tell the machine a command; returns its receipt, or None where it gave none."""
        self._commands += 1
        id = f"{role}-{self._commands}"
        self._do(self.case.tell, name, value, role, id)
        self.settle()
        return self.receipts.get(id)

    def settle(self) -> None:
        """Show what is new to its seats, and let roles with minds answer."""
        case, agenda = self.case, self._agenda
        while True:
            new = case.fresh()
            if not new:
                return
            for ask in new:
                seat = self.seats.get(ask.role)
                if seat is not None:
                    seat.show(ask)
                    continue
                agenda.open(ask)
                again: Ask | None = ask
                while again is not None and ask.id in case.open:
                    reply = settled(agenda.call(ask), ask)
                    given = getattr(reply, "given", True)
                    again = self._answer(ask, reply) if given else None

    def _answer(self, ask: Ask, reply: Reply) -> Ask | None:
        try:
            found = self._agenda.give(ask, reply, self.case.now)
        except PASSES:
            raise
        except Exception as error:
            raise broke(self.case, error, ask.id) from error
        return None if found is None else found[0]

    # --- waiting -------------------------------------------------------------------------------------------------

    def poll(self) -> None:
        """What a seat that waits asks for: where nobody can move and time stands still, what is due next happens.

        Raises Deadlock where nothing can happen any more, or not before somebody takes a seat.
        """
        case = self.case
        if case.done:
            return
        movers = [ask.role for ask in case.open.values() if ask.space.kind != "nothing"]
        if any(self.seats[role].began for role in movers if role in self.seats):
            return
        due = case.due
        if due is not None:
            if not self.timed:
                self._do(case.tick, due)
                self.settle()
            return
        waiting = [ask for ask in case.open.values() if ask.space.kind == "nothing"]
        sync = ", ".join(dict.fromkeys(ask.step for ask in waiting))
        seats = tuple(self._name(ask.role) for ask in waiting)
        if not movers:
            self._do(case.tell, "quiet")
            self.settle()
        raise Deadlock(sync, seats, tuple(self._name(role) for role in movers))

    def _name(self, role: str) -> str:
        seat = self.seats.get(role)
        return role if seat is None or seat.participant == role else f"{seat.participant} ({role})"

    # --- inside --------------------------------------------------------------------------------------------------

    def _do(self, verb: Callable[..., object], *arguments: object) -> None:
        try:
            verb(*arguments)
        except PASSES:
            raise
        except Exception as error:
            raise broke(self.case, error) from error

    def _log(self, record: Record) -> None:
        self.records.append(record)
        what = record.what
        if what == "left" and record.who is not None:
            self._left[record.who] = record.value
        elif what == "receipt" and isinstance(record.value, dict):
            self.receipts[str(record.value.get("id"))] = record.value
