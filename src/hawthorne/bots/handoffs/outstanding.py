"""Work that is still out, as the bot that handed it out is told in its instructions."""

from __future__ import annotations

from hawthorne.bots.handoffs import reports, tree
from hawthorne.bots.house import House
from hawthorne.core.values import JSON

SHOWN = {"queued": "waiting-for-free", "resume": "waiting-for-free"}
"""What a node's state is called there; any other open one is `working`."""


def outstanding(house: House, thread_id: str) -> list[dict[str, JSON]]:
    """The open requests of the turns of this thread, in order: `{requestId, bot, assignment, status}`, status
    `waiting-for-free` or `working`. Empty when nothing is out."""
    most = house.rules.limits.outstanding
    out = []
    for node in house.nodes.values():
        if node.parent_id is None or not tree.is_open(house, node):
            continue
        parent = house.nodes[node.parent_id]
        if parent.thread_id == thread_id and tree.is_open(house, parent):
            name, status = reports.name_of(house, node), SHOWN.get(node.status, "working")
            out.append({"requestId": node.id, "bot": name, "assignment": node.text[:most], "status": status})
    return out
