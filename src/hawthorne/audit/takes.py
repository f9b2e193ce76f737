"""Takes: one case of a protocol as it was played, State by State, with what stood behind each screen.

Who answers knows the States alone, and draws at addresses of the case, the seat's place and the screen; so takes of two
protocols that show the same are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from hawthorne.audit.answering import answers
from hawthorne.audit.leak.wrong import wrong
from hawthorne.core.ask import Ask
from hawthorne.core.case import Case
from hawthorne.core.document import Document, Setting
from hawthorne.core.draws import Draws
from hawthorne.core.errors import HawthorneError, UsageError
from hawthorne.core.record import LEVELS, Record
from hawthorne.core.values import JSON
from hawthorne.hold.group import Deadlock, Group
from hawthorne.hold.seat import Seat, State
from hawthorne.protocols.design import Design, Drawn
from hawthorne.protocols.machine.play import Play, Script
from hawthorne.protocols.program import ProtocolProgram, compile_protocol
from hawthorne.spaces.prose import to_text

ROOT = Draws.seeded("audit")
TRIES = 12
"""How many random answers are tried before an answer is drawn that keeps the page's own rules."""
MOST_TURNS = 200_000
"""A case that needs more turns than this is left."""
MOST_BACKS = 2
KEPT = 4096
"""So many texts of States are kept."""
_texts: dict[bytes, bytes] = {}

Probe = Callable[[Seat, State, Ask], None]
"""What looks at a screen before it is answered, and leaves it as it is."""


class Shot(NamedTuple):
    """One State of a seat, the `turn`-th that anybody in the case was served: what is new in it (the entries of its
    history that earlier ones had are left out), the same as bytes with its text, the State, and the screen's ask under
    the document's ids."""

    seat: str
    turn: int
    new: dict[str, Any]
    data: bytes
    state: State
    ask: Ask | None


@dataclass
class Take:
    """A case as it was played. `arms` are the arms of its seats by name; `fault` says how it broke off, with a code."""

    case: int
    moved: int
    arms: dict[str, str]
    shots: dict[str, list[Shot]]
    records: list[Record] = field(default_factory=list)
    fault: tuple[str, str] | None = None

    @property
    def arm(self) -> str:
        return next(iter(self.arms.values()))

    @property
    def seats(self) -> list[list[Shot]]:
        """The States of each seat, in the order of the seats."""
        return list(self.shots.values())

    def data(self) -> list[list[bytes]]:
        """What each seat was served, as bytes."""
        return [[shot.data for shot in shots] for shots in self.seats]


class Moved(NamedTuple):
    """A design in which every arm is the one `by` places further on."""

    design: Design
    by: int

    def of(self, unit: int) -> Drawn:
        return self.design.moved(unit, self.by)

    def latin(self, *arguments: Any) -> int:
        return self.design.latin(*arguments)


class Given(NamedTuple):
    """A design that gives what another one gave, the arms found by their ids. `places` are those of the arms here."""

    design: Any
    places: Mapping[str, int]

    def of(self, unit: int) -> Drawn:
        drawn: Drawn = self.design.of(unit)
        return drawn._replace(place=self.places[drawn.arm])

    def latin(self, *arguments: Any) -> int:
        row: int = self.design.latin(*arguments)
        return row


class Taker:
    """A protocol, ready to be taken as often as one likes."""

    def __init__(self, document: Document, seed: int | str = 0) -> None:
        self.program: ProtocolProgram = compile_protocol(document, Setting(seed))
        self.script: Script = self.program.compiled.script
        self.arms = [arm.id for arm in self.program.protocol.arms]

    def moved(self, by: int) -> Moved:
        return Moved(self.script.design, by)

    def table(self, case: int, design: Any) -> Table:
        """A case with seats for everybody, in the arms of a design."""
        return Table(self.script._replace(design=design), case)

    def take(self, case: int, moved: int = 0, design: Any = None, probe: Probe | None = None, *,
             rudely: bool = True, eagerly: bool = False, order: Sequence[int] | None = None,
             policy: int | None = None) -> Take:  # fmt: skip
        """Play a case. `rudely` sends wrong answers now and then, goes back where one may, and leaves at times;
        `eagerly` each seat goes as far as it can; `order` are the seats' places in the order of their turns."""
        table = self.table(case, design if design is not None else self.moved(moved))
        hand = Hand(table, case if policy is None else policy, rudely, probe)
        made = Take(case, moved, {name: seat.drawn.arm for name, seat in table.places.items()}, hand.shots)
        try:
            hand.play(order, eagerly)
        except Deadlock as stuck:
            made.fault = ("deadlock", f'all wait for "{stuck.sync}"')
        except HawthorneError as error:
            made.fault = ("broke", str(error).splitlines()[0])
        made.records = table.group.records
        result = table.group.case.result
        if made.fault is None and result is not None and result.status == "failed":
            made.fault = ("failed", f"{result.why} (at {result.where})")
        return made


class Table:
    """A case, its group, and its seats by name (`seats`), with the machine's own (`places`)."""

    def __init__(self, script: Script, case: int) -> None:
        machine = Play(script, case)
        self.case = case
        self.group = Group(lambda log: Case(case, machine, log, LEVELS["facts"]))
        self.places = {seat.name: seat for seat in machine.seats if seat.scripted is None}
        self.seats = {name: Seat(self.group, name, f"p{seat.number}").take() for name, seat in self.places.items()}

    def ask(self, role: str) -> Ask | None:
        """What is on a seat's screen, under the document's ids."""
        return next((ask for ask in self.group.case.open.values() if ask.role == role), None)


