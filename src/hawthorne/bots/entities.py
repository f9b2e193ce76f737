"""What the harness keeps: bots, threads, messages, turns, queued words, handed-off work, requests to people.

Each entity has a `kind` and an `id` (a counter by kind: `bot-1`, `thread-3`). Whatever is not in `INSIDE` is part of
its notes, in camelCase and without what is None. A value that is part of a note is never changed in place: a new list
or dict is assigned.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, ClassVar, Protocol

from hawthorne.core.values import JSON


class Entity(Protocol):
    """Anything with a kind, an id and fields."""

    KIND: ClassVar[str]
    INSIDE: ClassVar[frozenset[str]]

    @property
    def id(self) -> str: ...


@lru_cache(maxsize=1024)
def camel(name: str) -> str:
    """A field's name on the wire.

    >>> camel("chief_of_staff")
    'chiefOfStaff'
    """
    head, *tail = name.split("_")
    return head + "".join(word.capitalize() for word in tail)


@lru_cache(maxsize=64)
def shown(kind: Any) -> tuple[tuple[str, str], ...]:
    """The fields of an entity's class that are part of its notes, each with its name on the wire."""
    inside = kind.INSIDE
    return tuple((f.name, camel(f.name)) for f in fields(kind) if f.name not in inside)


def whole(entity: Any) -> dict[str, JSON]:
    """The entity as its first note has it."""
    pairs = ((wire, getattr(entity, name)) for name, wire in shown(entity.__class__))
    return {wire: value for wire, value in pairs if value is not None}


@dataclass(slots=True, eq=False)
class Bot:
    """A member of a team. `turns` counts the turns begun (the index of the next)."""

    KIND: ClassVar[str] = "bot"
    INSIDE: ClassVar[frozenset[str]] = frozenset({"turns"})

    id: str
    name: str
    created_at: float
    thread_id: str = ""
    title: str | None = None
    description: str | None = None
    section: str | None = None
    hidden: bool | None = None
    chief_of_staff: bool = False
    managed_sections: list[str] = field(default_factory=list)
    peers: list[str] | None = None
    approve_peer_comms: bool | None = None
    computer: str | None = None
    browser: bool | None = None
    max_concurrent_threads: int | None = None
    park_direct_messages: bool = False
    model: str | None = None
    permission_mode: str | None = None
    skills: list[str] = field(default_factory=list)
    turns: int = 0


@dataclass(slots=True, eq=False)
class Thread:
    """A conversation of a bot (or of a room: `group_id`). `leaf` is the last message of the branch in view; `session`
    is what the model session has been told (kept by the prompts); `pair` names the asker of a standing thread."""

    KIND: ClassVar[str] = "thread"
    INSIDE: ClassVar[frozenset[str]] = frozenset({"messages", "session", "items"})

    id: str
    bot_id: str
    title: str
    created_at: float
    surface: str = "direct"
    """`direct`, `pair`, `work`, `opened`, `routine` or `room`."""
    group_id: str | None = None
    opened_by: dict[str, JSON] | None = None
    closed_by: dict[str, JSON] | None = None
    busy: bool = False
    activity: str = "idle"
    """`idle`, `working`, `waiting-on-you`, `parked.computer`."""
    waiting_for_teammates: bool = False
    active_leaf_id: str | None = None
    model: str | None = None
    permission_mode: str | None = None
    messages: list[str] = field(default_factory=list)
    items: deque[str] = field(default_factory=deque)
    """The ids of the queued words, in order."""
    session: Any = None


