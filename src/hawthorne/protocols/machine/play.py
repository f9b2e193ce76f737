"""The machine of a protocol: one case, a participant or a group of them. Screens go out, answers come in.

Facts: `drew` (arm, draw.<id>, order.<node>), `reached` (stages, syncs, the code of an end), `wrote` (resp.<id>, with
the passes of the loops around in brackets), `left` (how a seat ended), `row` (unit rows and trials), `receipt` and
`stuck`. Where several sit in a case, the seat's name stands before each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.draws import Draws
from hawthorne.core.machine import Begin, Done, Drop, Due, Event, Failed, Given, Note, Put, Sink, Told
from hawthorne.core.result import Result
from hawthorne.core.space import NOTHING
from hawthorne.core.values import JSON
from hawthorne.lang.feel import FeelError
from hawthorne.protocols.compile.expressions import Expression
from hawthorne.protocols.compile.piping import Unserved
from hawthorne.protocols.compile.screens import Page, Screen, Stage
from hawthorne.protocols.design import Design
from hawthorne.protocols.machine.commands import obey
from hawthorne.protocols.machine.frames import AtSync, Hold, InStage
from hawthorne.protocols.machine.nodes import Node
from hawthorne.protocols.machine.others import Others
from hawthorne.protocols.machine.seat import Mark, Seat, Sitting
from hawthorne.protocols.units import Units

WAITING = {"type": "waiting", "text": "Please wait."}
TIME_OVER = {"type": "timeout", "text": "The time for this page is over."}
WAIT_TIMING = {"advance": "wait"}
FORWARD, BACK = {"back": "not_allowed"}, {"back": "allowed"}
NO_EVENTS: list[JSON] = []

STATUSES = {"left": "dropped", "refused": "refused", "invalid": "invalid", "timeout": "timeout"}
"""How a seat ended, by the reason of a silence; any other reason counts as dropped."""


class Script(NamedTuple):
    """A compiled protocol as its machines see it. `around` says in which loops a response is asked; `scope` makes what
    a seat's expressions can read from the start; `handover` has the scripted answers of roles whose seats somebody
    else takes over when they are left (by role)."""

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
            drawn = script.design.of(unit)
            prefix = f"{address}{sitting.name}/" if script.grouped else address
            own = draws.at(sitting.place)
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
            self._fail(str(fault))
        finally:
            self.put = _nowhere

    def _begin(self) -> None:
        for seat in self.seats:
            self.put(Note("drew", f"{seat.label}arm", seat.drawn.arm))
            for id, value in seat.drawn.draws.items():
                self.put(Note("drew", f"{seat.label}draw.{id}", value))
        for seat in self.seats:
            if not seat.over:
                seat.stack.append(self.script.root.enter(self, seat))
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
            self._stuck()

    # --- walking -----------------------------------------------------------------------------------------------------

    def go(self, seat: Seat) -> None:
        """Let a seat walk until it waits for an answer or for others, or has ended."""
        stack = seat.stack
        while stack:
            found = stack[-1].next(self, seat)
            if found is None:
                stack.pop()
            elif isinstance(found, Hold):
                return
            else:
                stack.append(found.enter(self, seat))
        self.end(seat, "complete")

    def settle(self) -> None:
        """Let those go on whose wait is over; close the case when all seats have ended."""
        if self.script.grouped:
            while any(self._wake(seat) for seat in self.seats):
                pass
        if not self.over and all(seat.over for seat in self.seats):
            code = self.seats[0].code if len(self.seats) == 1 else None
            self._close(Result("ended", code))

    def _wake(self, seat: Seat) -> bool:
        sync: AtSync | None = seat.sync
        if sync is None or seat.over or not self.others.met(seat, sync.needs):
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

    # --- screens -----------------------------------------------------------------------------------------------------

    def serve(self, seat: Seat, stage: Stage, page: Page, visit: int, step: int | None = None) -> bool:
        """Show a page; False when there is nothing to wait for: it shows nothing, or the seat's answers are written.

        `step` is the number of a screen that is shown again. Raises Unserved."""
        seat.stage, seat.page = stage, page
        screen = page.screen(seat)
        if not screen.items and not screen.responses:
            return False
        if seat.scripted is not None:
            self._write(seat, page, screen)
            return False
        if step is None:
            step = seat.steps = seat.steps + 1
            if step > self.script.most:
                raise Unserved(f"a session may show {self.script.most:,} screens, and did")
        seat.step = step
        navigation = FORWARD
        if stage.back != "not_allowed":
            navigation = BACK if self._reachable(seat, stage, visit) else FORWARD
            self._mark(seat, stage, page, visit, step)
        elif seat.trail:
            seat.trail.clear()
        seat.served += 1
        ask_id = f"{seat.prefix}{stage.id}.{page.id}.{seat.served}"
        view = {
            "step": step,
            "page": page.number,
            "items": screen.items,
            "responses": screen.responses,
            "events": seat.events or NO_EVENTS,
            "timing": stage.timing,
            "navigation": navigation,
        }
        if seat.events:
            seat.events = []
        seat.ask = ask_id
        self.asked[ask_id] = seat
        self.put(Put(Ask(ask_id, seat.name, stage.id, view, screen.space, stage.limit)))
        return True

    def wait(self, seat: Seat, sync: AtSync) -> None:
        """Show a seat that it waits for others, on the screen of a waiting stage where there was one."""
        if seat.sync is not None:
            return
        seat.sync = sync
        if seat.scripted is not None:
            return
        items: list[JSON] = []
        number = 1
        if seat.lobby is not None:
            _, page = seat.lobby
            items, number = page.screen(seat).items, page.number
        seat.steps += 1
        seat.step = seat.steps
        seat.served += 1
        seat.ask = f"{seat.prefix}{sync.id}.wait.{seat.served}"
        seat.page = None
        events = [*seat.events, dict(WAITING)]
        seat.events = []
        view = {"step": seat.step, "page": number, "items": items, "responses": [], "events": events,
                "timing": WAIT_TIMING, "navigation": FORWARD}  # fmt: skip
        self.asked[seat.ask] = seat
        self.put(Put(Ask(seat.ask, seat.name, sync.id, view, NOTHING)))

    def _reachable(self, seat: Seat, stage: Stage, visit: int) -> bool:
        """Whether the screen before may be gone back to from this stage."""
        return bool(seat.trail) and (stage.back == "allowed" or seat.trail[-1].visit == visit)

    def _mark(self, seat: Seat, stage: Stage, page: Page, visit: int, step: int) -> None:
        frames = tuple(frame.copy() for frame in seat.stack)
        counts = {id: len(rows) for id, rows in seat.records.items()}
        scope = {root: dict(seat.scope[root]) for root in ("resp", "loop", "factor", "level_text")}
        seat.trail.append(
            Mark(stage, page, visit, step, frames, scope, seat.passes, seat.within, seat.scope["round"],
                 len(seat.said), counts)
        )  # fmt: skip

    # --- answers -----------------------------------------------------------------------------------------------------

    def take(self, seat: Seat, event: Given | Failed | Due) -> None:
        """Take what came of a page."""
        page, stage = seat.page, seat.stage
        assert page is not None
        assert stage is not None
        if isinstance(event, Given) and isinstance(event.answer, Answer):
            self.write(seat, page, event.answer.value, event.ask.id)
        elif isinstance(event, Due):
            self._time_over(seat, stage, page, event.key)
        else:
            self.departed(seat, event)

    def write(self, seat: Seat, page: Page, answers: Mapping[str, JSON], ask: str | None) -> None:
        """Keep a page's answers."""
        put, label, suffix, resp = self.put, seat.label, seat.suffix, seat.resp
        for asked in page.asks:
            id = asked.id
            value = resp[id] = answers.get(id)
            put(Note("wrote", f"{label}resp.{id}{suffix}", value, ask))
        if self.script.kept:
            for asked in page.asks:
                seat.kept[asked.id, seat.passes] = resp[asked.id]
        if page.final:
            seat.trail.clear()
        elif seat.trail:
            seat.said += [(f"{label}resp.{asked.id}{suffix}", ask) for asked in page.asks]

    def _time_over(self, seat: Seat, stage: Stage, page: Page, ask: str) -> None:
        if stage.on_timeout == "end":
            self.leave(seat, "timeout", None)
            return
        starts = stage.on_timeout == "default"
        self.write(seat, page, {asked.id: asked.start for asked in page.asks} if starts else {}, ask)
        if stage.timing["advance"] == "self":
            seat.events.append(dict(TIME_OVER))

    def _write(self, seat: Seat, page: Page, screen: Screen) -> None:
        """A seat whose answers the document has."""
        assert seat.scripted is not None
        answers = {}
        for asked in page.asks:
            said = seat.scripted.get(asked.id)
            value = said(seat) if isinstance(said, Expression) else said
            if value is not None:
                answers[asked.id] = value
        problem = screen.space.check(answers)
        if problem is not None:
            raise Unserved(f'the scripted answers of "{seat.name}" are refused: {problem}')
        self.write(seat, page, answers, None)

    # --- ends --------------------------------------------------------------------------------------------------------

    def departed(self, seat: Seat, event: Given | Failed | Due) -> None:
        """End a seat whose participant refused, left, or broke."""
        if isinstance(event, Failed):
            self.leave(seat, "failed", None)
        elif isinstance(event, Given) and isinstance(event.answer, Silence):
            self.leave(seat, STATUSES.get(event.answer.reason, "dropped"), None)

    def end(self, seat: Seat, code: str) -> None:
        """A seat comes to an end of the flow."""
        self.put(Note("reached", f"{seat.label}{code}"))
        self.leave(seat, "done" if code == "complete" else code, code)

    def leave(self, seat: Seat, status: str, code: str | None) -> None:
        """End a seat; what becomes of its group is the document's to say."""
        if seat.over:
            return
        handover = self.script.handover.get(seat.role)
        self.withdraw(seat)
        if not seat.status:
            seat.status, seat.code = status, code
            self.put(Note("left", seat.name, {"status": status, "code": code}))
            if status != "done" and handover is not None:
                seat.scripted = handover
                self._hand_over(seat)
                return
        seat.over = True
        if self.script.grouped and status not in ("done", "incomplete_group") and self.script.on_drop == "end_group":
            for other in self.seats:
                self.leave(other, "incomplete_group", None)

    def _hand_over(self, seat: Seat) -> None:
        """The seat's scripted answers go on where its participant left."""
        frame = seat.stack[-1] if seat.stack else None
        if isinstance(frame, InStage) and seat.page is not None:
            frame.at -= 1
        self.go(seat)

    def _stuck(self) -> None:
        """Nothing outside will happen any more: say what each seat waits for."""
        waits = []
        for seat in self.seats:
            if seat.over:
                continue
            sync: AtSync | None = seat.sync
            if sync is not None:
                lacking = self.others.lacking(seat, sync.needs)
                needs = sorted({need for need, _ in lacking})
                words = f"{seat.name} waits at {sync.id} for {', '.join(needs)}"
                said = {"waits": words, "seat": seat.name, "sync": sync.id, "needs": needs,
                        "of": [other.name for _, other in lacking]}  # fmt: skip
                self.put(Note("stuck", f"{seat.label}{sync.id}", said))
                waits.append(words)
            else:
                stage = seat.stage.id if seat.stage is not None else ""
                self.put(Note("stuck", f"{seat.label}{stage}", {"waits": f"an answer to {seat.ask} from {seat.name}"}))
                waits.append(f"nobody answers {seat.ask}")
        self._close(Result("stuck", None, "; ".join(waits)), "stuck")

    def _fail(self, why: str) -> None:
        at = next((seat.stage.id for seat in self.seats if seat.stage is not None and seat.ask is None), None)
        self._close(Result("failed", at, why), "failed")

    def _close(self, result: Result, status: str | None = None) -> None:
        if status is not None:
            for seat in self.seats:
                if not seat.over and not seat.status:
                    seat.status = status
                    self.put(Note("left", seat.name, {"status": status, "code": None}))
                seat.over = True
        self.over = True
        for unit, row in self.script.units.rows(self.case, self.seats, self.script.seed):
            self.put(Note("row", unit, row))
        self.put(Done(result))


def _nowhere(effect: Any) -> None:
    raise AssertionError(f"a machine says nothing between events: {effect!r}")
