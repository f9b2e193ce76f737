"""The view: the one fold of a harness's notes. Waits, assertions, answers to GET, projections and pictures read it.

An entity is what its patches make of it; its history is the patches themselves, so that what it once was can be asked
for too. Nothing here looks at the machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hawthorne.core.record import Record
from hawthorne.core.values import JSON

Entity = dict[str, JSON]


OVER = frozenset({"completed", "failed", "interrupted"})
"""The states of a turn that is over."""


class Change(NamedTuple):
    """One patch of an entity: when, the record's number, and what changed (None: it was removed)."""

    at: float
    n: int
    patch: dict[str, JSON] | None


class View:
    """`entities` maps a kind to its entities by id, in the order of creation; `history` an address (`node/node-5`) to
    its changes; `rows` are the turns' evidence in the order of completion; `receipts` the answers by command id;
    `took` counts the edges and rows that decided."""

    __slots__ = ("_live", "_threads", "entities", "history", "n", "now", "receipts", "rows", "took")

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.entities: dict[str, dict[str, Entity]] = {}
        self.history: dict[str, list[Change]] = {}
        self.rows: list[Entity] = []
        self.receipts: dict[str, Entity] = {}
        self.took: dict[str, int] = {}
        self.now = 0.0
        self.n = 0
        self._threads: dict[str, list[str]] = {}
        self._live: dict[str, str] = {}
        for record in records:
            self.take(record)

    def take(self, record: Record) -> None:
        """Fold one more record."""
        self.now, self.n = record.at, record.n
        what, who, value = record.what, record.who, record.value
        if what == "wrote" and who is not None:
            self._wrote(record, who, value)
        elif what == "took" and who is not None:
            self.took[who] = self.took.get(who, 0) + 1
        elif what == "row":
            self.rows.append(value)
        elif what == "receipt" and who is not None:
            self.receipts[who] = value

    def _wrote(self, record: Record, who: str, patch: dict[str, JSON] | None) -> None:
        self.history.setdefault(who, []).append(Change(record.at, record.n, patch))
        kind, _, id = who.partition("/")
        known = self.entities.setdefault(kind, {})
        if patch is None:
            known.pop(id, None)
            if kind == "thread":
                for message in self._threads.pop(id, ()):
                    self.entities["message"].pop(message, None)
            return
        entity = known.get(id)
        if entity is None:
            entity = known[id] = {}
            if kind == "message":
                self._threads.setdefault(patch["threadId"], []).append(id)
        for name, value in patch.items():
            if value is None:
                entity.pop(name, None)
            else:
                entity[name] = value
        if kind == "turn":
            if entity["state"] in OVER:
                self._live.pop(id, None)
            else:
                self._live[id] = entity["botId"]

    # --- looking -------------------------------------------------------------------------------------------------

    def all(self, kind: str) -> list[Entity]:
        """The entities of a kind, in the order of creation."""
        return list(self.entities.get(kind, {}).values())

    def get(self, kind: str, id: str) -> Entity | None:
        """One entity, or None."""
        return self.entities.get(kind, {}).get(id)

    def messages(self, thread_id: str) -> list[Entity]:
        """The messages of a thread, in the order in which they were added (all branches)."""
        known = self.entities.get("message", {})
        return [known[id] for id in self._threads.get(thread_id, ())]

    def activities(self, thread_id: str) -> list[Entity]:
        """The activities of a thread: `tool.name` is what is shown."""
        return [message for message in self.messages(thread_id) if message["kind"] == "activity"]

    def threads(self, bot_id: str) -> list[Entity]:
        """The threads of a bot."""
        return [thread for thread in self.all("thread") if thread["botId"] == bot_id and "groupId" not in thread]

    def busy(self, bot_id: str) -> bool:
        """Whether a turn of the bot is under way: at work or waiting for somebody, in a thread of its own or a room."""
        return bot_id in self._live.values() or any(thread["busy"] for thread in self.threads(bot_id))

    def waiting_for_teammates(self, bot_id: str) -> bool:
        """Whether a thread of the bot is idle while work that it handed out is not over."""
        return any(thread["waitingForTeammates"] for thread in self.threads(bot_id))

    def activity(self, bot_id: str) -> str:
        """What the bot is seen to do: the most telling activity of its threads."""
        seen = {thread["activity"] for thread in self.threads(bot_id)}
        return next((name for name in ("waiting-on-you", "working", "parked.computer") if name in seen), "idle")

    def nodes(self, bot_id: str | None = None) -> list[Entity]:
        """The nodes of handed-off work, in the order of insertion; of one bot, if named."""
        return [node for node in self.all("node") if bot_id is None or node["botId"] == bot_id]

    def values_of(self, who: str, field: str) -> list[JSON]:
        """Every value that a field of an entity has had, in order: `values_of("node/node-2", "status")`."""
        changes = self.history.get(who, ())
        return [change.patch[field] for change in changes if change.patch is not None and field in change.patch]

    def queued(self, thread_id: str) -> list[Entity]:
        """The words that wait for a thread, in order."""
        return [item for item in self.all("queue") if item["threadId"] == thread_id and item["state"] == "queued"]

    def rows_of(self, bot_id: str) -> list[Entity]:
        """The evidence of a bot's turns, in the order of completion."""
        return [row for row in self.rows if row["botId"] == bot_id]

    def is_restful(self) -> bool:
        """Whether no turn is under way anywhere."""
        return not any(thread["busy"] for thread in self.all("thread"))
