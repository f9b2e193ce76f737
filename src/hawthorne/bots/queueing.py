"""Words that wait: how they join a queue, and how the head of a queue becomes one turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hawthorne.bots.entities import QueueItem, Thread
from hawthorne.bots.house import House
from hawthorne.bots.rules.limits import Drain
from hawthorne.core.values import JSON


def identity(item: QueueItem) -> tuple[JSON, ...]:
    """Who speaks, and in what capacity: only words of one identity become one turn."""
    return (item.bot_id, item.surface == "room", bool(item.unattended), (item.peer_ask or {}).get("botId"))


def head_run(items: Iterable[QueueItem], drain: Drain) -> list[QueueItem]:
    """The items at the head that become one turn: neighbours of one identity, each no later than the window after the
    one before, and never earlier; in a room no more than its cap."""
    run: list[QueueItem] = []
    for item in items:
        if run:
            gap = item.queued_at - run[-1].queued_at
            full = item.surface == "room" and len(run) >= drain.room_cap
            if full or identity(item) != identity(run[0]) or not 0.0 <= gap <= drain.window:
                break
        run.append(item)
    return run


def enqueue(
    house: House, thread: Thread, text: str, reason: str | None, surface: str, bot_id: str | None = None, **parts: Any
) -> QueueItem:
    """Have words wait for their thread (in a room: for the bot that they are for). They are not part of the
    conversation yet."""
    item = QueueItem(house.next_id("queue"), bot_id or thread.bot_id, thread.id, text, house.now, house.next_order(),
                     reason=reason, surface=surface, **parts)  # fmt: skip
    house.queue[item.id] = item
    thread.items.append(item.id)
    house.create(item)
    return item


def waiting(house: House, thread: Thread) -> list[QueueItem]:
    """The words that wait for a thread, in order."""
    return [house.queue[id] for id in thread.items]


def withdraw(house: House, thread: Thread, item: QueueItem, on: str) -> bool:
    """Take words out of their queue: `drain` (they are said now), `cancel` or `drop`."""
    if not house.take("queue", item, on):
        return False
    thread.items.remove(item.id)
    del house.queue[item.id]
    return True
