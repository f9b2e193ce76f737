"""The tick: what cannot go on fails, what has ended is reported, and who has all results is ready to go on.

It runs on every change and at the earliest deadline, never on a timer of its own.
"""

from __future__ import annotations

from hawthorne.bots import waiting
from hawthorne.bots.entities import Node
from hawthorne.bots.handoffs import clocks, reports, results, route, stop, tree
from hawthorne.bots.house import House
from hawthorne.core.values import canonical


def tick(house: House) -> None:
    """Look at every tree once more, and set the alarm for the next time that the clock alone can matter."""
    _sweep(house)
    while _report(house) or _gather(house):
        pass
    rules = house.rules
    house.alarm("handoffs", clocks.next_look(house.nodes, house.now, rules.handoffs, rules.terminal))


def on_due(house: House, name: str) -> None:
    """The earliest deadline has come."""
    house.stir("handoffs", "drains")


def _sweep(house: House) -> None:
    """Newest first: fail whatever has lost its route or its time."""
    for node in reversed(list(house.nodes.values())):
        if not tree.is_open(house, node):
            continue
        why = route.broken(house, node)
        if why is not None:
            house.used("sweep.route", {"node": node.id})
            stop.fail(house, node, why, withheld=node.parent_id is not None)
            continue
        rules = house.rules
        key = clocks.verdict(house.nodes, node, house.now, rules.handoffs, rules.terminal)
        if key is not None:
            house.used(f"sweep.{key.rpartition('.')[2]}", {"node": node.id})
            if key == "coord.capped":
                house.change(node, digest=_digest(house, node))
            hours = int(rules.handoffs.cap // 3600)
            stop.fail(house, node, house.say(key, name=reports.name_of(house, node), hours=hours))


def _digest(house: House, node: Node) -> str | None:
    """What had come back before the cap, in short."""
    bounds = house.rules.handoffs
    parts = []
    for child in tree.children(house.nodes, node):
        if child.status == "completed" and not results.is_withheld(house, child):
            parts.append({"bot": reports.name_of(house, child), "result": child.result[: bounds.digest]})
    return canonical(parts)[: bounds.digests] if parts else None


def _report(house: House) -> bool:
    """Report what has ended and is not reported yet; cancel what nobody waits for any more."""
    changed = False
    for node in list(house.nodes.values()):
        if node.parent_id is None:
            continue
        parent = house.nodes[node.parent_id]
        if node.status == "queued" and not tree.is_open(house, parent):
            changed |= tree.take(house, node, "cancel", error=house.say("coord.orphan"))
        if not tree.is_open(house, node) and not node.reported:
            reports.ended(house, node)
            waiting.node_ended(house, node)
            changed = True
    return changed


def _gather(house: House) -> bool:
    """Whoever has waited for work that has all ended and been reported is ready to go on."""
    changed = False
    for node in list(house.nodes.values()):
        if node.status != "waiting":
            continue
        made = tree.children(house.nodes, node)
        if all(not tree.is_open(house, child) and child.reported for child in made):
            changed |= _ready(house, node, made)
    return changed


def _ready(house: House, node: Node, made: list[Node]) -> bool:
    if all(child.delivered for child in made):
        return tree.take(house, node, "done")
    node.ready_at = house.now
    return tree.take(house, node, "gather")
