"""Commands of a conversation: words to a bot, and stopping, cancelling or repeating what came of them."""

from __future__ import annotations

from typing import Any

from hawthorne.bots import ending, opening, queueing
from hawthorne.bots.commands import Command
from hawthorne.bots.entities import Bot, Message, Thread, whole
from hawthorne.bots.facts import ask_admission, facts_of
from hawthorne.bots.handoffs import results, stop
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.messages import append_message, branch
from hawthorne.bots.threads import find_thread
from hawthorne.core.values import JSON


def send(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Words of a person to a bot: they begin a turn, join the one under way, or wait; `guarded` ones begin one or are
    refused. A `sendId` that came before is answered as it was then."""
    found = find_thread(house, value["botId"], value.get("threadId"))
    if isinstance(found, Receipt):
        return found
    bot, thread = found
    text, send_id = value["text"], value.get("sendId")
    if not text.strip():
        return refusal(400, "text must not be empty", "send.empty")
    if send_id is not None:
        known = house.sends.get((bot.id, send_id))
        if known is not None and known[0] != text:
            return refusal(409, f'other words were sent under the id "{send_id}"', "send.conflict")
        if known is not None:
            house.used("send.repeated")
            return known[1]
    receipt = _admitted(house, bot, thread, value)
    if send_id is not None and receipt.status < 300:
        house.sends[bot.id, send_id] = (text, receipt)
    return receipt


def _admitted(house: House, bot: Bot, thread: Thread, value: dict[str, JSON]) -> Receipt:
    text, turn = value["text"], house.live.get(thread.id)
    surface = "direct" if turn is None else "direct-busy"
    if value.get("guarded"):
        surface = "guarded"
    verdict = ask_admission(house, surface, facts_of(house, bot, thread, images=bool(value.get("images"))))
    known: dict[str, Any] = {"send_id": value.get("sendId")}
    if verdict.then == "start":
        message = append_message(house, thread, "user", text=text, **known)
        cause = {"kind": "send", "id": message.id}
        opening.open_turn(house, bot, thread, "direct", cause, text, (message.id,))
        return Receipt(202, {"ok": True, "threadId": thread.id, "message": whole(message)})
    if verdict.then == "steer" and turn is not None:
        message = opening.steer(house, turn, text, **known)
        return Receipt(202, {"ok": True, "steered": True, "threadId": thread.id, "message": whole(message)})
    if verdict.then == "refuse":
        return refusal(409, f"{bot.name} takes no words now", verdict.reason or verdict.row)
    item = queueing.enqueue(house, thread, text, verdict.reason, "direct", reply_to_id=value.get("replyToId"), **known)
    house.stir("drains")
    reason = {"reason": verdict.reason} if verdict.reason else {}
    return Receipt(202, {"ok": True, "queued": True, "queueId": item.id, "threadId": thread.id, **reason})


def interrupt(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Stop what is under way in a thread: its turn, and the coming back of the work that it handed out."""
    found = find_thread(house, value["botId"], value.get("threadId"))
    if isinstance(found, Receipt):
        return found
    return stop_in(house, found[1])


def stop_in(house: House, thread: Thread) -> Receipt:
    """Stop what is under way in a thread or a room."""
    turn = house.live.get(thread.id)
    if turn is not None:
        ending.interrupt(house, turn, "stopped")
    stopped = stop.stop_source(house, thread.id)
    house.stir()
    return Receipt(200, {"ok": True, "interrupted": turn is not None, "stopped": stopped})


def cancel_queued(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Take queued words back."""
    found = find_thread(house, value["botId"], value["threadId"])
    if isinstance(found, Receipt):
        return found
    _, thread = found
    item = house.queue.get(value["queueId"])
    if item is None or item.thread_id != thread.id or not queueing.withdraw(house, thread, item, "cancel"):
        return refusal(404, f'nothing waits in this thread as "{value["queueId"]}"', "queue.unknown")
    return Receipt(200, {"ok": True, "queueId": item.id})


def rerun(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Say a message again, perhaps in other words, on a new branch from where it stood; no id: the last one. What
    carried results carries them again as far as the bot still reaches who gave them."""
    found = find_thread(house, value["botId"], value.get("threadId"))
    if isinstance(found, Receipt):
        return found
    bot, thread = found
    known = _to_repeat(house, thread, value.get("messageId"))
    if known is None:
        return refusal(404, "there is no such message of a person or a bot to this one", "message.unknown")
    verdict = ask_admission(house, "direct", facts_of(house, bot, thread))
    if verdict.then != "start":
        return refusal(409, f"{bot.name} is at work", verdict.row)
    text = value.get("text") or results.shown_again(house, known)
    carried = None if value.get("text") else known.results
    house.change(thread, active_leaf_id=known.parent_id)
    message = append_message(
        house, thread, "user", text=text, from_=known.from_, peer_ask=known.peer_ask, results=carried
    )
    cause = {"kind": "rerun", "id": known.id}
    opening.open_turn(house, bot, thread, "direct", cause, text, (message.id,), resumed=carried is not None)
    return Receipt(202, {"ok": True, "threadId": thread.id, "message": whole(message)})


def _to_repeat(house: House, thread: Thread, message_id: str | None) -> Message | None:
    if message_id is None:
        said = [m for m in branch(house, thread) if m.role == "user" and m.kind == "text" and not m.steered]
        return said[-1] if said else None
    known = house.messages.get(message_id)
    if known is None or known.thread_id != thread.id or known.role != "user" or known.kind != "text":
        return None
    return known


COMMANDS: dict[str, Command] = {
    "send": send,
    "interrupt": interrupt,
    "cancelQueued": cancel_queued,
    "rerun": rerun,
}
