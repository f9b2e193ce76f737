"""The one dispatcher: every call of a tool goes through here, whoever makes it."""

from __future__ import annotations

from hawthorne.bots.entities import Turn
from hawthorne.bots.house import House
from hawthorne.bots.tools.result import Pending, Result, refused
from hawthorne.core.values import JSON


def offered(house: House, turn: Turn) -> tuple[str, ...]:
    """The names of the tools that a turn is offered."""
    return house.rules.profiles[turn.profile]


def described(names: tuple[str, ...]) -> list[dict[str, JSON]]:
    """The tools as a model is shown them: name, description, schema."""
    return [{"name": name, "description": "", "schema": {"type": "object"}} for name in names]


def call(house: House, turn: Turn, tool: str, arguments: dict[str, JSON]) -> Result | Pending:
    """Make a call for a turn."""
    return refused(house.say("tool.unknown", name=tool), "tool.unknown")
