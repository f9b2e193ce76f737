"""Calls of the screen as they come: what each is answered, at once or within the grace of the claim that it began."""

from __future__ import annotations

from hawthorne.bots.computer import gate
from hawthorne.bots.computer.claims import holder
from hawthorne.bots.computer.desk import Poll, desk, live_turn, owner_of, owners
from hawthorne.bots.computer.entities import Slot
from hawthorne.bots.computer.gate import Call
from hawthorne.bots.house import House, Receipt
from hawthorne.bots.rules.admission import Verdict


def meets(house: House, token: str | None, bot_id: str) -> tuple[Verdict, Slot | None]:
    """What a call with this token for this bot meets now, and the slot of its turn."""
    turn = live_turn(house, token, "computer")
    slot = desk(house).slots.get(turn.id) if turn is not None else None
    control = desk(house).controls.get(bot_id)
    call = Call(
        live=turn is not None,
        known=bot_id in house.bots,
        own=turn is not None and turn.bot_id == bot_id,
        held=control is not None and control.held,
        stage=None if slot is None else slot.state,
        owned=slot is not None and owners(house).get(slot.resource) == owner_of(slot),
    )
    return gate.pass_through(call, house.rules.computer), slot


def answered(house: House, verdict: Verdict, slot: Slot | None, bot_id: str) -> Receipt:
    """The answer to a verdict, and the row that gave it."""
    house.used(f"computer.{verdict.row}")
    control = desk(house).controls.get(bot_id)
    names = {thread.id: house.bots[thread.bot_id].name for thread in map(house.threads.get, house.live) if thread}
    places = {
        "label": house.say("vm.label"),
        "why": (slot.failure if slot else None) or "",
        "name": holder(owners(house), slot.resource, names) if slot else "",
    }
    asked = control is not None and control.help_open
    return Receipt(*gate.answer(verdict, asked, house.say, **places))


def answer_all(house: House, slot: Slot) -> None:
    """Answer whoever waits for the claim of a slot."""
    for poll in [poll for poll in desk(house).polls.values() if poll.slot == slot.id]:
        answer(house, poll)


def answer(house: House, poll: Poll) -> None:
    """Answer a call that waited."""
    desk(house).polls.pop(poll.id, None)
    house.alarm(f"computer:poll:{poll.id}", None)
    verdict, slot = meets(house, poll.token, poll.bot_id)
    house.receipt(poll.id, answered(house, verdict, slot, poll.bot_id))
