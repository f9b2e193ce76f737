"""What follows the end of a turn, in an order that holds always.

The reply is in the conversation before the record of the turn; the record before what the turn held is free; and that
before the work it handed out, the routine it belongs to, and whoever waits look again.
"""

from __future__ import annotations

from hawthorne.bots import routines
from hawthorne.bots.computer import hooks as computer
from hawthorne.bots.ending import is_live
from hawthorne.bots.entities import Turn
from hawthorne.bots.handoffs import settled as handoffs
from hawthorne.bots.handoffs import tree
from hawthorne.bots.house import House
from hawthorne.core.machine import Note
from hawthorne.core.values import JSON


def settle_all(house: House) -> None:
    """Settle every turn that has ended, in the order in which they began."""
    while house.settling:
        turn = min(house.settling, key=lambda turn: turn.seq_start)
        house.settling.remove(turn)
        settle(house, turn)


def settle(house: House, turn: Turn) -> None:
    """What follows the end of a turn, in this order: its record, what it holds, the work it handed out or carried out,
    the routine it belongs to, and then whoever waits."""
    if not is_live(house, turn):
        return
    _withdraw(house, turn)
    del house.live[turn.thread_id]
    if turn.launched:
        house.put(Note("row", turn.bot_id, row(house, turn)))
    thread = house.threads[turn.thread_id]
    house.change(thread, busy=False, activity="idle")
    computer.release(house, turn)
    handoffs.turn_settled(house, turn)
    tree.show_waiting(house, thread)
    routines.on_turn(house, turn, "settled")
    del house.turns[turn.id]
    house.stir()


def row(house: House, turn: Turn) -> dict[str, JSON]:
    """The evidence of a turn that was launched."""
    return {
        "botId": turn.bot_id,
        "turnIndex": turn.index,
        "threadId": turn.thread_id,
        "turnId": turn.id,
        "generation": turn.generation,
        "resumed": turn.resumed,
        "model": turn.model,
        "permissionMode": turn.permission_mode,
        "system": turn.system,
        "instructions": turn.instructions,
        "prompt": turn.prompt,
        "toolsOffered": list(turn.offered),
        "calls": list(turn.calls),
        "outcome": turn.holds.get("outcome", "ok"),
        "reason": turn.stop_reason,
        "seqStart": turn.seq_start,
        "seqEnd": house.next_seq(),
        "cause": turn.cause,
    }


def _withdraw(house: House, turn: Turn) -> None:
    """A turn is over: nobody is asked on its behalf any more."""
    turn.pending = None
    house.alarm(f"tools:{turn.id}", None)
    for request in house.requests.values():
        if request.turn_id == turn.id and request.state == "open":
            house.take("request", request, "withdraw")
