"""`coordinate_bots`: the one path by which a turn hands out work."""

from __future__ import annotations

from hawthorne.bots.entities import Bot, Turn
from hawthorne.bots.handoffs.enqueue import Asked, Refused, hand_off
from hawthorne.bots.house import House
from hawthorne.bots.tools import who
from hawthorne.bots.tools.result import Result, refused
from hawthorne.core.values import JSON


def coordinate_bots(house: House, turn: Turn, arguments: dict[str, JSON], approved: bool = False) -> Result:
    """Hand the same work to each bot named: all of them, or none."""
    targets: list[Bot] = []
    for name in arguments["bot_ids"]:
        bot = who.find(house, turn, name)
        if isinstance(bot, Result):
            return bot
        if bot not in targets:
            targets.append(bot)
    group_id = arguments.get("group_id")
    if group_id is not None and group_id not in house.groups:
        return refused(house.say("tool.no_room", id=group_id), "tool.no_room")
    outcome = hand_off(house, turn, targets, arguments["message"], bool(arguments.get("rework")), group_id, approved)
    if isinstance(outcome, Refused):
        return refused(outcome.why, outcome.code)
    requests = [shown(house, asked) for asked in outcome]
    return Result({"requests": requests, "note": house.say("coord.accepted")})


def shown(house: House, asked: Asked) -> dict[str, JSON]:
    """An accepted request as the asker sees it."""
    node = asked.node
    known: dict[str, JSON] = {"id": node.id, "bot": node.bot_id, "name": house.bots[node.bot_id].name}
    return known | {"threadId": node.thread_id} | ({"duplicate": True} if asked.duplicate else {})
