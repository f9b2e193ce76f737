"""Enqueueing: a turn hands work to bots. Every request of a call is looked at before any is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hawthorne.bots.entities import Bot, Node, Thread, Turn
from hawthorne.bots.handoffs import reports, route, tree
from hawthorne.bots.handoffs.guards import Held, Proposal, Same, guard
from hawthorne.bots.house import House
from hawthorne.bots.threads import new_thread


class Asked(NamedTuple):
    """A request that was accepted: its node, and whether it had been made before."""

    node: Node
    duplicate: bool


class Refused(NamedTuple):
    """Why a call is refused, and the guard that refused it (`guard.<row>`)."""

    why: str
    code: str


def hand_off(
    house: House, turn: Turn, targets: Sequence[Bot], text: str, rework: bool = False, group_id: str | None = None,
    approved: bool = False,
) -> list[Asked] | Refused:  # fmt: skip
    """Hand the same work to one or several bots: all of them, or none."""
    parent = asking_node(house, turn)
    found: list[tuple[Bot, Node | None]] = []
    made = 0 if parent is None else sum(1 for _ in tree.below(house.nodes, tree.root_of(house, parent)))
    for target in targets:
        said = guard(house.rules.guards, _proposal(house, turn, parent, target, text, rework, group_id, made))
        if said is not None:
            house.used(f"guard.{said[0]}", {"turn": turn.id, "target": target.id})
        if said is None:
            found.append((target, None))
            made += 1
        elif isinstance(said[1], Same):
            found.append((target, said[1].node))
        else:
            return Refused(_words(house, said[1]), f"guard.{said[0]}")
    return _make(house, turn, parent, found, text, group_id, approved)


def asking_node(house: House, turn: Turn) -> Node | None:
    """The node that a turn asks for: the one it carries out, else the root that it has made, if any."""
    return house.nodes[turn.node_id] if turn.node_id is not None else house.roots.get(turn.generation)


def _proposal(
    house: House, turn: Turn, parent: Node | None, target: Bot, text: str, rework: bool, group_id: str | None, made: int
) -> Proposal:
    rules = house.rules
    line = () if parent is None else tuple(tree.path(house.nodes, parent))
    return Proposal(
        house.nodes, (turn.thread_id, turn.bot_id), parent, line, target.id, target.name, text, house.now,
        rules.handoffs, rules.terminal, group_id, turn.group_id, rework, made, evictable=len(_ended_roots(house)),
        barred=route.barred(house, house.bots.get(turn.bot_id), target, group_id),
    )  # fmt: skip


def _words(house: House, held: Held) -> str:
    return held.text if held.text is not None else house.say(held.key, **held.places)


def _make(
    house: House, turn: Turn, parent: Node | None, found: Sequence[tuple[Bot, Node | None]], text: str,
    group_id: str | None, approved: bool,
) -> list[Asked]:  # fmt: skip
    asked = []
    for target, same in found:
        if same is not None:
            asked.append(Asked(same, True))
            continue
        if parent is None:
            parent = _make_root(house, turn)
        asked.append(Asked(_make_child(house, turn, parent, target, text, group_id, approved), False))
    house.stir("handoffs", "drains")
    return asked


def _make_root(house: House, turn: Turn) -> Node:
    id = house.next_id("node")
    text = turn.text[: house.rules.limits.source_text]
    root = Node(id, id, turn.bot_id, turn.thread_id, "root", text, house.now, "source", turn.generation,
                house.next_order(), group_id=turn.group_id, reported=True, delivered=True)  # fmt: skip
    _keep(house, root)
    house.roots[turn.generation] = root
    return root


def _make_child(
    house: House, turn: Turn, parent: Node, target: Bot, text: str, group_id: str | None, approved: bool
) -> Node:
    kind = "assignment" if group_id is not None and group_id == turn.group_id else "work"
    thread = _place(house, house.bots[turn.bot_id], target, group_id)
    id = house.next_id("node")
    node = Node(id, parent.root_id, target.id, thread.id, f"{parent.key}/{len(parent.children) + 1}", text, house.now,
                "queued", turn.generation, house.next_order(), parent_id=parent.id, group_id=group_id, kind=kind,
                approval_granted=approved, permission_mode=turn.permission_mode, ready_at=house.now)  # fmt: skip
    parent.children.append(id)
    _keep(house, node)
    reports.sent(house, node)
    return node


def _keep(house: House, node: Node) -> None:
    house.nodes[node.id] = node
    house.create(node)
    bounds = house.rules.handoffs
    if len(house.nodes) > bounds.retained:
        for root in _ended_roots(house):
            if len(house.nodes) <= bounds.kept:
                break
            _evict(house, root)


def _ended_roots(house: House) -> list[Node]:
    """The roots of trees that have wholly ended, oldest first."""
    roots = (node for node in house.nodes.values() if node.parent_id is None and not tree.is_open(house, node))
    return [root for root in roots if all(not tree.is_open(house, node) for node in tree.below(house.nodes, root))]


def _evict(house: House, root: Node) -> None:
    for node in [root, *tree.below(house.nodes, root)]:
        del house.nodes[node.id]
        house.remove(node)
    del house.roots[root.generation]


def _place(house: House, asker: Bot, target: Bot, group_id: str | None) -> Thread:
    """Where work runs: in its room, else in the one standing thread that the target keeps for this asker."""
    if group_id is not None:
        return house.threads[house.groups[group_id].thread_id]
    known = house.pairs.get((asker.id, target.id))
    if known is not None:
        return house.threads[known]
    opened_by = {"botId": asker.id, "name": asker.name, "kind": "pair", "at": house.now}
    thread = new_thread(house, target, asker.name, "pair", opened_by=opened_by)
    house.pairs[asker.id, target.id] = thread.id
    return thread
