"""Dispatch of handed-off work: which nodes may run now, and how each becomes a turn."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.bots import opening
from hawthorne.bots.entities import Bot, Node, Thread, Turn
from hawthorne.bots.facts import ask_admission, facts_of
from hawthorne.bots.handoffs import reports, results, route, stop, tree
from hawthorne.bots.house import House
from hawthorne.bots.messages import append_message
from hawthorne.bots.sections import brief


def candidates(house: House) -> Iterator[Node]:
    """The nodes that wait for a turn."""
    return (node for node in house.nodes.values() if node.status in ("queued", "resume"))


def _is_held_by_parent(house: House, node: Node) -> bool:
    """Speakers in one place take turns: the asker's turn ends first."""
    if node.parent_id is None or node.status != "queued":
        return False
    parent = house.nodes[node.parent_id]
    same_room = node.group_id is not None and node.group_id == parent.group_id
    return parent.status in ("source", "running") and (node.thread_id == parent.thread_id or same_room)


def try_run(house: House, node: Node) -> None:
    """Run a node, if its bot and its thread are free; the route is looked at once more."""
    if node.status not in ("queued", "resume") or _is_held_by_parent(house, node):
        return
    why = route.broken(house, node)
    if why is not None:
        stop.fail(house, node, why, withheld=True)
        return
    bot, thread = house.bots[node.bot_id], house.threads[node.thread_id]
    verdict = ask_admission(house, "peer", facts_of(house, bot, thread), note=False)
    if verdict.then != "start":
        if not node.held:
            node.held = True
            house.used(f"admission.{verdict.row}", {"node": node.id})
        return
    node.held = False
    root, most = tree.root_of(house, node), house.rules.handoffs.executions
    if root.executions + 1 > most:
        house.used("budget.executions")
        stop.fail(house, root, house.say("coord.executions", most=most))
        return
    house.used(f"admission.{verdict.row}", {"node": node.id})
    resumes = node.status == "resume"
    if not tree.take(house, node, "dispatch", started_at=house.now):
        return
    if node is not root:
        house.change(node, executions=node.executions + 1)
    house.change(root, executions=root.executions + 1, last_progress_at=house.now)
    turn = _resume(house, node, bot, thread) if resumes else _begin(house, node, bot, thread)
    node.turn = turn.id


def _begin(house: House, node: Node, bot: Bot, thread: Thread) -> Turn:
    assert node.parent_id is not None
    asker = house.bots[house.nodes[node.parent_id].bot_id]
    text = brief(node.id, asker.name, node.text, house.rules.prompts, house.say)
    who = {"botId": asker.id, "name": asker.name}
    message = append_message(house, thread, "user", text=text, from_=who, peer_ask=who)
    cause = {"kind": "node", "id": node.id}
    return opening.open_turn(house, bot, thread, "peer", cause, text, (message.id,), node)


def _resume(house: House, node: Node, bot: Bot, thread: Thread) -> Turn:
    """Tell the asker what came back: every result that it has not been told, and none twice."""
    back = [child for child in tree.children(house.nodes, node) if not child.delivered]
    for child in back:
        house.change(child, delivered=True, **({"withheld": True} if results.is_withheld(house, child) else {}))
    text = results.told(house, back)
    reports.resumed(house, node, back)
    message = append_message(house, thread, "user", text=text, results=[child.id for child in back])
    cause = {"kind": "resume", "id": node.id}
    return opening.open_turn(house, bot, thread, "resume", cause, text, (message.id,), node, resumed=True)
