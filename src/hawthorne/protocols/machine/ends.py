"""Ends: how a seat ends, what becomes of its group, and how the case is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hawthorne.core.ask import Silence
from hawthorne.core.machine import Done, Due, Failed, Given, Note
from hawthorne.core.result import Result

if TYPE_CHECKING:
    from hawthorne.protocols.machine.play import Play
    from hawthorne.protocols.machine.seat import Seat

STATUSES = {"left": "dropped", "refused": "refused", "invalid": "invalid", "timeout": "timeout"}
"""How a seat ended, by the reason of a silence; any other reason counts as dropped."""


def departed(play: Play, seat: Seat, event: Given | Failed | Due) -> None:
    """End a seat whose participant refused, left, or broke."""
    if isinstance(event, Failed):
        play.broke = play.broke or (seat.stage.id if seat.stage is not None else None, event.error)
        leave(play, seat, "failed", None)
    elif isinstance(event, Given) and isinstance(event.answer, Silence):
        leave(play, seat, STATUSES.get(event.answer.reason, "dropped"), None)


def end(play: Play, seat: Seat, code: str) -> None:
    """A seat comes to an end of the flow."""
    play.put(Note("reached", f"{seat.label}{code}"))
    leave(play, seat, "done" if code == "complete" else code, code)


def leave(play: Play, seat: Seat, status: str, code: str | None) -> None:
    """End a seat; what becomes of its group is the document's to say."""
    if seat.over:
        return
    play.withdraw(seat)
    if not seat.status:
        seat.status, seat.code = status, code
        play.put(Note("left", seat.name, {"status": status, "code": code}))
        handover = play.script.handover.get(seat.role)
        if code is None and handover is not None:
            seat.scripted = handover
            seat.stack[-1].again()
            play.go(seat)
            return
    seat.over = True
    if play.script.grouped and status not in ("done", "incomplete_group") and play.script.on_drop == "end_group":
        for other in play.seats:
            leave(play, other, "incomplete_group", None)


def stuck(play: Play) -> None:
    """Nothing outside will happen any more: say what each seat waits for, and close the case."""
    waits = []
    for seat in play.seats:
        if seat.over:
            continue
        if seat.sync is not None:
            lacking = play.others.lacking(seat, seat.sync.needs)
            needs = sorted({need for need, _ in lacking})
            words = f"{seat.name} waits at {seat.sync.id} for {', '.join(needs)}"
            said = {"waits": words, "seat": seat.name, "sync": seat.sync.id, "needs": needs,
                    "of": [other.name for _, other in lacking]}  # fmt: skip
            play.put(Note("stuck", f"{seat.label}{seat.sync.id}", said))
        else:
            words = f"an answer to {seat.ask} from {seat.name}"
            stage = seat.stage.id if seat.stage is not None else ""
            play.put(Note("stuck", f"{seat.label}{stage}", {"waits": words}))
        waits.append(words)
    close(play, Result("stuck", None, "; ".join(waits)), "stuck")


def fail(play: Play, why: str) -> None:
    """A screen cannot be shown, or a rule not be read: the case has failed."""
    at = next((seat.stage.id for seat in play.seats if seat.stage is not None and seat.ask is None), None)
    close(play, Result("failed", at, why), "failed")


def regular(play: Play) -> Result:
    """The result of a case whose seats have all ended. One in which whoever answered broke has failed: what it came to
    says nothing of the study."""
    if play.broke is not None:
        return Result("failed", *play.broke)
    return Result("ended", play.seats[0].code if len(play.seats) == 1 else None)


def close(play: Play, result: Result, status: str | None = None) -> None:
    """Write the case's rows and end it; seats that have not ended do so with `status`."""
    if status is not None:
        for seat in play.seats:
            if not seat.over and not seat.status:
                seat.status = status
                play.put(Note("left", seat.name, {"status": status, "code": None}))
            seat.over = True
    play.over = True
    for unit, row in play.script.units.rows(play.case, play.seats, play.script.seed):
        play.put(Note("row", unit, row))
    play.put(Done(result))
