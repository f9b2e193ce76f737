"""The house: everything that the harness knows, and the few ways in which it changes.

Each part of the harness is functions that take the house first. Whatever changes an entity goes through `create`,
`change`, `take` or `remove`, so that each change is a note; whatever is to be looked at again is marked by `stir`.
Nothing here decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from hawthorne.bots.entities import (
    Bot,
    Config,
    Entity,
    Group,
    Message,
    Node,
    QueueItem,
    Request,
    Thread,
    Turn,
    camel,
    whole,
)
from hawthorne.bots.rules import Rules
from hawthorne.bots.rules.edges import lookup
from hawthorne.bots.wording import say
from hawthorne.core.machine import Drop, Effect, Note, Wait
from hawthorne.core.values import JSON


class Receipt(NamedTuple):
    """What a command is answered with: an HTTP status and a body."""

    status: int
    body: JSON = None


def refusal(status: int, why: str, code: str) -> Receipt:
    """A refusal: the reason in words, and its code (the row that refused)."""
    return Receipt(status, {"error": why, "code": code})


SHORTEST = 1e-6
"""The shortest wait for a moment that is still ahead, in seconds: the grain of a case's clock. A moment between two
grains would else be waited for again and again without the clock moving."""


def _nowhere(effect: Effect) -> None:
    """The sink of a house that nobody listens to."""


class House:
    """The state of one harness.

    `turns` are those under way, `live` the same by thread, `asks` the turn of each open ask; `settling`, `launching`
    and `stirred` are what is still to be done at this moment (see `hawthorne.bots.harness`).
    """

    __slots__ = (
        "_alarms", "_counters", "_seq", "_serial", "asks", "bots", "case", "config", "groups", "launching", "live",
        "messages", "nodes", "now", "pairs", "put", "queue", "requests", "rooms", "roots", "rules", "sends", "settling",
        "stirred", "threads", "turns",
    )  # fmt: skip

    def __init__(self, rules: Rules, case: int = 1) -> None:
        self.rules = rules
        self.case = case
        self.now = 0.0
        self.put: Callable[[Effect], None] = _nowhere
        self.config = Config()
        self.bots: dict[str, Bot] = {}
        self.threads: dict[str, Thread] = {}
        self.messages: dict[str, Message] = {}
        self.queue: dict[str, QueueItem] = {}
        self.turns: dict[str, Turn] = {}
        self.live: dict[str, Turn] = {}
        self.asks: dict[str, Turn] = {}
        self.nodes: dict[str, Node] = {}
        self.roots: dict[str, Node] = {}
        """Roots by the generation of their asking turn."""
        self.pairs: dict[tuple[str, str], str] = {}
        self.requests: dict[str, Request] = {}
        self.groups: dict[str, Group] = {}
        self.sends: dict[tuple[str, str], tuple[str, Receipt]] = {}
        self.settling: deque[Turn] = deque()
        self.launching: deque[Turn] = deque()
        self.stirred: set[str] = set()
        self.rooms: dict[str, Any] = {}
        """What the parts of the upper levels keep, each under its own name (`routines`, `computer`, `skills` ...)."""
        self._counters: dict[str, int] = {}
        self._alarms: dict[str, tuple[float, str]] = {}
        self._seq = 0
        self._serial = 0

    # --- counting ------------------------------------------------------------------------------------------------

    def next_id(self, kind: str) -> str:
        """The next id of a kind: `bot-1`, `bot-2` ..."""
        count = self._counters.get(kind, 0) + 1
        self._counters[kind] = count
        return f"{kind}-{count}"

    def next_seq(self) -> int:
        """The next number of the one order in which turns begin and end."""
        self._seq += 1
        return self._seq

    def next_order(self) -> int:
        """The next place in the order of everything that waits to be dispatched."""
        self._serial += 1
        return self._serial

    # --- changing ------------------------------------------------------------------------------------------------

    def create(self, entity: Entity) -> None:
        """State a new entity."""
        self.put(Note("wrote", f"{entity.KIND}/{entity.id}", whole(entity)))

    def change(self, entity: Entity, **changes: Any) -> bool:
        """Set fields; what differs is one note. Returns whether anything did."""
        patch = {}
        for name, value in changes.items():
            if getattr(entity, name) != value:
                setattr(entity, name, value)
                if name not in entity.INSIDE:
                    patch[camel(name)] = value
        if patch:
            self.put(Note("wrote", f"{entity.KIND}/{entity.id}", patch))
        return bool(patch)

    def remove(self, entity: Entity) -> None:
        """State that an entity is no longer there."""
        self.put(Note("wrote", f"{entity.KIND}/{entity.id}"))

    def take(self, machine: str, entity: Entity, on: str, field: str = "state", **changes: Any) -> bool:
        """Take the edge that an entity's state has for `on`; without one nothing happens and the answer is False."""
        source = getattr(entity, field)
        edge = lookup(self.rules.edges).get((machine, source, on))
        if edge is None:
            return False
        self.put(Note("took", edge.name, {"id": entity.id, "from": source, "to": edge.target}))
        self.change(entity, **{field: edge.target}, **changes)
        return True

    def used(self, row: str, value: JSON = None) -> None:
        """State that a row of a table decided (`<table>.<row>`)."""
        self.put(Note("took", row, value))

    def receipt(self, id: str, receipt: Receipt) -> None:
        """Answer a command: exactly once, now or later."""
        self.put(Note("receipt", id, {"status": receipt.status, "body": receipt.body}))

    def say(self, key: str, /, **places: object) -> str:
        """The harness's words for a key."""
        return say(self.rules.wording, key, **places)

    # --- what is to be done --------------------------------------------------------------------------------------

    def stir(self, *parts: str) -> None:
        """Have parts (`handoffs`, `routines`, `drains`) look again before this moment ends; none named: all."""
        self.stirred.update(parts or ("handoffs", "routines", "drains"))

    def alarm(self, name: str, at: float | None) -> None:
        """Have `Due("<name>#<n>")` come at this moment instead of the one set before; None: not at all.

        `name` begins with the part that hears it: `handoffs`, `routines`, `computer:slot-3` ...
        """
        known = self._alarms.get(name)
        if known is not None:
            if at == known[0]:
                return
            self.put(Drop(known[1]))
            del self._alarms[name]
        if at is not None:
            self._serial += 1
            key = f"{name}#{self._serial}"
            self._alarms[name] = (at, key)
            ahead = at - self.now
            self.put(Wait(key, max(round(ahead, 6), SHORTEST) if ahead > 0 else 0.0))

    def rang(self, key: str) -> str | None:
        """The name of the alarm that a due key belongs to, which is over now; None for one set aside."""
        name = key.rpartition("#")[0]
        if self._alarms.get(name, (0.0, ""))[1] != key:
            return None
        del self._alarms[name]
        return name
