"""Commands about bots and settings: who is on the team, and what they may do."""

from __future__ import annotations

from hawthorne.bots.commands import Command
from hawthorne.bots.entities import Bot, Thread
from hawthorne.bots.house import House, Receipt
from hawthorne.core.values import JSON


def create_bot(house: House, value: dict[str, JSON], id: str) -> Receipt | None:
    """Add a bot, with its first thread."""
    bot = Bot(house.next_id("bot"), value["name"], house.now, section=value.get("section"))
    thread = Thread(house.next_id("thread"), bot.id, "", house.now)
    bot.thread_id = thread.id
    house.bots[bot.id] = bot
    house.threads[thread.id] = thread
    house.create(bot)
    house.create(thread)
    return Receipt(201, {"bot": {"id": bot.id, "name": bot.name, "threadId": thread.id, "activeTaskId": thread.id}})


COMMANDS: dict[str, Command] = {"createBot": create_bot}
