"""Whom a call means: the names and ids of bots as a model writes them."""

from __future__ import annotations

from hawthorne.bots import reach
from hawthorne.bots.entities import Bot, Turn
from hawthorne.bots.house import House
from hawthorne.bots.tools.result import Result, refused


def find(house: House, turn: Turn, name: str) -> Bot | Result:
    """The bot that a name means to the turn's bot, or a refusal that says who there is."""
    sender, rows = house.bots[turn.bot_id], house.rules.reach
    found = reach.named(rows, sender, house.bots, name)
    if len(found) == 1:
        return found[0]
    if found:
        known = ", ".join(bot.id for bot in found)
        return refused(house.say("reach.ambiguous", name=name, known=known), "reach.ambiguous")
    near = reach.reachable(rows, sender, house.bots.values())
    known = ", ".join(f"{bot.name} ({bot.id})" for bot in near) or house.say("reach.nobody")
    return refused(house.say("reach.unknown", name=name, known=known), "reach.unknown")


def reached(house: House, turn: Turn, name: str) -> Bot | Result:
    """As `find`, and the bot is one that may be asked."""
    bot = find(house, turn, name)
    if isinstance(bot, Result):
        return bot
    row = reach.barrier(house.rules.reach, house.bots[turn.bot_id], bot)
    return bot if row is None else refused(house.say(f"reach.{row}", name=bot.name), f"reach.{row}")
