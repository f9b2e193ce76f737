"""Hook of the activities (the rooms' part replaces this stub): lines of a conversation that say what happens.

`append` adds one and returns its message; `patch` may rewrite a chip in place (its history stays in the notes).
`kind` is `call` (a tool's call), `chip` (a phrase for people) or `error`.
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


def patch(house: House, message: Message, name: str, ok: bool | None = None) -> None:
    """Rewrite a chip."""
    tool = (message.tool or {}) | {"name": name} | ({} if ok is None else {"ok": ok})
    house.change(message, tool=tool)
