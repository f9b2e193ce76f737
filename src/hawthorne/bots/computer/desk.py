"""The desk: what the house keeps of the computer, and the questions that are asked of it."""

from __future__ import annotations

from typing import NamedTuple

from hawthorne.bots.computer import claims, gate, vm
from hawthorne.bots.computer.claims import Owner, Owners, Scene
from hawthorne.bots.computer.entities import Capability, Control, Lease, Machine, Resource, Slot
from hawthorne.bots.entities import Turn
from hawthorne.bots.house import House
from hawthorne.core.values import JSON


class Poll(NamedTuple):
    """A call that waits for the claim that it began: the command's id, and the token and bot that it named."""

    id: str
    token: str | None
    bot_id: str
    slot: str


class Desk:
    """`slots` by turn, `resources` and `leases` by the resource, `capabilities` by id, `controls` by bot; `used`
    are the machines that were ever claimed."""

    __slots__ = ("capabilities", "controls", "leases", "machine", "polls", "resources", "slots", "used")

    def __init__(self) -> None:
        self.machine: Machine | None = None
        self.slots: dict[str, Slot] = {}
        self.resources: dict[str, Resource] = {}
        self.leases: dict[str, Lease] = {}
        self.capabilities: dict[str, Capability] = {}
        self.controls: dict[str, Control] = {}
        self.polls: dict[str, Poll] = {}
        self.used: set[str] = set()


def desk(house: House) -> Desk:
    """The desk of a house."""
    found: Desk | None = house.rooms.get("computer")
    if found is None:
        found = house.rooms["computer"] = Desk()
    return found


def state(house: House) -> dict[str, JSON] | None:
    """The machine's state; None where there is no machine."""
    machine = desk(house).machine
    return None if machine is None else machine.state


def status(house: House) -> vm.Status:
    """The machine's status."""
    return vm.status(state(house), house.rules.computer.target)


def seen(house: House) -> bool:
    """Whether the machine exists, or was ever used."""
    target = house.rules.computer.target
    return status(house).container in ("running", "stopped") or target in desk(house).used


def lease_clock(house: House) -> float:
    """The moment that leases go by."""
    return vm.lease_clock(state(house), house.now)


def resource_of(house: House) -> str:
    """The id of the exclusive resource that the machine is."""
    return f"computer:vm:{house.rules.computer.target}"


def owner_of(part: Slot | Resource | Lease | Turn) -> Owner:
    """The turn that something belongs to."""
    return Owner(part.thread_id, part.generation)


def owners(house: House) -> Owners:
    """Who owns each resource."""
    return {id: owner_of(resource) for id, resource in desk(house).resources.items()}


def scene(house: House, slot: Slot) -> Scene:
    """What stands around a slot."""
    lease = desk(house).leases.get(slot.resource)
    held = None if lease is None else claims.Lease(owner_of(lease), lease.expires_at)
    return Scene(owners(house), held, status(house), lease_clock(house))


def lapsed(house: House, slot: Slot | None) -> bool:
    """Whether a slot's lease has run out."""
    lease = None if slot is None else desk(house).leases.get(slot.resource)
    mine = lease is not None and slot is not None and owner_of(lease) == owner_of(slot)
    return mine and lease is not None and lease.expires_at <= lease_clock(house)


def live_turn(house: House, token: str | None, purpose: str) -> Turn | None:
    """The live turn whose capability for a purpose this is; a computer's capability ends with the lease."""
    capability = desk(house).capabilities.get(token or "")
    if capability is None or capability.purpose != purpose:
        return None
    turn = house.live.get(capability.thread_id)
    slot = desk(house).slots.get(turn.id) if turn is not None else None
    ended = purpose == "computer" and lapsed(house, slot)
    known = gate.Capability(capability.generation, capability.state == "live", ended)
    if turn is None or not gate.alive(known, turn.generation):
        if capability.state == "live" and ended:
            house.change(capability, state="expired")
        return None
    return turn
