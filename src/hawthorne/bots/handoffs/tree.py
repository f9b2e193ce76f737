"""The shape of handed-off work: who is above and below a node, and what its tree has done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hawthorne.bots.entities import Node, Thread
from hawthorne.bots.facts import has_open_tree
from hawthorne.bots.house import House


def path(nodes: Mapping[str, Node], node: Node) -> list[Node]:
    """The nodes from the root down to this one, itself included."""
    line = [node]
    while line[-1].parent_id is not None:
        line.append(nodes[line[-1].parent_id])
    line.reverse()
    return line


def children(nodes: Mapping[str, Node], node: Node) -> list[Node]:
    """The requests that a node has made, in order."""
    return [nodes[id] for id in node.children]


def below(nodes: Mapping[str, Node], node: Node) -> Iterator[Node]:
    """Every node under this one, parents before children."""
    for child in children(nodes, node):
        yield child
        yield from below(nodes, child)


def is_open(house: House, node: Node) -> bool:
    """Whether the node's state can still change."""
    return node.status not in house.rules.terminal


def root_of(house: House, node: Node) -> Node:
    """The root of the node's tree."""
    return house.nodes[node.root_id]


def take(house: House, node: Node, on: str, **changes: object) -> bool:
    """Take an edge of a node's table. A node that begins or stops to run starts or stops its tree's pause; the end of a
    tree is the end of its thread's waiting."""
    ran = node.status == "running"
    if not house.take(node.machine, node, on, "status", **changes):
        return False
    runs = node.status == "running"
    root = root_of(house, node)
    if runs and not ran:
        root.running += 1
        if root.running == 1:
            house.change(root, running_since=house.now)
    elif ran and not runs:
        root.running -= 1
        node.turn = None
        if root.running == 0 and root.running_since is not None:
            house.change(root, paused=round(root.paused + house.now - root.running_since, 6), running_since=None)
    if not is_open(house, node):
        house.change(node, ended_at=house.now)
    show_waiting(house, house.threads.get(node.thread_id))
    house.stir("handoffs", "routines", "drains")
    return True


def show_waiting(house: House, thread: Thread | None) -> None:
    """Say whether a thread is idle while work that was handed out in it is not over."""
    if thread is not None:
        waits = thread.id not in house.live and (has_open_tree(house, thread.id) or _has_waiting(house, thread.id))
        house.change(thread, waiting_for_teammates=waits)


def _has_waiting(house: House, thread_id: str) -> bool:
    return any(node.thread_id == thread_id and node.status in ("waiting", "resume") for node in house.nodes.values())
