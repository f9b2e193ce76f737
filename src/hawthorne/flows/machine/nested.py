"""A document played inside of a step: its machine runs here, its asks go to the pool's own participant behind the
step's address, and its rows come back as the step's result."""

from __future__ import annotations

from dataclasses import dataclass, field

from hawthorne.core.document import Nestable
from hawthorne.core.machine import Begin, Done, Drop, Due, Effect, Event, Failed, Given, Machine, Note, Put
from hawthorne.core.result import Result
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Spot
from hawthorne.flows.machine.activities import Activity
from hawthorne.flows.machine.battery import subject
from hawthorne.flows.machine.leaving import StepFailed
from hawthorne.flows.machine.state import Visit
from hawthorne.flows.machine.walk import Walk


@dataclass(slots=True, eq=False)
class Inner:
    """A machine under way inside of a visit, and what it has said so far."""

    machine: Machine
    open: str | None = None
    rows: dict[str, list[JSON]] = field(default_factory=dict)
    left: JSON = None
    result: Result | None = None


class Nested(Activity):
    """A step that plays a document."""

    __slots__ = ("program", "role")

    def __init__(self, spot: Spot, role: str, program: Nestable) -> None:
        super().__init__(spot)
        self.role = role
        self.program = program

    def perform(self, walk: Walk, visit: Visit) -> bool:
        machine = self.program.inner(subject(walk, visit), f"{visit.seat.key(self)}.")
        visit.box = Inner(machine)
        return self._advance(walk, visit, Begin())

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        if self._advance(walk, visit, event):
            self.resume(walk, visit)

    def _advance(self, walk: Walk, visit: Visit, event: Event) -> bool:
        """Let the inner machine have an event; True when it is over."""
        inner: Inner = visit.box
        inner.machine.advance(event, walk.now, lambda effect: self._say(walk, visit, effect))
        if inner.result is None:
            return False
        if inner.result.status != "ended":
            raise StepFailed(self, f'"{self.label}" {inner.result.status}: {inner.result.why}', visit)
        visit.result = {"units": inner.rows, "session": inner.left}
        return True

    def _say(self, walk: Walk, visit: Visit, effect: Effect) -> None:
        inner: Inner = visit.box
        if isinstance(effect, Put):
            inner.open = effect.ask.id
            walk.ask(visit, effect.ask._replace(role=self.role, step=self.id))
        elif isinstance(effect, Drop):
            walk.withdraw(visit, effect.key)
        elif isinstance(effect, Done):
            inner.result = effect.result
        elif isinstance(effect, Note):
            self._note(walk, visit, inner, effect)

    def _note(self, walk: Walk, visit: Visit, inner: Inner, note: Note) -> None:
        """What the study's records take over: what was drawn and answered, and rows."""
        who = f"{visit.seat.prefix}{self.id}.{note.who}"
        if note.what in ("drew", "wrote"):
            walk.put(Note("wrote", who, note.value, note.ask))
        elif note.what == "row":
            walk.put(Note("row", who, note.value))
            if note.ask is None:
                inner.rows.setdefault(note.who, []).append(note.value)
        elif note.what == "left":
            inner.left = note.value

    def waits_for(self, visit: Visit) -> str:
        return f"an answer to {visit.box.open} from {self.role}"
