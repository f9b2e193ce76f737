"""Claiming carried out: a slot is taken on until it has the computer, waits, or has failed.

A claim is begun once for a turn. When it fails, everything is given back first; then whoever waits for it is answered;
and then, where the turn is already under way, it ends: one error line, one stop.
"""

from __future__ import annotations

from hawthorne.bots import activities, ending
from hawthorne.bots.computer import claims, polls, vm
from hawthorne.bots.computer.desk import desk, lease_clock, owner_of, owners, scene
from hawthorne.bots.computer.entities import Lease, Resource, Slot
from hawthorne.bots.house import House
from hawthorne.bots.rules.admission import Verdict

UNDERWAY = ("binding", "checking")


def pursue(house: House, slot: Slot) -> None:
    """Take a slot as far as it goes now: each row acts once."""
    acted = set[str]()
    while slot.state in UNDERWAY:
        seen = claims.Slot(owner_of(slot), slot.resource, slot.state, slot.lazy, slot.told)
        verdict = claims.proceed(seen, scene(house, slot), house.rules.computer)
        house.used(f"computer.{verdict.row}", {"id": slot.id})
        if verdict.then == "hold" or verdict.row in acted:
            return
        acted.add(verdict.row)
        DEEDS[verdict.then](house, slot, verdict)


def pursue_all(house: House) -> None:
    """Take on every slot under way, in the order in which they began."""
    for slot in sorted(desk(house).slots.values(), key=lambda slot: slot.order):
        pursue(house, slot)


def _bind(house: House, slot: Slot, verdict: Verdict) -> None:
    if slot.resource not in desk(house).resources:
        resource = Resource(slot.resource, slot.bot_id, slot.thread_id, slot.generation)
        desk(house).resources[resource.id] = resource
        house.create(resource)
    house.take("slot", slot, "bind")
    house.alarm(f"computer:wait:{slot.turn_id}", None)
    if slot.told:
        activities.append(house, house.threads[slot.thread_id], house.say("vm.free"), turn=house.turns[slot.turn_id])


def _wait(house: House, slot: Slot, verdict: Verdict) -> None:
    """Say who has the computer, once, and wait no longer than patience lasts."""
    held = house.threads[owners(house)[slot.resource].thread]
    text = f"{house.say('vm.waiting')}: {house.bots[held.bot_id].name}"
    ref = {"botId": held.bot_id, "threadId": held.id, "title": held.title}
    thread = house.threads[slot.thread_id]
    activities.append(house, thread, text, turn=house.turns[slot.turn_id], thread_ref=ref)
    house.change(slot, told=True)
    house.alarm(f"computer:wait:{slot.turn_id}", round(house.now + house.rules.computer.patience, 6))


def _lease(house: House, slot: Slot, verdict: Verdict) -> None:
    until = round(lease_clock(house) + house.rules.computer.lease, 6)
    lease = Lease(slot.resource, slot.bot_id, slot.thread_id, slot.generation, until)
    desk(house).leases[lease.id] = lease
    house.create(lease)


def _start(house: House, slot: Slot, verdict: Verdict) -> None:
    machine = desk(house).machine
    assert machine is not None
    house.change(machine, state=vm.started(machine.state, house.rules.computer.target))


def _claim(house: House, slot: Slot, verdict: Verdict) -> None:
    desk(house).used.add(house.rules.computer.target)
    house.take("slot", slot, "claim")
    polls.answer_all(house, slot)
    if not slot.lazy:
        house.launching.append(house.turns[slot.turn_id])


def _fail(house: House, slot: Slot, verdict: Verdict) -> None:
    problem = scene(house, slot).status.problem or ""
    give_up(house, slot, "fail", house.say(f"vm.{verdict.reason}", problem=problem))


DEEDS = {"bind": _bind, "wait": _wait, "lease": _lease, "start": _start, "claim": _claim, "fail": _fail}
"""What is done about each verdict on a claim."""


def give_up(house: House, slot: Slot, on: str, why: str) -> None:
    """A claim has failed: the next turn has the computer, and this one ends."""
    waited = is_waiting(slot)
    if not house.take("slot", slot, on, failure=why):
        return
    let_go(house, slot, waited)
    polls.answer_all(house, slot)
    turn = house.turns[slot.turn_id]
    if not slot.lazy:
        house.launching.append(turn)
    elif ending.is_live(house, turn):
        text = house.say("turn.failed", why=house.say("vm.unavailable", why=why))
        activities.append(house, house.threads[slot.thread_id], text, "error", ok=False, turn=turn)
        ending.interrupt(house, turn, "claim rejected")
    pursue_all(house)


def is_waiting(slot: Slot) -> bool:
    """Whether people were told that the slot waits, and it still does."""
    return slot.state == "binding" and slot.told


def let_go(house: House, slot: Slot, waited: bool) -> None:
    """Give back what a slot has: the lease, the resource, its place among those that wait."""
    house.alarm(f"computer:wait:{slot.turn_id}", None)
    if waited:
        text = house.say("vm.wait_ended")
        activities.append(house, house.threads[slot.thread_id], text, turn=house.turns[slot.turn_id])
    for kept in (desk(house).leases, desk(house).resources):
        held = kept.get(slot.resource)
        if held is not None and owner_of(held) == owner_of(slot):
            del kept[slot.resource]
            house.remove(held)
