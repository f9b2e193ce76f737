"""What admission looks at, gathered from the house at the moment it is asked."""

from __future__ import annotations

from hawthorne.bots.entities import Bot, Thread
from hawthorne.bots.house import House
from hawthorne.bots.rules.admission import Facts, Verdict, admit


def limit_of(house: House, bot: Bot) -> int:
    """How many of its threads may be busy at once."""
    if bot.max_concurrent_threads is not None:
        return bot.max_concurrent_threads
    threads = house.config.values.get("threads", {})
    return int(threads.get("maxConcurrentPerBot", house.rules.limits.threads))


def busy_threads(house: House, bot_id: str) -> int:
    """How many slots are taken: turns of its own threads, a turn that waits for a person too; not a room's."""
    return sum(1 for turn in house.live.values() if turn.bot_id == bot_id and turn.group_id is None)


def in_group_turn(house: House, bot_id: str) -> bool:
    """Whether the bot has the floor of a room."""
    return any(turn.bot_id == bot_id and turn.group_id is not None for turn in house.live.values())


def has_open_tree(house: House, thread_id: str) -> bool:
    """Whether work that a turn of this thread handed out is not over."""
    terminal = house.rules.terminal
    return any(root.thread_id == thread_id and root.status not in terminal for root in house.roots.values())


def can_steer(house: House) -> bool:
    """Whether words can be put to a model that is at work."""
    return bool(house.config.values.get("engine", {}).get("canSteer", house.rules.can_steer))


def facts_of(house: House, bot: Bot | None, thread: Thread | None, images: bool = False) -> Facts:
    """The facts about a bot (None: there is none) and one of its threads (None: a new one)."""
    if bot is None:
        return Facts(missing=True)
    taken = busy_threads(house, bot.id)
    group = in_group_turn(house, bot.id)
    return Facts(
        thread_busy=thread is not None and thread.id in house.live,
        at_capacity=taken >= limit_of(house, bot),
        group_turn=group,
        parks=bot.park_direct_messages and thread is not None and has_open_tree(house, thread.id),
        bot_busy=taken > 0 or group,
        can_steer=can_steer(house),
        images=images,
    )


def ask_admission(house: House, surface: str, facts: Facts, note: bool = True) -> Verdict:
    """Ask the table, and note the row that decided (once for each decision that is acted on)."""
    verdict = admit(house.rules.admission, surface, facts)
    if note:
        house.used(f"admission.{verdict.row}")
    return verdict
