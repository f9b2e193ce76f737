"""Threads: opened, named, deleted."""

from __future__ import annotations

from typing import Any

from hawthorne.bots import opening, queueing
from hawthorne.bots.commands import Command
from hawthorne.bots.entities import Bot, Thread, whole
from hawthorne.bots.facts import ask_admission, facts_of
from hawthorne.bots.handoffs import stop
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.messages import append_message
from hawthorne.core.values import JSON

FIELDS = {"title": "title", "model": "model", "permissionMode": "permission_mode"}
"""What can be set of a thread, by its name on the wire."""


def new_thread(house: House, bot: Bot, title: str, surface: str, **parts: Any) -> Thread:
    """A further thread of a bot."""
    thread = Thread(house.next_id("thread"), bot.id, title, house.now, surface, **parts)
    house.threads[thread.id] = thread
    house.create(thread)
    return thread


def say_first(house: House, bot: Bot, thread: Thread, text: str, cause: dict[str, JSON], **parts: Any) -> JSON:
    """The first words of a thread that was just opened: a turn begins, or they wait. Returns what is said of it."""
    verdict = ask_admission(house, "opened-thread", facts_of(house, bot, thread))
    if verdict.then == "start":
        message = append_message(house, thread, "user", text=text, **parts)
        opening.open_turn(house, bot, thread, "opened-thread", cause, text, (message.id,))
        return {"message": whole(message)}
    item = queueing.enqueue(house, thread, text, verdict.reason, "opened-thread", peer_ask=parts.get("peer_ask"))
    return {"queued": True, "queueId": item.id} | ({"reason": verdict.reason} if verdict.reason else {})


def find_thread(house: House, bot_id: str, thread_id: str | None) -> tuple[Bot, Thread] | Receipt:
    """A bot and one of its threads (none named: the active one), or why there is none."""
    bot = house.bots.get(bot_id)
    if bot is None:
        return refusal(404, f'no bot "{bot_id}"', "bot.unknown")
    wanted = thread_id or bot.thread_id
    thread = house.threads.get(wanted)
    if thread is None or thread.bot_id != bot.id:
        return refusal(404, f'{bot.name} has no thread "{wanted}"', "thread.unknown")
    return bot, thread


def brief(thread: Thread) -> dict[str, JSON]:
    """A thread as a receipt shows it."""
    shown = whole(thread)
    shown["threadId"] = shown.pop("id")
    return shown


def drop_thread(house: House, thread: Thread) -> None:
    """Remove a thread that is not at work; what waits for it is dropped."""
    for item in queueing.waiting(house, thread):
        queueing.withdraw(house, thread, item, "drop")
    for message in thread.messages:
        del house.messages[message]
    for pair, id in list(house.pairs.items()):
        if id == thread.id:
            del house.pairs[pair]
    del house.threads[thread.id]
    house.remove(thread)


# --- commands -----------------------------------------------------------------------------------------------------


def open_thread(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Open a thread, perhaps with first words."""
    bot = house.bots.get(value["botId"])
    if bot is None:
        return refusal(404, f'no bot "{value["botId"]}"', "bot.unknown")
    thread = new_thread(house, bot, value.get("title", ""), "opened")
    text, came = value.get("text", ""), {}
    if text.strip():
        came = say_first(house, bot, thread, text, {"kind": "thread", "id": thread.id})
    return Receipt(201, {"ok": True, "threadId": thread.id, "task": brief(thread), **came})


def patch_thread(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Name a thread, or choose its model and permission mode; also while it waits for teammates."""
    found = find_thread(house, value["botId"], value["threadId"])
    if isinstance(found, Receipt):
        return found
    chosen = {field: value[name] for name, field in FIELDS.items() if name in value}
    if chosen:
        house.change(found[1], **chosen)
    return Receipt(200, {"ok": True, "task": brief(found[1])})


def delete_thread(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Delete a thread that is not at work: the work that it handed out is cancelled."""
    found = find_thread(house, value["botId"], value["threadId"])
    if isinstance(found, Receipt):
        return found
    bot, thread = found
    if thread.id in house.live:
        return refusal(409, "the thread is at work", "thread.busy")
    stop.delete_source(house, thread.id)
    drop_thread(house, thread)
    if bot.thread_id == thread.id:
        left = [other.id for other in house.threads.values() if other.bot_id == bot.id and other.group_id is None]
        house.change(bot, thread_id=left[0] if left else new_thread(house, bot, "", "direct").id)
    house.stir()
    return Receipt(200, {"ok": True})


COMMANDS: dict[str, Command] = {"openThread": open_thread, "patchThread": patch_thread, "deleteThread": delete_thread}
