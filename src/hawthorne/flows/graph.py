"""The compiled form of a study: pools, scopes, nodes and flows, every name resolved and every expression parsed.

A node's class is its behaviour (see `flows.machine`); what stands here is what all nodes share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from hawthorne.core.machine import Due, Failed, Given
from hawthorne.core.values import JSON

if TYPE_CHECKING:
    from hawthorne.flows.machine.allocation import Allocation
    from hawthorne.flows.machine.battery import TaskSpec
    from hawthorne.flows.machine.post import Message
    from hawthorne.flows.machine.state import Extra, Frame, Token, Visit
    from hawthorne.flows.machine.walk import Walk

Reading = Callable[["Walk", "Frame", "Visit | None", "Extra | None"], JSON]
"""A compiled expression or template at its place: reads the walk, the frame, the visit that reads (if any), and names
given on the spot (`result`)."""


class Flow:
    """A sequence flow. `holds` reads its condition, None when it has none."""

    __slots__ = ("holds", "id", "index", "label", "source", "target")

    def __init__(self, id: str, index: int, label: str) -> None:
        self.id = id
        self.index = index
        self.label = label
        self.source: Node
        self.target: Node
        self.holds: Reading | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node stands: what every node is made with."""

    id: str
    index: int
    label: str
    type: str
    scope: Scope


class Node:
    """A flow node. Its class is its behaviour; what a kind of node does not do, it inherits from here as nothing.

    `enter` is called when a token arrives; it returns the flow that the token takes at once, or None when the token
    waits, has ended, or has been queued. The `hear...` methods are called when what a visit waits for has come: on the
    visit's own node, or on the boundary event that watches over it.
    """

    __slots__ = ("default", "id", "index", "ins", "label", "only", "outs", "scope", "type")

    interrupts = True
    """Whether a boundary event ends its activity."""
    before: frozenset[int] = frozenset()
    """Of an inclusive join: the nodes, by index, from which it can be reached."""

    host: Node | None = None
    """Of a boundary event: the activity that it watches over."""

    def __init__(self, spot: Spot) -> None:
        self.id = spot.id
        self.index = spot.index
        self.label = spot.label
        self.type = spot.type
        self.scope = spot.scope
        self.outs: list[Flow] = []
        self.ins: list[Flow] = []
        self.default: Flow | None = None
        self.only: Flow | None = None
        """The one outgoing flow of a node that has just one, without a condition: the fast way on."""

    def ready(self) -> None:
        """Called once, when the whole graph stands."""

    def enter(self, walk: Walk, token: Token) -> Flow | None:
        raise NotImplementedError

    # --- what a visit hears --------------------------------------------------------------------------------------

    def hear(self, walk: Walk, visit: Visit, key: str, event: Given | Failed | Due) -> None:
        """A key of a visit was answered, failed, or came to its end."""
        raise NotImplementedError

    def hear_message(self, walk: Walk, visit: Visit, message: Message) -> None:
        """A message has come along a flow that is listened to."""
        raise NotImplementedError

    def hear_signal(self, walk: Walk, visit: Visit, value: JSON) -> None:
        """A signal was thrown."""
        raise NotImplementedError

    def hear_condition(self, walk: Walk, visit: Visit) -> None:
        """The condition has become true."""
        raise NotImplementedError

    def becomes_true(self, walk: Walk, visit: Visit) -> bool:
        """Whether a condition that is listened for is true now."""
        return False

    def has_mail(self, walk: Walk) -> bool:
        """Whether a message waits for this event."""
        return False

    def offer(self, walk: Walk, visit: Visit) -> None:
        """Listen for this event on behalf of an event-based gateway that stands before it."""
        raise NotImplementedError

    def chosen(self, walk: Walk, visit: Visit, event: Node) -> None:
        """An event that was offered to this gateway has come."""
        raise NotImplementedError

    # --- what happens inside and around --------------------------------------------------------------------------

    def inside_done(self, walk: Walk, visit: Visit, frame: Frame) -> None:
        """A frame inside a visit has ended."""
        raise NotImplementedError

    def path_ended(self, walk: Walk, visit: Visit, frame: Frame) -> bool:
        """A path of a frame inside a visit has ended; True when the node has dealt with the frame itself."""
        return False

    def handled(self, walk: Walk, visit: Visit) -> None:
        """A compensation handler that a visit here has started is over."""
        raise NotImplementedError

    def catcher(self, cause: str, code: str | None) -> Node | None:
        """The boundary event on this node that catches what was thrown inside, if any."""
        return None

    def compensator(self) -> Node | None:
        """The activity that undoes this one, if any."""
        return None

    def catches(self, cause: str, code: str | None) -> bool:
        """Whether this event sub-process catches what was thrown in its scope."""
        return False

    def rise(self, walk: Walk, visit: Visit, value: JSON) -> None:
        """Begin this event sub-process."""
        raise NotImplementedError

    def stand_ready(self, walk: Walk, visit: Visit) -> None:
        """Listen, as an event sub-process of a scope that was just entered."""
        raise NotImplementedError

    def release(self, walk: Walk, frame: Frame) -> None:
        """Let an inclusive join go on with what has arrived."""
        raise NotImplementedError

    def left_over(self, arrived: dict[int, int]) -> str | None:
        """Why a scope cannot end with what still waits at this join; None where it can."""
        return None

    def waits_for(self, visit: Visit) -> str:
        """What a token that stays here waits for, in words."""
        return "something that cannot come"


