"""The route of handed-off work: that both ends are there and that the asker reaches the asked. Looked at again before
every dispatch and before every result is given."""

from __future__ import annotations

from hawthorne.bots import reach
from hawthorne.bots.entities import Bot, Node
from hawthorne.bots.house import House


def barred(house: House, sender: Bot | None, target: Bot | None, group_id: str | None = None) -> str | None:
    """Why work does not go from one bot to another, in words; None when it does."""
    if sender is None or target is None:
        return house.say("coord.gone")
    row = reach.barrier(house.rules.reach, sender, target)
    if row is not None:
        house.used(f"reach.{row}")
        return house.say(f"reach.{row}", name=target.name)
    if group_id is not None:
        group = house.groups.get(group_id)
        if group is None or sender.id not in group.members or target.id not in group.members:
            return house.say("tool.no_room", id=group_id)
    return None


def broken(house: House, node: Node) -> str | None:
    """Why a node cannot go on: an end of it is gone, or its asker no longer reaches it."""
    target = house.bots.get(node.bot_id)
    if target is None or node.thread_id not in house.threads:
        return house.say("coord.gone")
    if node.parent_id is None:
        return None
    return barred(house, house.bots.get(house.nodes[node.parent_id].bot_id), target, node.group_id)
