"""Messages of a conversation: a tree of which one branch is in view, from its leaf up."""

from __future__ import annotations

from typing import Any

from hawthorne.bots.entities import Message, Thread
from hawthorne.bots.house import House


def append_message(house: House, thread: Thread, role: str, kind: str = "text", **parts: Any) -> Message:
    """Add a message below the leaf of the branch in view."""
    message = Message(house.next_id("message"), thread.id, role, kind, house.now, thread.active_leaf_id, **parts)
    house.messages[message.id] = message
    thread.messages.append(message.id)
    house.create(message)
    house.change(thread, active_leaf_id=message.id)
    return message


def branch(house: House, thread: Thread) -> list[Message]:
    """The messages of the branch in view, oldest first."""
    line = []
    at = thread.active_leaf_id
    while at is not None:
        message = house.messages[at]
        line.append(message)
        at = message.parent_id
    line.reverse()
    return line
