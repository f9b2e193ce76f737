"""`list_room_targets` and `list_bots`: whom a bot reaches."""

from __future__ import annotations

from hawthorne.bots import reach
from hawthorne.bots.entities import Bot, Turn
from hawthorne.bots.house import House
from hawthorne.bots.tools.result import Result
from hawthorne.core.values import JSON


def list_room_targets(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """The bots that can be asked, and the rooms that the bot is in."""
    rooms = [{"id": group.id, "name": group.name} for group in house.groups.values() if turn.bot_id in group.members]
    return Result({"bots": [_card(bot) for bot in _mates(house, turn)], "rooms": rooms})


def list_bots(house: House, turn: Turn, arguments: dict[str, JSON]) -> Result:
    """The bots that can be asked, each with what it is at."""
    return Result({"bots": [_card(bot) | {"status": status_of(house, bot)} for bot in _mates(house, turn)]})


def status_of(house: House, bot: Bot) -> str:
    """`waiting on user`, `working` or `available`."""
    states = {turn.state for turn in house.live.values() if turn.bot_id == bot.id}
    if "waiting-on-person" in states:
        return "waiting on user"
    return "working" if states else "available"


def _mates(house: House, turn: Turn) -> list[Bot]:
    return reach.reachable(house.rules.reach, house.bots[turn.bot_id], house.bots.values())


def _card(bot: Bot) -> dict[str, JSON]:
    role = "chief of staff" if bot.chief_of_staff else bot.title or ""
    return {"id": bot.id, "name": bot.name, "role": role, "section": bot.section or ""}
