"""A service: a case that takes commands for as long as it stands, held by whoever serves it.

Whoever acts from outside acts, then the case runs until only gates, timers and actors are outstanding (`settle`); time
moves only to the next thing that is due (`advance`). A reply that carries `after` is kept until that gate is opened:
the machine knows no gates. A gate is a latch: once opened it stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hawthorne.core.actor import Mind
from hawthorne.core.ask import Ask, Reply, Silence
from hawthorne.core.case import Case
from hawthorne.core.machine import Machine
from hawthorne.core.record import LEVELS, Log, Record
from hawthorne.core.values import JSON
from hawthorne.hold.agenda import PASSES, Agenda, broke, settled
from hawthorne.hold.broken import MachineBroke
from hawthorne.hold.drive import begin
from hawthorne.hold.restore import restore

MindOf = Callable[[str], Mind]
"""Makes the mind of a role that comes up for the first time: a service's roles come and go."""

MOST = 20_000
"""How many things may happen at one moment before the machine counts as running in a circle."""

LEVEL = "facts"


class Minds(dict[str, Mind]):
    """The minds of a service, each made when its role is first asked."""

    def __init__(self, mind_of: MindOf) -> None:
        super().__init__()
        self._mind_of = mind_of

    def __missing__(self, role: str) -> Mind:
        mind = self[role] = self._mind_of(role)
        return mind


class GatedAgenda(Agenda):
    """An agenda that keeps a reply until its gate is open; `kept` has them by gate, in the order of coming, `opened`
    the moments at which gates were opened."""

    __slots__ = ("kept", "opened")

    def __init__(self, case: Case, minds: Mapping[str, Mind], opened: Mapping[str, float]) -> None:
        super().__init__(case, minds)
        self.kept: dict[str, list[tuple[Ask, Reply]]] = {}
        self.opened = dict(opened)

    def put(self, ask: Ask, since: float) -> None:
        reply = settled(self.call(ask), ask)
        gate = None if isinstance(reply, Silence) else reply.after
        if gate is None or gate in self.opened:
            self.schedule(ask, reply, since if gate is None else max(since, self.opened[gate]))
        else:
            self.open(ask)
            self.kept.setdefault(gate, []).append((ask, reply))

    def release(self, gate: str) -> None:
        """Open a gate: what was kept for it is on its way from now. What is asked no more goes nowhere."""
        self.opened.setdefault(gate, self.case.now)
        for ask, reply in self.kept.pop(gate, ()):
            if ask.id in self.case.open:
                self.schedule(ask, reply, self.case.now)

    @property
    def held(self) -> dict[str, list[str]]:
        """The roles that a closed gate holds, by gate, of asks that are still open."""
        held = {gate: [ask.role for ask, _ in kept if ask.id in self.case.open] for gate, kept in self.kept.items()}
        return {gate: roles for gate, roles in held.items() if roles}


class Service:
    """One case of a machine that takes commands.

    `mind_of` makes the mind of each role; `log` takes the records that the level keeps, each before anything is
    answered because of it; `opened` are gates that stand open already, each since when. `now` and `due` are seconds
    since the case began. Every verb raises MachineBroke for a machine that raises.
    """

    def __init__(
        self,
        machine: Machine,
        mind_of: MindOf,
        log: Log | None = None,
        opened: Mapping[str, float] | None = None,
        number: int = 1,
    ) -> None:
        self._log = log
        self._receipts: dict[str, JSON] = {}
        self._commands = 0
        self.case = Case(number, machine, self._hear, LEVELS[LEVEL])
        self.minds = Minds(mind_of)
        self._agenda = GatedAgenda(self.case, self.minds, opened or {})

    # --- beginning, or going on ----------------------------------------------------------------------------------

    def begin(self, carry: JSON = None) -> None:
        """Begin the case."""
        begin(self.case, carry)
        self.settle()

    def take_up(self, records: Iterable[Record], now: float = 0.0) -> None:
        """Replay what was recorded, instead of `begin`: what was on its way is so again, and receipts that were given
        are forgotten. The clock goes on at `now`, or at the last record. The log hears every record of the replay
        anew, to compare it."""
        self._guard(lambda: restore(self._agenda, self._counted(records), ()))
        self.case.now = max(self.case.now, now)  # time that passed without an event left no record
        self._receipts.clear()

    def _counted(self, records: Iterable[Record]) -> Iterable[Record]:
        for record in records:
            if record.what == "told" and "id" in record.value:
                self._commands += 1
            yield record

    # --- acting --------------------------------------------------------------------------------------------------

    def tell(self, name: str, value: JSON = None, role: str | None = None) -> str:
        """Give a command at the present moment; returns its id, by which `receipt` has its answer now or later.

        Nothing else happens before `settle`.
        """
        self._commands += 1
        command = f"command-{self._commands}"
        self._guard(lambda: self.case.tell(name, value, role, command))
        return command

    def receipt(self, command: str) -> JSON:
        """What a command was answered, once; None as long as it is not."""
        return self._receipts.pop(command, None)

    def settle(self) -> None:
        """Let everything happen that happens now: until only closed gates, timers and actors are outstanding."""
        for _ in range(MOST):
            moment = self._met()
            if moment is None or moment > self.case.now:
                return
            self._happen()
        raise MachineBroke(
            f"case {self.case.number}: {MOST:,} things happened at {self.case.now:g} s on its clock without an end: "
            "the machine runs in a circle"
        )

    def advance(self, until: float | None = None) -> bool:
        """Move to the next moment at which something is due, not beyond `until`, and settle there; False if nothing is
        due by then: the clock stays."""
        self.settle()
        moment = self._agenda.next
        if moment is None or (until is not None and moment > until):
            return False
        self._happen()
        self.settle()
        return True

    def pass_time(self, to: float) -> None:
        """Let all that is due by `to` happen, and set the clock there."""
        while self.advance(to):
            pass
        self._guard(lambda: self.case.tick(max(to, self.case.now)))

    def signal(self, gate: str) -> None:
        """Open a gate: replies kept for it are on their way, each in its `took` seconds from now. Opening an open gate
        does nothing."""
        self._agenda.release(gate)

    # --- looking on ----------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        return self.case.now

    @property
    def due(self) -> float | None:
        """The moment of the earliest timer or answer, or None when nothing will happen of itself."""
        return self._agenda.next

    @property
    def opened(self) -> dict[str, float]:
        """The gates that stand open, each since when."""
        return dict(self._agenda.opened)

    @property
    def held(self) -> dict[str, list[str]]:
        """The roles that closed gates hold up, by gate."""
        return self._agenda.held

    @property
    def unanswered(self) -> list[str]:
        """The roles of open asks, in the order of asking."""
        return [ask.role for ask in self.case.open.values()]

    # --- inside --------------------------------------------------------------------------------------------------

    def _hear(self, record: Record) -> None:
        if record.what == "receipt" and record.who is not None:
            self._receipts[record.who] = record.value
        if self._log is not None:
            self._log(record)

    def _met(self) -> float | None:
        """Put what is new to its minds; returns the moment of what comes next."""
        agenda = self._agenda
        for ask in self.case.fresh():
            agenda.put(ask, self.case.now)
        return agenda.next

    def _happen(self) -> None:
        def step() -> None:
            again = self._agenda.step()
            if again is not None:
                self._agenda.put(*again)

        self._guard(step)

    def _guard(self, act: Callable[[], object]) -> None:
        try:
            act()
        except PASSES:
            raise
        except Exception as error:
            raise broke(self.case, error, self._agenda.at) from error
