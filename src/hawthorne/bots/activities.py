"""Activities: lines of a conversation that say what happens, in the order in which it did.

A line is a `call` (a tool's name), a `chip` (a phrase for people) or an `error`. Only a chip may be rewritten, and its
history stays in the notes. A turn has at most one error line: the part that ends it writes it.
"""

from __future__ import annotations

from hawthorne.bots.entities import Message, Thread, Turn
from hawthorne.bots.house import House
from hawthorne.bots.messages import append_message
from hawthorne.core.values import JSON


def append(
    house: House,
    thread: Thread,
    name: str,
    kind: str = "chip",
    ok: bool | None = None,
    arguments: JSON = None,
    turn: Turn | None = None,
    thread_ref: dict[str, JSON] | None = None,
) -> Message:
    """Add an activity to a thread."""
    tool: dict[str, JSON] = {"name": name, "kind": kind}
    tool |= {} if ok is None else {"ok": ok}
    tool |= {} if arguments is None else {"arguments": arguments}
    return append_message(
        house, thread, "bot", "activity", tool=tool, turn_id=turn.id if turn else None, thread_ref=thread_ref
    )


def patch(house: House, message: Message, name: str, ok: bool | None = None) -> bool:
    """Rewrite a chip; whether it is one. What a tool was called with and what went wrong stay as they are."""
    if message.tool is None or message.tool["kind"] != "chip":
        return False
    return house.change(message, tool=message.tool | {"name": name} | ({} if ok is None else {"ok": ok}))
