"""Approvals: a turn that asks a person waits for the answer, and holds its slot meanwhile."""

from __future__ import annotations

from hawthorne.bots import routines
from hawthorne.bots.entities import Request, Turn
from hawthorne.bots.house import House
from hawthorne.bots.leave import AUTO
from hawthorne.bots.tools import coordinate
from hawthorne.bots.tools.result import Pending, Result, refused
from hawthorne.core.values import JSON

GUARDED = frozenset({"coordinate_bots"})
"""The tools that a bot with `approvePeerComms` uses only when a person allows it."""


def request_approval(house: House, turn: Turn, arguments: dict[str, JSON]) -> Pending | Result:
    """Ask a person, and wait; a turn that may go on by itself is told so at once."""
    if turn.permission_mode == AUTO:
        return Result({"allowed": True})
    return _ask(house, turn, arguments["action"])


def ask_first(house: House, turn: Turn, tool: str, arguments: dict[str, JSON]) -> Pending:
    """Ask a person whether a call may be made."""
    return _ask(house, turn, f"{tool}: {arguments.get('message', '')}")


def answered(house: House, turn: Turn, call: dict[str, JSON], allow: bool) -> Result:
    """What comes of the call that waited, now that a person has answered."""
    if not allow:
        return refused(house.say("tool.denied"), "tool.denied")
    if call["tool"] == "coordinate_bots":
        return coordinate.coordinate_bots(house, turn, call.get("arguments", {}), approved=True)
    return Result({"allowed": True})


def _ask(house: House, turn: Turn, text: str) -> Pending:
    request = Request(house.next_id("request"), turn.bot_id, turn.thread_id, turn.id, text, house.now)
    house.requests[request.id] = request
    house.create(request)
    house.take("turn", turn, "ask")
    house.change(house.threads[turn.thread_id], activity="waiting-on-you")
    routines.on_turn(house, turn, "waiting")
    return Pending(request.id)