@dataclass(slots=True, eq=False)
class Message:
    """A line of a conversation: a text, or an activity (`tool`)."""

    KIND: ClassVar[str] = "message"
    INSIDE: ClassVar[frozenset[str]] = frozenset()

    id: str
    thread_id: str
    role: str
    kind: str
    at: float
    parent_id: str | None = None
    text: str | None = None
    tool: dict[str, JSON] | None = None
    """`{name, ok?, arguments?, kind: call | chip | error}`."""
    turn_id: str | None = None
    turn_terminal: bool | None = None
    turn_succeeded: bool | None = None
    steered: bool | None = None
    queue_id: str | None = None
    send_id: str | None = None
    from_: dict[str, JSON] | None = None
    peer_ask: dict[str, JSON] | None = None
    thread_ref: dict[str, JSON] | None = None
    results: list[str] | None = None
    """The requests whose results this message carries; its text is made again whenever it is shown to a model."""


@dataclass(slots=True, eq=False)
class QueueItem:
    """Words that wait for their thread. `state` is queued, sent, cancelled or dropped."""

    KIND: ClassVar[str] = "queue"
    INSIDE: ClassVar[frozenset[str]] = frozenset({"order"})

    id: str
    bot_id: str
    thread_id: str
    text: str
    queued_at: float
    order: int
    """The place in the order of everything that ever waited."""
    state: str = "queued"
    reason: str | None = None
    surface: str = "direct"
    send_id: str | None = None
    reply_to_id: str | None = None
    unattended: bool | None = None
    peer_ask: dict[str, JSON] | None = None


@dataclass(slots=True, eq=False)
class Turn:
    """One turn of a bot: a chain of asks to its model. `generation` is what everything that the turn holds is keyed by:
    a callback of another generation does nothing."""

    KIND: ClassVar[str] = "turn"
    INSIDE: ClassVar[frozenset[str]] = frozenset(
        {
            "text", "ask", "messages", "system", "instructions", "prompt", "offered", "calls", "todo", "pending",
            "steered", "reply", "opened", "tries", "seq_start", "holds", "links", "launched", "lines",
        }
    )  # fmt: skip

    id: str
    bot_id: str
    thread_id: str
    generation: str
    started_at: float
    surface: str
    """`direct`, `opened-thread`, `peer`, `resume`, `unattended` or `room`."""
    cause: dict[str, JSON]
    """What it comes from: `{"kind": send | queue | node | resume | routine | rerun | thread | room, "id": ...}`."""
    text: str
    """The words that it is about, as the person or bot wrote them (a resumed turn: what came back)."""
    state: str = "dispatching"
    node_id: str | None = None
    group_id: str | None = None
    resumed: bool = False
    profile: str = "coordinating"
    index: int | None = None
    ended_at: float | None = None
    ok: bool | None = None
    stop_reason: str | None = None
    model: str | None = None
    permission_mode: str | None = None

    lines: tuple[str, ...] = ()
    """The messages that the words stand in: not part of the history that its model is shown."""
    launched: bool = False
    links: int = 0
    ask: str | None = None
    """The id of the open ask."""
    messages: list[dict[str, JSON]] = field(default_factory=list)
    system: str = ""
    instructions: str = ""
    prompt: JSON = None
    offered: tuple[str, ...] = ()
    calls: list[dict[str, JSON]] = field(default_factory=list)
    """The calls made: `{"tool", "arguments", "result", "errored"}`, and the `code` of a refusal."""
    todo: deque[dict[str, JSON]] = field(default_factory=deque)
    """The calls of the present link still to be made."""
    pending: tuple[dict[str, JSON], str] | None = None
    """A call that waits for somebody, and for whom: the key under which `tools.dispatch.resolve` finds it."""
    steered: list[str] = field(default_factory=list)
    reply: str = ""
    opened: int = 0
    """Threads opened by this turn."""
    tries: dict[str, int] = field(default_factory=dict)
    seq_start: int = 0
    holds: dict[str, Any] = field(default_factory=dict)
    """What other parts keep with the turn (the computer's slot, say), by their name."""


