"""Reports: the lines that say in the asker's conversation what becomes of the work it handed out."""

from __future__ import annotations

from collections.abc import Iterable

from hawthorne.bots import activities
from hawthorne.bots.entities import Node
from hawthorne.bots.house import House
from hawthorne.core.values import JSON

OUTCOMES = {"completed": "chip.replied", "failed": "chip.failed", "cancelled": "chip.cancelled"}
"""The words for each way in which work can end."""


def name_of(house: House, node: Node) -> str:
    """The name of the bot that a node asks; its id when it is gone."""
    bot = house.bots.get(node.bot_id)
    return node.bot_id if bot is None else bot.name


def sent(house: House, node: Node) -> None:
    """Work was handed out."""
    _line(house, node, house.say("chip.sent", name=name_of(house, node)))


def ended(house: House, node: Node) -> None:
    """Work has ended: reported once."""
    words = house.say(OUTCOMES[node.status], name=name_of(house, node), why=node.error or "")
    house.change(node, reported=True)
    _line(house, node, words, ok=node.status == "completed")


def stopped_here(house: House, node: Node) -> None:
    """The asker was stopped while this teammate works on."""
    _line(house, node, house.say("chip.stopped_here", name=name_of(house, node)))


def resumed(house: House, parent: Node, nodes: Iterable[Node]) -> None:
    """The asker is told what came back: one line for all of it."""
    names = ", ".join(dict.fromkeys(name_of(house, node) for node in nodes))
    thread = house.threads.get(parent.thread_id)
    if thread is not None:
        activities.append(house, thread, house.say("chip.resumed", name=names))


def _line(house: House, node: Node, words: str, ok: bool | None = None) -> None:
    assert node.parent_id is not None
    thread = house.threads.get(house.nodes[node.parent_id].thread_id)
    place = house.threads.get(node.thread_id)
    if thread is not None:
        title = "" if place is None else place.title
        ref: dict[str, JSON] = {"botId": node.bot_id, "threadId": node.thread_id, "title": title}
        activities.append(house, thread, words, ok=ok, thread_ref=ref)
