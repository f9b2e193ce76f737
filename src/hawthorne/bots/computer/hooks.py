"""What the rest of the house asks of the computer: before a turn is launched, when it is, and when it has settled."""

from __future__ import annotations

from hawthorne.bots.computer import claiming, polls
from hawthorne.bots.computer.claims import destination
from hawthorne.bots.computer.desk import desk, lapsed, lease_clock, live_turn, owner_of, resource_of, seen, status
from hawthorne.bots.computer.entities import Capability, Slot
from hawthorne.bots.computer.requests import COMMANDS
from hawthorne.bots.entities import Bot, Turn
from hawthorne.bots.house import House

__all__ = [
    "COMMANDS",
    "authorise",
    "heard",
    "on_bot_deleted",
    "on_due",
    "on_launch",
    "on_restart",
    "prepare",
    "release",
]


def prepare(house: House, turn: Turn) -> str:
    """Whether a turn can be launched: `ready`, `waiting` (it is put up for launching when it can), or why it fails.

    `turn.holds["computer"]` says where its computer is: `none`, `browser`, `lazy` or `eager`."""
    slot = desk(house).slots.get(turn.id)
    if slot is None:
        slot = _mount(house, turn)
        if slot is None or slot.lazy:
            return "ready"
        claiming.pursue(house, slot)
    if slot.state == "failed":
        return house.say("vm.unavailable", why=slot.failure)
    return "ready" if slot.state == "claimed" else "waiting"


def _mount(house: House, turn: Turn) -> Slot | None:
    bot = house.bots[turn.bot_id]
    verdict = destination(bot.computer, bot.browser, seen(house), status(house), house.rules.computer)
    house.used(f"computer.{verdict.row}", {"id": turn.id})
    turn.holds["computer"] = verdict.then
    if verdict.then not in ("lazy", "eager"):
        return None
    lazy = verdict.then == "lazy"
    slot = Slot(house.next_id("slot"), turn.id, turn.thread_id, turn.bot_id, turn.generation, resource_of(house), lazy,
                "mounted" if lazy else "binding", order=house.next_order())  # fmt: skip
    desk(house).slots[turn.id] = slot
    house.create(slot)
    return slot


def on_launch(house: House, turn: Turn) -> None:
    """A turn's model is about to be asked: mint what lets it act. Each capability is a note, by which whoever plays a
    bridge finds the one of a turn: the purpose `turn` is for its tools, `computer` for its screen."""
    turn.holds["capability"] = _mint(house, turn, "turn")
    if turn.id in desk(house).slots:
        _mint(house, turn, "computer")


def _mint(house: House, turn: Turn, purpose: str) -> str:
    capability = Capability(house.next_id("capability"), turn.bot_id, turn.thread_id, turn.generation, purpose)
    desk(house).capabilities[capability.id] = capability
    house.create(capability)
    return capability.id


def heard(house: House, turn: Turn) -> None:
    """A sign of life of a turn's model: its lease is renewed, unless it has run out."""
    slot = desk(house).slots.get(turn.id)
    lease = desk(house).leases.get(slot.resource) if slot is not None else None
    if slot is None or lease is None or owner_of(lease) != owner_of(slot) or lapsed(house, slot):
        return
    house.change(lease, expires_at=round(lease_clock(house) + house.rules.computer.lease, 6))


def release(house: House, turn: Turn) -> None:
    """A turn has settled: what it holds is free, what let it act is revoked, its slot is gone, and whoever waits for
    the computer is next."""
    kept = desk(house)
    for capability in [each for each in kept.capabilities.values() if each.generation == turn.generation]:
        del kept.capabilities[capability.id]
        if capability.state == "live":
            house.change(capability, state="revoked")
    slot = kept.slots.pop(turn.id, None)
    control = kept.controls.get(turn.bot_id)
    if control is not None:
        house.change(control, help_open=False)
    if slot is not None:
        claiming.let_go(house, slot, claiming.is_waiting(slot))
        house.take("slot", slot, "drop")
        polls.answer_all(house, slot)
        claiming.pursue_all(house)


def authorise(house: House, token: str | None) -> Turn | None:
    """The live turn whose tools a token lets be called, or None."""
    return live_turn(house, token, "turn")


def on_due(house: House, name: str) -> None:
    """An alarm rang: the grace of a call is over, or the patience of a claim."""
    _, what, id = name.split(":", 2)
    kept = desk(house)
    if what == "poll" and id in kept.polls:
        polls.answer(house, kept.polls[id])
    elif what == "wait" and id in kept.slots:
        minutes = round(house.rules.computer.patience / 60)
        claiming.give_up(house, kept.slots[id], "expire", house.say("vm.expired", minutes=minutes))


def on_bot_deleted(house: House, bot: Bot) -> None:
    """A bot is about to go: nobody has its wheel any more."""
    control = desk(house).controls.pop(bot.id, None)
    if control is not None:
        house.remove(control)


def on_restart(house: House) -> None:
    """The harness was restarted; its turns are already settled, and with them all that they held."""
