"""Rooms: bots that share a conversation, in which one of them speaks at a time.

A person's words go to the member that they name (`botId`, else the first `@name` in the text, else the first member).
Words for a room that is at work wait; they join the turn under way only when a person says so, and only the first.
A turn in a room takes no slot of its bot, but no direct turn of the bot begins meanwhile.
"""

from __future__ import annotations

from hawthorne.bots import opening, queueing, talk
from hawthorne.bots.commands import Command
from hawthorne.bots.entities import Bot, Group, QueueItem, Thread, whole
from hawthorne.bots.facts import ask_admission, can_steer
from hawthorne.bots.handoffs import stop
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.messages import append_message
from hawthorne.bots.reach import folded
from hawthorne.bots.rules.admission import Facts
from hawthorne.bots.threads import drop_thread
from hawthorne.core.values import JSON


def create_group(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Open a room for some bots."""
    members = list(dict.fromkeys(value["members"]))
    strange = next((member for member in members if member not in house.bots), None)
    if strange is not None:
        return refusal(404, f'no bot "{strange}"', "bot.unknown")
    group = Group(house.next_id("group"), value["name"], members, house.next_id("thread"), house.now)
    thread = Thread(group.thread_id, "", group.name, house.now, "room", group_id=group.id)
    house.groups[group.id] = group
    house.threads[thread.id] = thread
    house.create(group)
    house.create(thread)
    return Receipt(201, {"group": whole(group)})


def delete_group(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Close a room that is not at work; the work that was handed out in it is cancelled."""
    found = _room(house, value["groupId"])
    if isinstance(found, Receipt):
        return found
    group, thread = found
    if thread.id in house.live:
        return refusal(409, f"{group.name} is at work", "group.busy")
    stop.delete_source(house, thread.id)
    drop_thread(house, thread)
    del house.groups[group.id]
    house.remove(group)
    house.stir()
    return Receipt(200, {"ok": True})


def say_to_group(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """A person writes in a room."""
    found = _room(house, value["groupId"])
    if isinstance(found, Receipt):
        return found
    group, thread = found
    text = value["text"]
    if not text.strip():
        return refusal(400, "text must not be empty", "send.empty")
    speaker = _speaker(house, group, value.get("botId"), text)
    if speaker is None:
        return refusal(404, f"{group.name} has no such member", "group.member")
    group.floor.clear()
    verdict = ask_admission(house, "room", Facts(room_working=thread.id in house.live))
    if verdict.then == "start":
        message = append_message(house, thread, "user", text=text)
        cause = {"kind": "room", "id": message.id}
        opening.open_turn(house, speaker, thread, "room", cause, text, (message.id,))
        return Receipt(202, {"ok": True, "threadId": thread.id, "message": whole(message)})
    item = queueing.enqueue(house, thread, text, verdict.reason, "room", bot_id=speaker.id)
    return Receipt(202, {"ok": True, "queued": True, "queueId": item.id, "threadId": thread.id})


def steer_group(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Have words that wait join the turn under way in their room."""
    found = _room(house, value["groupId"])
    if isinstance(found, Receipt):
        return found
    _, thread = found
    if value["queueId"] not in thread.items:
        return refusal(404, f'nothing waits in this room as "{value["queueId"]}"', "queue.unknown")
    item, turn = house.queue[value["queueId"]], house.live.get(thread.id)
    facts = Facts(no_speaker=turn is None, not_head=thread.items[0] != item.id, can_steer=can_steer(house))
    verdict = ask_admission(house, "room-steer", facts)
    if verdict.then == "refuse":
        return refusal(409, "only the first words that wait can join the turn", verdict.reason or verdict.row)
    if verdict.then == "queue" or turn is None or not queueing.withdraw(house, thread, item, "drain"):
        return Receipt(202, {"ok": True, "queued": True, "queueId": item.id, "threadId": thread.id})
    message = opening.steer(house, turn, item.text, queue_id=item.id)
    return Receipt(202, {"ok": True, "steered": True, "threadId": thread.id, "message": whole(message)})


def interrupt_group(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Stop what is under way in a room."""
    found = _room(house, value["groupId"])
    if isinstance(found, Receipt):
        return found
    return talk.stop_in(house, found[1])


def speaker_of(house: House, item: QueueItem, thread: Thread) -> Bot | None:
    """Who takes words that waited in a room, if it is still a member."""
    group = house.groups[thread.group_id or ""]
    return house.bots[item.bot_id] if item.bot_id in group.members else None


def _room(house: House, group_id: str) -> tuple[Group, Thread] | Receipt:
    group = house.groups.get(group_id)
    if group is None:
        return refusal(404, f'no room "{group_id}"', "group.unknown")
    return group, house.threads[group.thread_id]


def _speaker(house: House, group: Group, bot_id: str | None, text: str) -> Bot | None:
    members = [house.bots[member] for member in group.members]
    if bot_id is not None:
        return next((bot for bot in members if bot.id == bot_id), None)
    words = " ".join(text.split()).casefold()
    spots = [(words.find(f"@{folded(bot.name)}"), i) for i, bot in enumerate(members)]
    named = [spot for spot in spots if spot[0] >= 0]
    return members[min(named)[1]] if named else next(iter(members), None)


COMMANDS: dict[str, Command] = {
    "createGroup": create_group,
    "deleteGroup": delete_group,
    "sayToGroup": say_to_group,
    "steerGroup": steer_group,
    "interruptGroup": interrupt_group,
}
