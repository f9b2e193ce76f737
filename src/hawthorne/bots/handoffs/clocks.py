"""The clocks of handed-off work, as pure functions of a node, its tree and the moment.

A tree's lifetime pauses while any node of it runs. A started node always has its runway; one that never ran has a
deadline of its own; nothing outlives the cap without progress. A node past its deadline is protected while one below
it (or itself) is inside its own runway, and while it owes a follow-up on results that have come back.
"""

from __future__ import annotations

from collections.abc import Mapping

from hawthorne.bots.entities import Node
from hawthorne.bots.handoffs.tree import below, children
from hawthorne.bots.rules.limits import Handoffs


def paused(root: Node, now: float) -> float:
    """The seconds for which the tree's lifetime stood still."""
    return root.paused + (0.0 if root.running_since is None else now - root.running_since)


def age(root: Node, now: float) -> float:
    """The tree's age on its own clock."""
    return now - root.created_at - paused(root, now)


def cap_at(root: Node, bounds: Handoffs) -> float:
    """When the tree has gone too long without progress."""
    return (root.created_at if root.last_progress_at is None else root.last_progress_at) + bounds.cap


def left(root: Node, now: float, bounds: Handoffs) -> float:
    """How long the tree has left for new work."""
    return min(bounds.lifetime - age(root, now), cap_at(root, bounds) - now)


def deadline(node: Node, root: Node, now: float, bounds: Handoffs) -> float:
    """When the node's time is up, as things stand now."""
    if node.status == "queued" and node.executions == 0:
        return node.created_at + bounds.unstarted
    begun = node.created_at if node.started_at is None else node.started_at
    lifetime = root.created_at + bounds.lifetime + paused(root, now)
    return min(max(lifetime, begun + bounds.runway), cap_at(root, bounds))


def in_runway(node: Node, now: float, bounds: Handoffs) -> bool:
    """Whether the node runs and was started not long ago."""
    return node.status == "running" and node.started_at is not None and now < node.started_at + bounds.runway


def owes_follow_up(nodes: Mapping[str, Node], node: Node, terminal: frozenset[str]) -> bool:
    """Whether results have come back that the node has not been told yet."""
    waits = node.status in ("waiting", "resume")
    return waits and any(child.status in terminal and not child.delivered for child in children(nodes, node))


def owes_only_synthesis(nodes: Mapping[str, Node], node: Node, terminal: frozenset[str]) -> bool:
    """Whether all work of the node is done but its own last turn."""
    below_it = children(nodes, node)
    return bool(below_it) and all(child.status in terminal for child in below_it)


def is_protected(nodes: Mapping[str, Node], node: Node, now: float, bounds: Handoffs, terminal: frozenset[str]) -> bool:
    """Whether the node is let be although its deadline has passed."""
    if owes_follow_up(nodes, node, terminal) or in_runway(node, now, bounds):
        return True
    return any(in_runway(other, now, bounds) for other in below(nodes, node))


def verdict(
    nodes: Mapping[str, Node], node: Node, now: float, bounds: Handoffs, terminal: frozenset[str]
) -> str | None:
    """The key of what a node fails with by the clock, or None: `coord.capped`, `coord.unstarted`, `coord.expired`."""
    root = nodes[node.root_id]
    if now >= cap_at(root, bounds) and not owes_only_synthesis(nodes, node, terminal):
        return "coord.capped"
    if now < deadline(node, root, now, bounds) or is_protected(nodes, node, now, bounds, terminal):
        return None
    if now >= cap_at(root, bounds):
        return None
    return "coord.unstarted" if node.status == "queued" and node.executions == 0 else "coord.expired"


def next_look(nodes: Mapping[str, Node], now: float, bounds: Handoffs, terminal: frozenset[str]) -> float | None:
    """The earliest moment at which the clock alone can change a verdict; None when there is none.

    While a tree runs its lifetime deadline moves along with the clock, so that only runways and the cap can come.
    """
    earliest: float | None = None
    for node in nodes.values():
        if node.status in terminal:
            continue
        root = nodes[node.root_id]
        moments = [cap_at(root, bounds)]
        if root.running_since is None or (node.status == "queued" and node.executions == 0):
            moments.append(deadline(node, root, now, bounds))
        if node.status == "running" and node.started_at is not None:
            moments.append(node.started_at + bounds.runway)
        for moment in moments:
            if moment > now and (earliest is None or moment < earliest):
                earliest = moment
    return earliest
