"""A task of the battery: a play inside the walk, each trial one ask with a window and one row when it is scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hawthorne.core.ask import Ask, Silence
from hawthorne.core.instrument import Outcome, Page, Play, Prepared, Trial
from hawthorne.core.machine import Due, Failed, Given, Note
from hawthorne.core.values import JSON
from hawthorne.flows.graph import Box, Reading, Spot
from hawthorne.flows.machine.activities import Activity
from hawthorne.flows.machine.state import Visit
from hawthorne.flows.machine.talk import exchanged, thread
from hawthorne.flows.machine.walk import Walk
from hawthorne.spaces.choice import Choice

Prepare = Callable[[Walk, Visit], Prepared]
"""Gives the prepared task of a visit; most are prepared once, when the study is compiled."""

_MISSED = Outcome(None, None, False)


@dataclass(eq=False)
class TaskSpec:
    """What a study says of a task: its instrument and timeline, who answers, where its records go, and which
    properties each row states (`columns`; None: every property in scope)."""

    id: str
    label: str
    instrument: str
    timeline: str
    role: str
    box: Box | None
    file: str
    prepare: Prepare
    columns: frozenset[str] | None = None
    prepared: Prepared | None = None
    names: Mapping[str, Reading] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Sitting:
    """One play under way: the trial that is open, and what every ask and row of it shares."""

    play: Play
    prefix: str
    shown: Mapping[str, JSON]
    context: Mapping[str, JSON]
    thread: str | None
    planned: int
    trial: Trial | None = None
    asked: int = 0


class BatteryTask(Activity):
    """A behaverse task."""

    __slots__ = ("spaces", "spec")

    def __init__(self, spot: Spot, spec: TaskSpec) -> None:
        super().__init__(spot)
        self.spec = spec
        self.spaces: dict[tuple[str, ...], Choice] = {}

    def perform(self, walk: Walk, visit: Visit) -> bool:
        spec, seat = self.spec, visit.seat
        prepared = spec.prepare(walk, visit)
        number = seat.play(self)
        visit.box = Sitting(
            play=prepared.play(subject(walk, visit)),
            prefix=f"{seat.name}/{self.id}.{number}.",
            shown=self.inputs.content(walk, visit) or {},
            context=self._context(walk, visit),
            thread=None if spec.box is None else thread(spec.box, seat),
            planned=prepared.trials,
        )
        if visit.box.shown:  # what goes with every trial of this visit, once: trials are not put into the records
            said = {"content": visit.box.shown, "id": f"{seat.name}/{self.id}.{number}"}
            walk.put(Note("sent", seat.prefix + self.id, said))
        self._row(walk, visit, visit.box.play.start(), None)
        return self._next(walk, visit)

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        sitting: Sitting = visit.box
        if isinstance(event, Given) and not isinstance(event.answer, Silence):
            exchanged(visit.seat, event.ask)
            outcome = Outcome(event.answer.value, event.answer.took, True)
        else:
            outcome = _MISSED
        row = sitting.play.take(outcome)
        if isinstance(event, Failed):  # nobody missed it: whoever should have answered broke
            row["result"] = {**row["result"], "outcome": "failed"}
        self._row(walk, visit, row, key)
        if self._next(walk, visit):
            self.resume(walk, visit)

    def _next(self, walk: Walk, visit: Visit) -> bool:
        """Put the next trial; True when there is none and the play is over."""
        sitting: Sitting = visit.box
        trial = sitting.play.next()
        while isinstance(trial, Page):
            trial = sitting.play.next()
        sitting.trial = trial
        if trial is None:
            self._row(walk, visit, sitting.play.finish(), None)
            visit.result = {**sitting.play.result(), "events": self.spec.file}
            return True
        space = self.spaces.get(trial.options)
        if space is None:
            space = self.spaces[trial.options] = Choice(trial.options, open=True)
        view = {**sitting.shown, **trial.view} if sitting.shown else trial.view
        turn = None if sitting.thread is None else visit.seat.turns.get(sitting.thread, 0)
        where = (sitting.asked, sitting.planned)
        sitting.asked += 1
        ask_id = sitting.prefix + trial.address
        walk.ask(visit, Ask(ask_id, self.spec.role, self.id, view, space, trial.limit, sitting.thread, turn, where))
        return False

    def _row(self, walk: Walk, visit: Visit, row: dict[str, JSON], ask: str | None) -> None:
        row["context"] = visit.box.context
        walk.put(Note("row", visit.seat.prefix + self.id, row, ask))

    def _context(self, walk: Walk, visit: Visit) -> dict[str, JSON]:
        names = self.spec.names
        state = {name: read(walk, visit.frame, visit, None) for name, read in names.items()}
        return {"subject": subject(walk, visit), "state": state, "case": walk.case}

    def waits_for(self, visit: Visit) -> str:
        trial = visit.box.trial if isinstance(visit.box, Sitting) else None
        return f"an answer to trial {visit.box.prefix}{trial.address}" if trial else "its next trial"


def subject(walk: Walk, visit: Visit) -> int:
    """The number of the subject: the pass of the nearest repeating scope around the task, its pool's instance being
    the outermost; with none, the task's own visit count, else 1."""
    for frame in visit.frame.outward():
        if frame.instance is not None:
            return frame.instance
    return max(1, walk.reached[visit.node.index])


def once(prepared: Prepared) -> Prepare:
    """A task that is the same for every visit."""

    def prepare(walk: Walk, visit: Visit) -> Prepared:
        return prepared

    return prepare