class Hand:
    """Whoever plays the seats of a table."""

    def __init__(self, table: Table, policy: int, rudely: bool, probe: Probe | None) -> None:
        self.table, self.policy, self.rudely, self.probe = table, policy, rudely, probe
        self.shots: dict[str, list[Shot]] = {name: [] for name in table.seats}
        self._known: dict[str, tuple[list[Any], list[Any]]] = {name: ([], []) for name in table.seats}
        self._backs = dict.fromkeys(table.seats, 0)
        self._served = dict.fromkeys(table.seats, 0)
        self._turns = 0

    def play(self, order: Sequence[int] | None = None, eagerly: bool = False) -> None:
        """Play to the end. Raises Deadlock where nobody can move any more."""
        for _ in self.turns(order, eagerly):
            pass

    def turns(self, order: Sequence[int] | None = None, eagerly: bool = False) -> Any:
        """Play turn by turn, so that others can play in between."""
        names = list(self.table.seats)
        names = [names[k] for k in order] if order is not None else names
        for name in names:
            self._film(name, self.table.seats[name].reset())
        for _ in range(MOST_TURNS):
            open_ = [name for name in names if not self.table.seats[name].done]
            if not open_:
                break
            for name in open_:
                self._turn(name)
                while eagerly and not self.table.seats[name].done and not self.table.seats[name].waiting:
                    self._turn(name)
                yield
        for name in names:
            self._film(name, self.table.seats[name].step({}))
            self._film(name, self.table.seats[name].state)

    def _turn(self, name: str) -> None:
        seat = self.table.seats[name]
        if seat.done:
            return
        if seat.waiting:
            self._film(name, seat.step({}), again=False)
            return
        state = seat.state
        self._film(name, state, again=False)
        ask = self.table.ask(name)
        self._served[name] += 1
        draws = ROOT.at(self.table.case, self.table.places[name].sitting.place, self._served[name])
        if self.probe is not None and ask is not None:
            self.probe(seat, state, ask)
        if self.rudely and self._rude(name, seat, state, draws):
            return
        self._answer(name, seat, state, draws)

    def _answer(self, name: str, seat: Seat, state: State, draws: Draws) -> None:
        for attempt in range(TRIES):
            after = seat.step(answers(state, self.policy, draws.at("answer", attempt), plainly=attempt > 0))
            self._film(name, after)
            if "error" not in after:
                return
        ask = self.table.ask(name)
        assert ask is not None
        try:
            after = seat.step(seat.blind.ask(ask).space.sample(draws.at("rules")))
        except UsageError as error:
            raise HawthorneError(f"no answer to {ask.step} is accepted: {error}") from None
        self._film(name, after)
        if "error" in after:
            raise HawthorneError(f"no answer to {ask.step} is accepted: {after['error']['message']}")

    def _rude(self, name: str, seat: Seat, state: State, draws: Draws) -> bool:
        """What participants do beside answering; True where the turn is over with it."""
        responses = state["screen"]["responses"]
        if draws.at("rude").below(6) == 0:
            self._film(name, seat.step(_nonsense(responses, draws.at("nonsense"))))
        if (
            state["navigation"]["back"] == "allowed"
            and self._backs[name] < MOST_BACKS
            and draws.at("back").below(5) == 0
        ):
            self._backs[name] += 1
            self._film(name, seat.back())
            return True
        if draws.at("back").below(40) == 7:
            self._film(name, seat.back())
        if draws.at("go").below(400) == 0:
            self._film(name, seat.refuse("no more") if draws.below(2) else seat.leave("gone"))
            return True
        return False

    def _film(self, name: str, state: State, again: bool = True) -> None:
        """Keep a State; one that was seen as it is is kept once where `again` is False."""
        seen, answered = self._known[name]
        new = dict(state)
        new["seen"], new["answered"] = _since(state["seen"], seen), _since(state["answered"], answered)
        shots = self.shots[name]
        if not again and shots and {key: item for key, item in shots[-1].state.items() if key != "error"} == state:
            return
        data = orjson.dumps(new)
        data += _text(data, state)
        self._known[name] = (state["seen"], state["answered"])
        self._turns += 1
        shots.append(Shot(name, self._turns, new, data, state, self.table.ask(name)))


def _since(entries: list[Any], known: list[Any]) -> list[Any]:
    """The entries that were not there before; all of them where earlier ones are gone."""
    count = len(known)
    return entries[count:] if entries[:count] == known else entries


def _text(data: bytes, state: State) -> bytes:
    """A State's text. Clones are served the same, so it is written once for all of them."""
    found = _texts.get(data)
    if found is None:
        if len(_texts) >= KEPT:
            _texts.clear()
        found = _texts[data] = to_text(state).encode()
    return found


def _nonsense(responses: list[Any], draws: Draws) -> JSON:
    """An answer that is refused, whatever the screen."""
    if not responses or draws.below(4) == 0:
        return draws.choice([{"r999": 1}, {"": None}, {"i1": "x"}])
    shown = draws.choice(responses)
    return {shown["id"]: draws.at("value").choice(wrong(shown))}
