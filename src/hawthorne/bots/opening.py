"""How a turn begins, and how words are put to one that is under way."""

from __future__ import annotations

from typing import Any

from hawthorne.bots import leave
from hawthorne.bots.entities import Bot, Message, Node, Thread, Turn
from hawthorne.bots.house import House
from hawthorne.bots.messages import append_message
from hawthorne.core.values import JSON


def open_turn(
    house: House,
    bot: Bot,
    thread: Thread,
    surface: str,
    cause: dict[str, JSON],
    text: str,
    lines: tuple[str, ...] = (),
    node: Node | None = None,
    resumed: bool = False,
) -> Turn:
    """Begin a turn: the thread is busy from here on; its model is asked before this moment ends, or when the computer
    is ready. The caller has asked for admission and has put the words into the conversation (`lines`)."""
    profile = profile_of(house, thread)
    turn = Turn(house.next_id("turn"), bot.id, thread.id, house.next_id("generation"), house.now, surface, cause, text,
                node_id=node.id if node else None, resumed=resumed, profile=profile, group_id=thread.group_id,
                model=leave.model_of(bot, thread), permission_mode=leave.permission_of(bot, thread, node),
                lines=lines)  # fmt: skip
    house.turns[turn.id] = turn
    house.live[thread.id] = turn
    house.create(turn)
    house.change(thread, busy=True, activity="working", waiting_for_teammates=False)
    house.launching.append(turn)
    return turn


def profile_of(house: House, thread: Thread) -> str:
    """Which tools a turn of this thread is offered."""
    if house.config.values.get("features", {}).get("delegation"):
        return "delegating"
    opened_itself = (thread.opened_by or {}).get("botId") == thread.bot_id
    return "own-thread" if opened_itself else "coordinating"


def steer(house: House, turn: Turn, text: str, **parts: Any) -> Message:
    """Put words to a turn that is under way: they join its next link. Returns the message."""
    thread = house.threads[turn.thread_id]
    message = append_message(house, thread, "user", text=text, steered=True, turn_id=turn.id, **parts)
    turn.steered.append(text)
    return message
