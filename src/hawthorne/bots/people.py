"""Commands about bots: who is on the team, and what each may do."""

from __future__ import annotations

from typing import Any

from hawthorne.bots import routines
from hawthorne.bots.commands import Command
from hawthorne.bots.computer import hooks as computer
from hawthorne.bots.entities import Bot, Thread
from hawthorne.bots.handoffs import stop
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.reach import team
from hawthorne.bots.teams import STATUS, Proposed, objection
from hawthorne.bots.threads import drop_thread
from hawthorne.core.values import JSON

FIELDS = {
    "name": "name",
    "title": "title",
    "description": "description",
    "section": "section",
    "hidden": "hidden",
    "chiefOfStaff": "chief_of_staff",
    "managedSections": "managed_sections",
    "peers": "peers",
    "approvePeerComms": "approve_peer_comms",
    "computer": "computer",
    "browser": "browser",
    "maxConcurrentThreads": "max_concurrent_threads",
    "parkDirectMessages": "park_direct_messages",
    "model": "model",
    "permissionMode": "permission_mode",
}
"""What can be set, by its name on the wire."""


def create_bot(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Add a bot, with its first thread."""
    bot = Bot("", value["name"], house.now)
    refused = _refused(house, bot, value, busy=False)
    if refused is not None:
        return refused
    bot.id = house.next_id("bot")
    for name, field in FIELDS.items():
        if name in value:
            setattr(bot, field, value[name])
    thread = Thread(house.next_id("thread"), bot.id, "", house.now)
    bot.thread_id = thread.id
    house.bots[bot.id] = bot
    house.threads[thread.id] = thread
    house.create(bot)
    house.create(thread)
    if bot.chief_of_staff:
        _move_chief(house, bot)
    return Receipt(201, {"bot": brief(bot)})


def patch_bot(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Change a bot. To reach more waits until nobody is at work; to reach less takes hold at once."""
    bot = house.bots.get(value["botId"])
    if bot is None:
        return unknown(value["botId"])
    refused = _refused(house, bot, value, busy=bool(house.live))
    if refused is not None:
        return refused
    changes: dict[str, Any] = {field: value[name] for name, field in FIELDS.items() if name in value}
    if changes.get("chief_of_staff") is False:
        changes["managed_sections"] = []
    house.change(bot, **changes)
    if bot.chief_of_staff and ("chief_of_staff" in changes or "section" in changes):
        _move_chief(house, bot)
    house.stir()
    return Receipt(200, {"bot": brief(bot)})


def delete_bot(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Remove a bot that is not at work, with its threads and what waits for them."""
    bot = house.bots.get(value["botId"])
    if bot is None:
        return unknown(value["botId"])
    if any(turn.bot_id == bot.id for turn in house.live.values()):
        return refusal(409, f"{bot.name} is at work", "bot.busy")
    routines.on_bot_deleted(house, bot)
    computer.on_bot_deleted(house, bot)
    for thread in [thread for thread in house.threads.values() if thread.bot_id == bot.id and thread.group_id is None]:
        stop.delete_source(house, thread.id)
        drop_thread(house, thread)
    for group in house.groups.values():
        house.change(group, members=[member for member in group.members if member != bot.id])
    del house.bots[bot.id]
    house.remove(bot)
    house.stir()
    return Receipt(200, {"ok": True})


def brief(bot: Bot) -> dict[str, JSON]:
    """A bot as a receipt shows it."""
    thread = bot.thread_id
    shown = {name: getattr(bot, field) for name, field in FIELDS.items()}
    known = {name: value for name, value in shown.items() if value is not None}
    return {"id": bot.id, **known, "threadId": thread, "activeTaskId": thread}


def unknown(bot_id: str) -> Receipt:
    """There is no such bot."""
    return refusal(404, f'no bot "{bot_id}"', "bot.unknown")


def _refused(house: House, bot: Bot, value: dict[str, JSON], busy: bool) -> Receipt | None:
    sections = frozenset(team(other.section) for other in house.bots.values()) - {""}
    found = objection(house.rules.patches, Proposed(bot, value, sections, busy, house.rules.limits))
    if found is None:
        return None
    row, why = found
    house.used(f"patch.{row}")
    return refusal(STATUS.get(row, 400), why, f"patch.{row}")


def _move_chief(house: House, chief: Bot) -> None:
    """A section has one chief: the newest."""
    for bot in house.bots.values():
        if bot is not chief and bot.chief_of_staff and team(bot.section) == team(chief.section):
            house.change(bot, chief_of_staff=False, managed_sections=[])


COMMANDS: dict[str, Command] = {"createBot": create_bot, "patchBot": patch_bot, "deleteBot": delete_bot}
