"""Performed steps: a call is one ask, its answer the step's hand-back; a call that breaks makes the step fail."""

from __future__ import annotations

from hawthorne.core.ask import Answer, Ask
from hawthorne.core.machine import Due, Failed, Given
from hawthorne.core.performer import HandBack
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Reading, Spot
from hawthorne.flows.machine.activities import Activity, Output
from hawthorne.flows.machine.leaving import StepFailed
from hawthorne.flows.machine.state import Extra, Frame, Visit
from hawthorne.flows.machine.walk import Walk
from hawthorne.spaces.anything import Anything


class Performed(Activity):
    """A step that calls something. `call` reads what the performer is shown."""

    __slots__ = ("call", "role")

    def __init__(self, spot: Spot, role: str, call: Reading) -> None:
        super().__init__(spot)
        self.role = role
        self.call = call

    def perform(self, walk: Walk, visit: Visit) -> bool:
        view = self.call(walk, visit.frame, visit, None)
        ask_id = visit.seat.key(self)
        visit.box = ask_id
        walk.ask(visit, Ask(ask_id, self.role, self.id, view, Anything()))
        return False

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        if isinstance(event, Failed):
            raise StepFailed(self, f'"{self.label}" failed: {event.error}', visit)
        if not (isinstance(event, Given) and isinstance(event.answer, Answer)):
            raise StepFailed(self, f'"{self.label}" was not performed', visit)
        handed = HandBack.of(event.answer.value)
        visit.box, visit.result = handed, handed.result
        self.adopt(walk, visit, handed)
        self.resume(walk, visit)

    def adopt(self, walk: Walk, visit: Visit, handed: HandBack) -> None:
        """Take what was handed back beside the result; a performer's values all go out along data edges."""

    def waits_for(self, visit: Visit) -> str:
        return f"the performer {self.role} to carry out {visit.box}"


def through(target: str, output: Output) -> Output:
    """A data output edge of a performed step: what was handed back for its target wins over what it would read."""
    own = output.read

    def read(walk: Walk, frame: Frame, visit: Visit | None, extra: Extra | None) -> JSON:
        handed = visit.box if visit is not None else None
        if isinstance(handed, HandBack) and target in handed.values:
            return handed.values[target]
        if own is not None:
            return own(walk, frame, visit, extra)
        return extra["result"] if extra else None

    output.read = read
    return output
