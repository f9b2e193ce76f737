"""Commands of a conversation: words to a bot, and stopping, cancelling or repeating what came of them."""

from __future__ import annotations

from hawthorne.bots import opening
from hawthorne.bots.commands import Command
from hawthorne.bots.entities import whole
from hawthorne.bots.facts import ask_admission, facts_of
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.messages import append_message
from hawthorne.core.values import JSON


def send(house: House, value: dict[str, JSON], id: str) -> Receipt | None:
    """Words of a person to a bot."""
    bot = house.bots.get(value["botId"])
    if bot is None:
        return refusal(404, f'no bot "{value["botId"]}"', "bot.unknown")
    thread = house.threads[value.get("threadId") or bot.thread_id]
    verdict = ask_admission(house, "direct", facts_of(house, bot, thread))
    if verdict.then != "start":
        return refusal(501, "not built yet", "later")
    message = append_message(house, thread, "user", text=value["text"])
    cause = {"kind": "send", "id": message.id}
    opening.open_turn(house, bot, thread, "direct", cause, value["text"], (message.id,))
    return Receipt(202, {"ok": True, "threadId": thread.id, "message": whole(message)})


COMMANDS: dict[str, Command] = {"send": send}
