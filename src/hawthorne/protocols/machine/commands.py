"""Commands from outside: `back` one screen, `leave`, `refuse`. Each is answered by one receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hawthorne.core.machine import Note, Told
from hawthorne.core.values import JSON
from hawthorne.protocols.machine.ends import leave
from hawthorne.protocols.machine.seat import Mark
from hawthorne.protocols.machine.serve import serve

if TYPE_CHECKING:
    from hawthorne.protocols.machine.play import Play
    from hawthorne.protocols.machine.seat import Seat

DEPARTURES = {"leave": "dropped", "refuse": "refused"}
KNOWN = ("back", *DEPARTURES)


def obey(play: Play, event: Told) -> None:
    """Carry out a command, or say why not."""
    seat = _seat(play, event.role)
    if seat is None:
        _receipt(play, event, f'nobody called "{event.role}" sits here', "unknown_role")
    elif seat.over or seat.scripted is not None:
        _receipt(play, event, "the session is over", "session_done")
    elif event.name == "back":
        _back(play, seat, event)
    elif event.name in DEPARTURES:
        _receipt(play, event)
        leave(play, seat, _status(event), None)
    else:
        _receipt(play, event, f'no command is called "{event.name}": {", ".join(KNOWN)}', "unknown_command")


def _status(event: Told) -> str:
    """How a seat ended that was told to leave: by the reason, where that is one of the ends, else by the command."""
    said = event.value.get("reason") if isinstance(event.value, dict) else event.value
    return said if said in ("timeout", "invalid") else DEPARTURES[event.name]


def _seat(play: Play, role: str | None) -> Seat | None:
    if role is None and len(play.seats) == 1:
        return play.seats[0]
    return next((seat for seat in play.seats if seat.name == role), None)


def _receipt(play: Play, event: Told, why: str | None = None, code: str | None = None, **more: JSON) -> None:
    refused = {} if why is None else {"code": code, "why": why}
    value = {"id": event.id, "name": event.name, "ok": why is None, **refused, **more}
    play.put(Note("receipt", event.role or "", value))


def _before(seat: Seat) -> Mark | None:
    """The screen that may be gone back to from the one that is shown."""
    if seat.ask is None or seat.page is None or len(seat.trail) < 2:
        return None
    before, here = seat.trail[-2:]
    return before if here.stage.back == "allowed" or before.visit == here.visit else None


def _back(play: Play, seat: Seat, event: Told) -> None:
    """Go back to the screen before: its answers are taken back, and it is shown again under its number."""
    before = _before(seat)
    if before is None:
        _receipt(play, event, "the screen before cannot be gone back to", "back_not_allowed")
        return
    play.withdraw(seat)
    taken = [list(one) for one in seat.said[before.said :]]
    del seat.trail[-2:], seat.said[before.said :]
    _receipt(play, event, step=before.step, taken_back=taken)
    for root, values in before.scope.items():
        seat.scope[root].clear()
        seat.scope[root].update(values)
    seat.stack = [frame.copy() for frame in before.frames]
    seat.within = before.within
    seat.scope["round"] = before.round
    seat.move(before.passes)
    for id, rows in seat.records.items():
        del rows[before.records.get(id, 0) :]
    serve(play, seat, before.stage, before.page, before.visit, before.step)
