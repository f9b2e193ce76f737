"""How a turn ends: its model has answered, broke, or is stopped. What follows is `settling`'s.

Whatever a turn holds is keyed by the turn itself (its generation): what comes for one that is no longer the live turn
of its thread does nothing.
"""

from __future__ import annotations

from hawthorne.bots import activities
from hawthorne.bots.entities import Turn
from hawthorne.bots.house import House
from hawthorne.core.machine import Drop


def is_live(house: House, turn: Turn) -> bool:
    """Whether the turn is the one under way in its thread: no other generation is heard."""
    return house.live.get(turn.thread_id) is turn


def finish(house: House, turn: Turn) -> None:
    """The model has answered and nothing was said to it meanwhile."""
    _end(house, turn, "reply", True, "ok", None)


def fail(house: House, turn: Turn, why: str, outcome: str = "error") -> None:
    """The model broke, or the turn could not be set up."""
    if _end(house, turn, "fail", False, outcome, why):
        thread = house.threads[turn.thread_id]
        activities.append(house, thread, house.say("turn.failed", why=why), "error", ok=False, turn=turn)


def interrupt(house: House, turn: Turn, why: str) -> None:
    """Stop a turn. `why` is `stopped` (by a person), `restart`, `deleted`, or a reason in words."""
    if _end(house, turn, "interrupt", False, "killed", why) and why == "stopped":
        activities.append(house, house.threads[turn.thread_id], house.say("turn.interrupted"), turn=turn)


def _end(house: House, turn: Turn, on: str, ok: bool, outcome: str, why: str | None) -> bool:
    if not is_live(house, turn) or not house.take("turn", turn, on, ended_at=house.now, ok=ok, stop_reason=why):
        return False
    if turn.ask is not None:
        house.put(Drop(turn.ask))
        house.asks.pop(turn.ask, None)
        turn.ask = None
    turn.todo.clear()
    turn.holds["outcome"] = outcome
    house.settling.append(turn)
    return True
