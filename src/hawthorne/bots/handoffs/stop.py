"""Stopping handed-off work: by a person, because its asker is deleted, or because it cannot go on."""

from __future__ import annotations

from hawthorne.bots import ending
from hawthorne.bots.entities import Node
from hawthorne.bots.handoffs import reports, tree
from hawthorne.bots.house import House


def stop_source(house: House, thread_id: str) -> int:
    """A person stops what this thread waits for: the work begun in it is cancelled, and what that had queued. Teammates
    at work go on and are reported, but nothing resumes. Returns how many pieces of work were stopped."""
    begun = [node for node in house.nodes.values() if node.thread_id == thread_id and node.status != "queued"]
    return sum(stop_node(house, node) for node in begun if tree.is_open(house, node))


def stop_node(house: House, node: Node) -> bool:
    """Cancel a node and the requests of it that nobody has begun; whoever is at work for it works on."""
    if not tree.take(house, node, "cancel", error=house.say("coord.stopped")):
        return False
    for child in tree.children(house.nodes, node):
        if child.status == "queued":
            tree.take(house, child, "cancel", error=house.say("coord.stopped"))
        elif tree.is_open(house, child):
            reports.stopped_here(house, child)
    return True


def delete_source(house: House, thread_id: str) -> None:
    """The asker's thread goes: the whole of its trees is cancelled, also what runs."""
    for root in list(house.roots.values()):
        if root.thread_id == thread_id:
            end_tree(house, root, "cancel", house.say("coord.gone"))


def fail(house: House, node: Node, why: str, withheld: bool = False) -> None:
    """A node cannot go on; neither can what is open below it."""
    end_tree(house, node, "fail", why, withheld)


def end_tree(house: House, node: Node, on: str, why: str, withheld: bool = False) -> None:
    """End a node and everything open below it; the turns that carried them out are stopped."""
    for part in [node, *tree.below(house.nodes, node)]:
        turn = house.turns.get(part.turn) if part.turn is not None else None
        changes = {"withheld": True} if withheld and part is node else {}
        if tree.is_open(house, part) and tree.take(house, part, on, error=why, **changes) and turn is not None:
            ending.interrupt(house, turn, why)
