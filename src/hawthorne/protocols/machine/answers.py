"""Answers: what came of a page is kept, under the protocol's ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hawthorne.core.ask import Answer
from hawthorne.core.machine import Due, Failed, Given, Note
from hawthorne.core.values import JSON
from hawthorne.protocols.compile.expressions import Expression
from hawthorne.protocols.compile.piping import Unserved
from hawthorne.protocols.compile.screens import Page, Screen, Stage
from hawthorne.protocols.machine.ends import departed, leave

if TYPE_CHECKING:
    from hawthorne.protocols.machine.play import Play
    from hawthorne.protocols.machine.seat import Seat

TIME_OVER = {"type": "timeout", "text": "The time for this page is over."}


def take(play: Play, seat: Seat, event: Given | Failed | Due) -> None:
    """Take what came of a page."""
    page, stage = seat.page, seat.stage
    assert page is not None
    assert stage is not None
    if isinstance(event, Given) and isinstance(event.answer, Answer):
        write(play, seat, page, event.answer.value, event.ask.id)
    elif isinstance(event, Due):
        _time_over(play, seat, stage, page, event.key)
    else:
        departed(play, seat, event)


def write(play: Play, seat: Seat, page: Page, answers: Mapping[str, JSON], ask: str | None) -> None:
    """Keep a page's answers; one that is left out is null."""
    put, label, suffix, resp = play.put, seat.label, seat.suffix, seat.resp
    for asked in page.asks:
        id = asked.id
        value = resp[id] = answers.get(id)
        put(Note("wrote", f"{label}resp.{id}{suffix}", value, ask))
    if play.script.kept:
        for asked in page.asks:
            seat.kept[asked.id, seat.passes] = resp[asked.id]
    if page.final:
        seat.trail.clear()
    elif seat.trail:
        seat.said += [(f"{label}resp.{asked.id}{suffix}", ask) for asked in page.asks]


def script(play: Play, seat: Seat, page: Page, screen: Screen) -> None:
    """Keep the answers that the document has for a seat. Raises Unserved for such as are not valid."""
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
    write(play, seat, page, answers, None)


def _time_over(play: Play, seat: Seat, stage: Stage, page: Page, ask: str) -> None:
    if stage.on_timeout == "end":
        leave(play, seat, "timeout", None)
        return
    starts = stage.on_timeout == "default"
    write(play, seat, page, {asked.id: asked.start for asked in page.asks} if starts else {}, ask)
    if stage.timing["advance"] == "self":
        seat.events.append(dict(TIME_OVER))
