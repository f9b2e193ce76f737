"""Serving: a page becomes an ask, a wait becomes a screen that nobody can answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hawthorne.core.ask import Ask
from hawthorne.core.machine import Put
from hawthorne.core.space import NOTHING
from hawthorne.core.values import JSON
from hawthorne.protocols.compile.piping import Unserved
from hawthorne.protocols.compile.screens import Page, Stage
from hawthorne.protocols.machine.answers import script
from hawthorne.protocols.machine.seat import Mark
from hawthorne.spaces.form import Form

if TYPE_CHECKING:
    from hawthorne.protocols.machine.frames import AtSync
    from hawthorne.protocols.machine.play import Play
    from hawthorne.protocols.machine.seat import Seat

WAITING = {"type": "waiting", "text": "Please wait."}
WAIT_TIMING = {"advance": "wait"}
FORWARD, BACK = {"back": "not_allowed"}, {"back": "allowed"}
NO_EVENTS: list[JSON] = []


def serve(play: Play, seat: Seat, stage: Stage, page: Page, visit: int, step: int | None = None) -> bool:
    """Show a page; False when there is nothing to wait for: it shows nothing, or the document has the seat's answers.

    `visit` tells this time in the stage from another; `step` is the number of a screen that is shown again. Raises
    Unserved.
    """
    seat.stage, seat.page = stage, page
    screen = page.screen(seat)
    if not screen.items and not screen.responses:
        return False
    if seat.scripted is not None:
        script(play, seat, page, screen)
        return False
    if step is None:
        step = _counted(play, seat)
    navigation = FORWARD
    if stage.back != "not_allowed":
        navigation = BACK if reachable(seat, stage, visit) else FORWARD
        _mark(seat, stage, page, visit, step)
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
    play.asked[ask_id] = seat
    play.put(Put(Ask(ask_id, seat.name, stage.id, view, screen.space, stage.limit)))
    return True


def wait(play: Play, seat: Seat, sync: AtSync) -> None:
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
    step = _counted(play, seat)
    seat.served += 1
    seat.ask = f"{seat.prefix}{sync.id}.wait.{seat.served}"
    seat.page = None
    events = [*seat.events, dict(WAITING)]
    seat.events = []
    view = {"step": step, "page": number, "items": items, "responses": [], "events": events,
            "timing": WAIT_TIMING, "navigation": FORWARD}  # fmt: skip
    play.asked[seat.ask] = seat
    play.put(Put(Ask(seat.ask, seat.name, sync.id, view, NOTHING)))


def tell(play: Play, seat: Seat) -> bool:
    """Show what was still to be told, on a screen with nothing else."""
    step = _counted(play, seat)
    seat.served += 1
    seat.page = None
    seat.ask = f"{seat.prefix}end.{seat.served}"
    view = {"step": step, "page": 1, "items": [], "responses": [], "events": seat.events,
            "timing": {"advance": "self"}, "navigation": FORWARD}  # fmt: skip
    seat.events = []
    play.asked[seat.ask] = seat
    play.put(Put(Ask(seat.ask, seat.name, "end", view, Form({}))))
    return True


def reachable(seat: Seat, stage: Stage, visit: int) -> bool:
    """Whether the screen before may be gone back to from this visit to a stage."""
    return bool(seat.trail) and (stage.back == "allowed" or seat.trail[-1].visit == visit)


def _counted(play: Play, seat: Seat) -> int:
    """The number of a new screen. Raises Unserved where there may be no more."""
    seat.steps += 1
    if seat.steps > play.script.most:
        raise Unserved(f"a session may show {play.script.most:,} screens, and did")
    return seat.steps


def _mark(seat: Seat, stage: Stage, page: Page, visit: int, step: int) -> None:
    """Remember everything as it is now, for those who come back to this screen."""
    frames = tuple(frame.copy() for frame in seat.stack)
    counts = {id: len(rows) for id, rows in seat.records.items()}
    scope = {root: dict(seat.scope[root]) for root in ("resp", "loop", "factor", "level_text")}
    seat.trail.append(
        Mark(stage, page, visit, step, frames, scope, seat.passes, seat.within, seat.scope["round"], len(seat.said),
             counts)
    )  # fmt: skip
