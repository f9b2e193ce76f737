"""Drains: who goes next when a thread, a slot or a room becomes free.

Everything that waits is one order: by the moment from which it waits, then by its place in the order of arrival.
"""

from __future__ import annotations

from hawthorne.bots import groups, opening, queueing
from hawthorne.bots.entities import Node, QueueItem
from hawthorne.bots.facts import ask_admission, facts_of
from hawthorne.bots.handoffs import dispatch
from hawthorne.bots.house import House
from hawthorne.bots.messages import append_message


def drain(house: House) -> None:
    """Dispatch whatever can go now."""
    heads = [house.queue[thread.items[0]] for thread in house.threads.values() if thread.items]
    waiting: list[tuple[float, int, QueueItem | Node]] = [(item.queued_at, item.order, item) for item in heads]
    waiting += [(node.ready_at, node.order, node) for node in dispatch.candidates(house)]
    for _, _, next_one in sorted(waiting, key=lambda entry: entry[:2]):
        if isinstance(next_one, Node):
            dispatch.try_run(house, next_one)
        else:
            _try_send(house, next_one)


def _try_send(house: House, head: QueueItem) -> None:
    """Make the head of a queue a turn, if its thread and its bot are free."""
    thread = house.threads[head.thread_id]
    bot = house.bots[head.bot_id] if thread.group_id is None else groups.speaker_of(house, head, thread)
    if bot is None:
        queueing.withdraw(house, thread, head, "drop")
        house.stir("drains")
        return
    surface = "direct" if thread.group_id is None else "room"
    facts = facts_of(house, bot, thread)
    verdict = ask_admission(house, surface, facts._replace(room_working=facts.thread_busy), note=False)
    if verdict.then != "start":
        return
    run = queueing.head_run(queueing.waiting(house, thread), house.rules.drain)
    lines = []
    for item in run:
        if not queueing.withdraw(house, thread, item, "drain"):
            return
        message = append_message(house, thread, "user", text=item.text, queue_id=item.id, send_id=item.send_id,
                                 peer_ask=item.peer_ask)  # fmt: skip
        lines.append(message.id)
    text = "\n".join(item.text for item in run)
    house.used(f"admission.{verdict.row}", {"queue": [item.id for item in run]})
    opening.open_turn(house, bot, thread, head.surface, {"kind": "queue", "id": head.id}, text, tuple(lines))
