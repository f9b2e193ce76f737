"""Claiming the computer: who owns it, the lease, and what comes next for a turn's slot at it.

A slot is a turn's place at the computer, keyed by the turn's generation. An *eager* slot claims before the model is
first asked; a *lazy* one is mounted without a claim, and the first call of the screen begins it, once. A claim binds
the resource (it may have to wait), takes the lease, looks whether the machine is ready, and looks at the lease again.
A claim that fails gives everything back, so that the next turn has the computer, and is not tried again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hawthorne.bots.computer.vm import Status
from hawthorne.bots.rules.admission import Verdict, admit
from hawthorne.bots.rules.computer import ComputerRules


class Owner(NamedTuple):
    """Who owns a resource: a turn, by its thread and generation."""

    thread: str
    generation: str


Owners = Mapping[str, Owner]
"""Resources and who owns each; a resource that is not in it is free."""


def claim(owners: Owners, resource: str, owner: Owner) -> tuple[Owners, bool]:
    """The owners after a claim, and whether it was granted: what is free or one's own is.

    >>> claim({}, "computer:vm:shared", Owner("thread-1", "g1"))
    ({'computer:vm:shared': Owner(thread='thread-1', generation='g1')}, True)
    """
    held = owners.get(resource)
    if held is not None and held != owner:
        return owners, False
    return {**owners, resource: owner}, True


def released(owners: Owners, owner: Owner) -> Owners:
    """The owners after one gives back whatever it owns."""
    return {resource: other for resource, other in owners.items() if other != owner}


class Lease(NamedTuple):
    """A turn's lease of a machine, until a moment on the clock of leases."""

    owner: Owner
    until: float


class Facts(NamedTuple):
    """What the rows of `CLAIM` look at."""

    free: bool = False
    untold: bool = False
    unleased: bool = False
    blocked: bool = False
    startable: bool = False
    unready: bool = False
    lapsed: bool = False


class Scene(NamedTuple):
    """What stands around a slot: the owners, the lease of its machine, the machine's status, the clock of leases."""

    owners: Owners
    lease: Lease | None
    status: Status
    clock: float


class Slot(NamedTuple):
    """A slot as a claim sees it: its stage is the state of the edge table `slot`; `told` once people were told that it
    waits; `lazy` slots never start a machine."""

    owner: Owner
    resource: str
    stage: str
    lazy: bool = True
    told: bool = False


def facts_of(slot: Slot, scene: Scene) -> Facts:
    """What holds for a slot now."""
    held = scene.owners.get(slot.resource)
    mine = scene.lease is not None and scene.lease.owner == slot.owner
    startable = not slot.lazy and scene.status.container in ("stopped", "missing")
    return Facts(
        free=held is None or held == slot.owner,
        untold=not slot.told,
        unleased=not mine,
        blocked=scene.status.blocked,
        startable=startable,
        unready=not scene.status.ready,
        lapsed=mine and scene.lease is not None and scene.lease.until <= scene.clock,
    )


def proceed(slot: Slot, scene: Scene, rules: ComputerRules) -> Verdict:
    """What is next for a slot that is `binding` or `checking`: `bind`, `wait` (tell people), `hold` (nothing until
    something changes), `lease`, `start`, `claim`, or `fail` with the reason."""
    return admit(rules.claim, slot.stage, facts_of(slot, scene))


# --- where a turn's computer is -----------------------------------------------------------------------------------


class Wish(NamedTuple):
    """What the rows of `DESTINATION` look at."""

    off: bool = False
    browser: bool = False
    vm: bool = False
    unseen: bool = False
    ready: bool = False
    creatable: bool = False


def destination(
    computer: str | None, browser: bool | None, seen: bool, status: Status, rules: ComputerRules
) -> Verdict:
    """Where a bot's turn has its computer: `none`, `browser`, `eager` (claimed first) or `lazy` (claimed when used).

    `computer` is the bot's setting (None: automatic), `browser` its other one; `seen`: the machine exists or was used.

    >>> destination(None, False, True, Status("running", True), ComputerRules()).then
    'lazy'
    """
    wish = Wish(
        off=computer == "off",
        browser=computer == "browser" or (computer is None and browser is True),
        vm=computer == "vm",
        unseen=not seen,
        ready=status.ready and not status.blocked,
        creatable=status.container in ("stopped", "missing"),
    )
    return admit(rules.destination, "destination", wish)


def holder(owners: Owners, resource: str, names: Mapping[str, str], else_: str = "") -> str:
    """The name of the bot whose turn holds a resource, by thread."""
    held = owners.get(resource)
    return names.get(held.thread, else_) if held is not None else else_


def stale(owners: Owners, live: Iterable[Owner]) -> list[str]:
    """The resources whose owner is no live turn: by law there are none."""
    alive = set(live)
    return [resource for resource, owner in owners.items() if owner not in alive]