@dataclass(eq=False)
class Scope:
    """A container: a process or a sub-process. `properties` are (name, initial value) pairs; `fixed` are read-only
    ones (Parameters wired into it)."""

    id: str
    parent: Scope | None
    properties: dict[str, JSON] = field(default_factory=dict)
    fixed: dict[str, JSON] = field(default_factory=dict)
    start: Node | None = None
    starts: list[Node] = field(default_factory=list)
    """Every node that nothing flows into: where an ad-hoc sub-process begins."""
    listeners: list[Node] = field(default_factory=list)
    """Its event sub-processes."""
    repeats: bool = False


@dataclass(eq=False)
class Pool:
    """A pool with a process. `id` is the participant's id (the process's when no collaboration names one);
    `instances` is its multiplicity."""

    id: str
    label: str
    scope: Scope
    instances: int = 1
    repeats: bool = False
    elements: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Box:
    """A black-box pool: a role that only answers. `converses` when it keeps a conversation with each asker."""

    id: str
    label: str
    converses: bool = False


@dataclass(eq=False)
class MessageFlow:
    """A message flow. `structure` is its typed structure, if any; an end is a `Box`, a `Pool` or a `Node`'s id."""

    id: str
    source: str
    target: str
    structure: str | None
    source_box: Box | None = None
    target_box: Box | None = None
    source_pool: str | None = None
    target_pool: str | None = None
    target_node: str | None = None
    source_node: str | None = None


class PlanClock:
    """What FEEL's `now()` reads: the plan's epoch plus the clock of the case that is running."""

    __slots__ = ("epoch", "moment")

    def __init__(self, epoch: datetime) -> None:
        self.epoch = epoch
        self.moment = 0.0

    def __call__(self) -> datetime:
        return self.epoch + timedelta(seconds=self.moment)


@dataclass(eq=False)
class Graph:
    """A compiled study. `initial` holds the lasting properties of plain elements by element id; `counts` names what
    the counters count, by index (`_meta.reached`)."""

    clock: PlanClock
    pools: list[Pool] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    flows: list[Flow] = field(default_factory=list)
    boxes: dict[str, Box] = field(default_factory=dict)
    messages: dict[str, MessageFlow] = field(default_factory=dict)
    lasting: dict[str, dict[str, JSON]] = field(default_factory=dict)
    tasks: list[TaskSpec] = field(default_factory=list)
    randoms: list[Allocation] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)
    once: list[MessageFlow] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)
    flow_index: dict[str, int] = field(default_factory=dict)
    property_names: dict[str, str] = field(default_factory=dict)
    reads_trace: bool = False
    seed: int | str = 0
    start_state: Mapping[str, Any] = field(default_factory=dict)
