"""What the harness keeps of the computer. Each is an entity: its changes are notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from hawthorne.core.values import JSON

NOTHING: frozenset[str] = frozenset()


@dataclass(slots=True, eq=False)
class Slot:
    """A turn's place at the computer; `state` follows the edge table `slot`. `told`: people were told that it waits;
    `order` is its place among those that wait."""

    KIND: ClassVar[str] = "slot"
    INSIDE: ClassVar[frozenset[str]] = frozenset({"order"})

    id: str
    turn_id: str
    thread_id: str
    bot_id: str
    generation: str
    resource: str
    lazy: bool
    state: str
    told: bool = False
    failure: str | None = None
    order: int = 0


@dataclass(slots=True, eq=False)
class Resource:
    """A resource that a turn owns; one that is free is no entity."""

    KIND: ClassVar[str] = "resource"
    INSIDE: ClassVar[frozenset[str]] = NOTHING

    id: str
    bot_id: str
    thread_id: str
    generation: str


@dataclass(slots=True, eq=False)
class Lease:
    """A turn's lease of a machine, until a moment on the clock of leases; renewed by every sign of life."""

    KIND: ClassVar[str] = "lease"
    INSIDE: ClassVar[frozenset[str]] = NOTHING

    id: str
    bot_id: str
    thread_id: str
    generation: str
    expires_at: float


@dataclass(slots=True, eq=False)
class Capability:
    """What lets a live turn act: `purpose` is `turn` (its tools) or `computer`; `state` live, revoked or expired."""

    KIND: ClassVar[str] = "capability"
    INSIDE: ClassVar[frozenset[str]] = NOTHING

    id: str
    bot_id: str
    thread_id: str
    generation: str
    purpose: str
    state: str = "live"


@dataclass(slots=True, eq=False)
class Machine:
    """The machine behind the computer: its state as a fixture says it is (`hawthorne.bots.computer.vm`)."""

    KIND: ClassVar[str] = "vm"
    INSIDE: ClassVar[frozenset[str]] = NOTHING

    id: str
    state: dict[str, JSON] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Control:
    """Whether a person has the wheel of a bot's computer, and whether the bot asked for hands."""

    KIND: ClassVar[str] = "control"
    INSIDE: ClassVar[frozenset[str]] = NOTHING

    id: str
    held: bool = False
    help_open: bool = False
