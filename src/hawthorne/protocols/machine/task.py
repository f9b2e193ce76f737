"""A task of the battery as a stage: after the stage's pages each trial is one ask with a window, and one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hawthorne.core.ask import Ask, Silence
from hawthorne.core.instrument import Outcome, Trial
from hawthorne.core.instrument import Page as Break
from hawthorne.core.instrument import Play as TaskPlay
from hawthorne.core.machine import Due, Failed, Given, Note, Put
from hawthorne.core.values import JSON
from hawthorne.protocols.compile.piping import Unserved
from hawthorne.protocols.compile.screens import Stage
from hawthorne.protocols.machine.ends import departed
from hawthorne.protocols.machine.frames import HOLD, Frame, Hold, InStage
from hawthorne.spaces.choice import Choice

if TYPE_CHECKING:
    from hawthorne.protocols.machine.play import Play
    from hawthorne.protocols.machine.seat import Seat

MISSED = Outcome(None, None, False)


class InTask(Frame):
    """The pages of a stage, then its task."""

    __slots__ = ("asked", "pages", "play", "prefix", "spaces", "stage")

    def __init__(self, stage: Stage, pages: InStage) -> None:
        self.stage = stage
        self.pages = pages
        self.play: TaskPlay | None = None
        self.prefix = ""
        self.asked = 0
        self.spaces: dict[tuple[str, ...], Choice] = {}

    def next(self, play: Play, seat: Seat) -> Hold | None:
        if self.play is None:
            if self.pages.next(play, seat) is HOLD:
                return HOLD
            seat.trail.clear()
            self._begin(play, seat)
        task = self.play
        assert task is not None
        if seat.scripted is not None:
            raise Unserved(f'"{seat.name}" is scripted and cannot play the task of {self.stage.id}')
        trial = task.next()
        while isinstance(trial, Break):
            trial = task.next()
        if trial is None:
            self._row(play, seat, task.finish(), None)
            return None
        self._put(play, seat, trial)
        return HOLD

    def _begin(self, play: Play, seat: Seat) -> None:
        assert self.stage.task is not None
        seat.served += 1
        self.prefix = f"{seat.prefix}{self.stage.id}.{seat.served}."
        self.play = self.stage.task.prepared.play(seat.number)
        self._row(play, seat, self.play.start(), None)

    def _put(self, play: Play, seat: Seat, trial: Trial) -> None:
        assert self.stage.task is not None
        space = self.spaces.get(trial.options)
        if space is None:
            space = self.spaces[trial.options] = Choice(trial.options, open=True)
        where = (self.asked, self.stage.task.prepared.trials)
        self.asked += 1
        ask_id = self.prefix + trial.address
        seat.ask = ask_id
        seat.page = None
        play.asked[ask_id] = seat
        play.put(Put(Ask(ask_id, seat.name, self.stage.id, trial.view, space, trial.limit, position=where)))

    def hear(self, play: Play, seat: Seat, event: Given | Failed | Due) -> None:
        if self.play is None:
            self.pages.hear(play, seat, event)
            return
        key = event.key if isinstance(event, Due) else event.ask.id
        if isinstance(event, Given) and not isinstance(event.answer, Silence):
            row = self.play.take(Outcome(event.answer.value, event.answer.took, True))
        else:
            row = self.play.take(MISSED)
        if isinstance(event, Failed):  # nobody missed it: whoever should have answered broke
            row["result"] = {**row["result"], "outcome": "failed"}
        self._row(play, seat, row, key)
        departed(play, seat, event)

    def copy(self) -> InTask:
        """The frame while its pages are shown: nobody goes back behind the first trial."""
        return InTask(self.stage, self.pages.copy())

    def _row(self, play: Play, seat: Seat, row: dict[str, JSON], ask: str | None) -> None:
        row["context"] = {"subject": seat.number, "session": f"p{seat.number}", "case": play.case}
        play.put(Note("row", f"{seat.label}{self.stage.id}", row, ask))
