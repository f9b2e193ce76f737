"""What came back of handed-off work, as its asker is told: each result once, or withheld."""

from __future__ import annotations

from collections.abc import Iterable

from hawthorne.bots.entities import Message, Node
from hawthorne.bots.handoffs import reports, route
from hawthorne.bots.house import House
from hawthorne.bots.sections import listing
from hawthorne.core.values import JSON


def told(house: House, nodes: Iterable[Node]) -> str:
    """The words of a turn that resumes: a header, and what came of each request as JSON."""
    return f"{house.say('coord.settled')}\n\n{listing([entry(house, node) for node in nodes])}"


def entry(house: House, node: Node) -> dict[str, JSON]:
    """What came of one request. A result is withheld from an asker that no longer reaches who gave it."""
    known = {"requestId": node.id, "bot": reports.name_of(house, node), "task": node.text, "status": node.status}
    if is_withheld(house, node):
        return known | {"withheld": house.say("coord.withheld")}
    if node.status == "completed":
        return known | {"result": node.result}
    return known | {"result": node.error or ""}


def is_withheld(house: House, node: Node) -> bool:
    """Whether what a node gave must not be shown to its asker (any more)."""
    if node.withheld:
        return True
    asker = house.bots.get(house.nodes[node.parent_id].bot_id) if node.parent_id is not None else None
    return route.barred(house, asker, house.bots.get(node.bot_id), node.group_id) is not None


def shown_again(house: House, message: Message) -> str:
    """A message's text as a model may see it now: results are withheld from a bot that no longer reaches theirs."""
    if message.results is None:
        return message.text or ""
    return told(house, [house.nodes[id] for id in message.results if id in house.nodes])