@dataclass(slots=True, eq=False)
class Node:
    """A piece of handed-off work: the root is the asking turn itself. `generation` is the asking turn's."""

    KIND: ClassVar[str] = "node"
    INSIDE: ClassVar[frozenset[str]] = frozenset({"order", "ready_at", "held", "children", "running", "turn"})

    id: str
    root_id: str
    bot_id: str
    thread_id: str
    key: str
    text: str
    created_at: float
    status: str
    generation: str
    order: int
    parent_id: str | None = None
    group_id: str | None = None
    kind: str = "work"
    result: str = ""
    error: str | None = None
    withheld: bool | None = None
    digest: str | None = None
    """What had come back, in short, when the work was stopped for want of progress: for people."""
    reported: bool = False
    delivered: bool = False
    executions: int = 0
    started_at: float | None = None
    last_progress_at: float | None = None
    ended_at: float | None = None
    approval_granted: bool = False
    permission_mode: str | None = None
    """That of the turn which asked for it; a root has none."""
    request_batch_key: str | None = None
    paused: float = 0.0
    """Root: the seconds for which a node of the tree ran."""
    running_since: float | None = None
    """Root: since when a node of the tree runs."""
    ready_at: float = 0.0
    """Since when it waits for a turn."""
    held: bool = False
    """Whether admission has refused it since then."""
    running: int = 0
    """Root: how many nodes of the tree run."""
    children: list[str] = field(default_factory=list)
    turn: str | None = None
    """The turn that carries it out now."""

    @property
    def machine(self) -> str:
        """Which edge table it follows."""
        return "child" if self.parent_id else "root"


@dataclass(slots=True, eq=False)
class Request:
    """A question to a person that a turn waits for. `state` is open, allowed, denied or withdrawn."""

    KIND: ClassVar[str] = "request"
    INSIDE: ClassVar[frozenset[str]] = frozenset()

    id: str
    bot_id: str
    thread_id: str
    turn_id: str
    text: str
    at: float
    state: str = "open"


@dataclass(slots=True, eq=False)
class Group:
    """A room: bots that share a conversation. `floor` are the bots that posted since a person last wrote."""

    KIND: ClassVar[str] = "group"
    INSIDE: ClassVar[frozenset[str]] = frozenset({"floor"})

    id: str
    name: str
    members: list[str]
    thread_id: str
    created_at: float
    floor: set[str] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Config:
    """The settings: `threads.maxConcurrentPerBot`, `features`, `engine.canSteer` and whatever else is patched in."""

    KIND: ClassVar[str] = "config"
    INSIDE: ClassVar[frozenset[str]] = frozenset()

    id: str = "config"
    values: dict[str, JSON] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Routine:
    """Work that a bot does by the clock or at a person's word; `schedule` as it was given."""

    KIND: ClassVar[str] = "routine"
    INSIDE: ClassVar[frozenset[str]] = frozenset()

    id: str
    name: str
    prompt: str
    bot_id: str
    schedule: dict[str, JSON]
    created_at: float
    updated_at: float
    target: str = "bot"
    enabled: bool = True
    overlap: str = "skip"
    timeout_minutes: int | None = None
    next_run_at: float | None = None
    skipped_at: float | None = None
    """The last time that came while a run was still open, and was left out."""


@dataclass(slots=True, eq=False)
class Run:
    """One time that a routine is done. `prompt` is the routine's as it was then; `attention` says why a person may want
    to look, until it was seen."""

    KIND: ClassVar[str] = "run"
    INSIDE: ClassVar[frozenset[str]] = frozenset()

    id: str
    routine_id: str
    routine_name: str
    prompt: str
    bot_id: str
    scheduled_for: float
    created_at: float
    status: str = "queued"
    manual: bool = False
    trigger_source: str = "schedule"
    target: str = "bot"
    deferred_at: float | None = None
    deferred_notice_at: float | None = None
    thread_id: str | None = None
    started_at: float | None = None
    finished_at: float | None = None
    output: str | None = None
    attention: str | None = None
    error: str | None = None
