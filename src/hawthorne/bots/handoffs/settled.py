"""What the end of a turn means for the work that it handed out, and for the work that it carried out."""

from __future__ import annotations

from hawthorne.bots.entities import Node, Turn
from hawthorne.bots.handoffs import stop, tree
from hawthorne.bots.house import House


def turn_settled(house: House, turn: Turn) -> None:
    """A turn has settled. However it ended, what it handed out was accepted and comes back."""
    root = house.roots.get(turn.generation)
    if root is not None and root.status == "source":
        tree.take(house, root, "settle")
    node = house.nodes.get(turn.node_id) if turn.node_id is not None else None
    if node is not None and node.turn == turn.id:
        _carried_out(house, node, turn)


def _carried_out(house: House, node: Node, turn: Turn) -> None:
    root = tree.root_of(house, node)
    house.change(root, last_progress_at=house.now)
    result = turn.reply[: house.rules.limits.result]
    if turn.state == "interrupted" and turn.stop_reason == "stopped":
        stop.stop_node(house, node)
    elif any(not child.delivered for child in tree.children(house.nodes, node)):
        tree.take(house, node, "more", result=result)
    elif turn.ok:
        tree.take(house, node, "ok", result=result)
    else:
        stop.fail(house, node, turn.stop_reason or "")
