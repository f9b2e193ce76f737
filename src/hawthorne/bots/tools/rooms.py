"""`post_to_room`: a bot writes in a room that it is in. Nobody's turn begins."""

from __future__ import annotations

from hawthorne.bots.entities import Turn
from hawthorne.bots.house import House
from hawthorne.bots.messages import append_message
from hawthorne.bots.tools.result import Result, refused
from hawthorne.core.values import JSON


def post_to_room(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """Write a line, once for each time that a person has written there."""
    id = arguments["group_id"]
    group = house.groups.get(id)
    if group is None or turn.bot_id not in group.members:
        return refused(house.say("tool.no_room", id=id), "tool.no_room")
    if turn.bot_id in group.floor:
        return refused(house.say("tool.quiet_room"), "tool.quiet_room")
    group.floor.add(turn.bot_id)
    bot, thread = house.bots[turn.bot_id], house.threads[group.thread_id]
    who = {"botId": bot.id, "name": bot.name}
    message = append_message(house, thread, "bot", text=arguments["message"], from_=who)
    return Result({"messageId": message.id})
