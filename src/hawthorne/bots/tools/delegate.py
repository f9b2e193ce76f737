"""The older way of handing out work, for turns that do not coordinate: one bot at a time, asked about by its id."""

from __future__ import annotations

from hawthorne.bots.entities import Bot, Node, Turn
from hawthorne.bots.handoffs import results, tree
from hawthorne.bots.handoffs.enqueue import Refused, asking_node, hand_off
from hawthorne.bots.house import House
from hawthorne.bots.tools import who
from hawthorne.bots.tools.result import Pending, Result, refused
from hawthorne.core.values import JSON


def delegate_bot(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """Hand work to one bot; what comes of it is asked for, or comes back when the turn is over."""
    node = _hand_off(house, turn, arguments)
    return node if isinstance(node, Result) else Result({"taskId": node.id, "threadId": node.thread_id})


def ask_bot(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result | Pending:
    """Hand work to one bot, and wait for it."""
    node = _hand_off(house, turn, arguments)
    if isinstance(node, Result):
        return node
    return _wait(house, turn, node, house.rules.limits.delegation_wait)


def check_delegation(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """How work stands, and what came of it."""
    node = _mine(house, turn, arguments["task_id"])
    return node if isinstance(node, Result) else outcome(house, node)


def wait_delegation(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result | Pending:
    """Wait for the end of work, for some time at most."""
    node = _mine(house, turn, arguments["task_id"])
    if isinstance(node, Result):
        return node
    most = house.rules.limits.delegation_wait
    return _wait(house, turn, node, min(most, arguments.get("timeout_seconds", most)))


def outcome(house: House, node: Node) -> Result:
    """How work stands; a result that is given here is not given again."""
    if tree.is_open(house, node):
        return Result({"taskId": node.id, "status": node.status})
    house.change(node, delivered=True)
    said = results.entry(house, node)
    return Result({"taskId": node.id, **{key: said[key] for key in ("status", "result", "withheld") if key in said}})


def _hand_off(house: House, turn: Turn, arguments: dict[str, JSON]) -> Node | Result:
    target: Bot | Result = who.find(house, turn, arguments["bot_id"])
    if isinstance(target, Result):
        return target
    asked = hand_off(house, turn, [target], arguments["message"])
    return refused(asked.why, asked.code) if isinstance(asked, Refused) else asked[0].node


def _mine(house: House, turn: Turn, id: str) -> Node | Result:
    """A request of this bot's."""
    parent = asking_node(house, turn)
    node = house.nodes.get(id)
    asker = None if node is None or node.parent_id is None else house.nodes[node.parent_id]
    if node is None or asker is None or (asker is not parent and asker.bot_id != turn.bot_id):
        return refused(house.say("tool.no_task", id=id), "tool.no_task")
    return node


def _wait(house: House, turn: Turn, node: Node, seconds: float) -> Result | Pending:
    if not tree.is_open(house, node) or seconds <= 0:
        return outcome(house, node)
    house.alarm(f"tools:{turn.id}", house.now + seconds)
    return Pending(node.id)
