"""The one dispatcher: every call of a tool goes through here, whoever makes it.

What is not offered is not known. A refusal is a result that is flagged as an error and says what would be right.
"""

from __future__ import annotations

from collections.abc import Callable

from hawthorne.bots.entities import Turn
from hawthorne.bots.house import House
from hawthorne.bots.shapes import problem
from hawthorne.bots.tools import approvals, conversations, coordinate, delegate, rooms, roster
from hawthorne.bots.tools.catalogue import catalogue
from hawthorne.bots.tools.result import Pending, Result, refused
from hawthorne.core.values import JSON

Act = Callable[[House, Turn, dict[str, JSON]], Result | Pending]

ACTS: dict[str, Act] = {
    "coordinate_bots": coordinate.coordinate_bots,
    "list_room_targets": roster.list_room_targets,
    "list_bots": roster.list_bots,
    "list_threads": conversations.list_threads,
    "close_thread": conversations.close_thread,
    "start_thread": conversations.start_thread,
    "request_approval": approvals.request_approval,
    "delegate_bot": delegate.delegate_bot,
    "check_delegation": delegate.check_delegation,
    "wait_delegation": delegate.wait_delegation,
    "ask_bot": delegate.ask_bot,
    "send_to_bot": conversations.send_to_bot,
    "post_to_room": rooms.post_to_room,
}
"""What each tool does."""

WAITING = frozenset({"request_approval", "wait_delegation", "ask_bot"})
"""The tools whose answer may take a while: only a turn's own chain can wait for it."""


def offered(house: House, turn: Turn) -> tuple[str, ...]:
    """The names of the tools that a turn is offered."""
    return house.rules.profiles[turn.profile]


def described(house: House, names: tuple[str, ...]) -> list[dict[str, JSON]]:
    """The tools as a model is shown them: name, description, schema."""
    tools = catalogue(house.rules.limits)
    return [tools[name].as_json() for name in names]


def call(house: House, turn: Turn, tool: str, arguments: dict[str, JSON], waits: bool = True) -> Result | Pending:
    """Make a call for a turn. Without `waits` a call that would have to wait for somebody is refused."""
    outcome = _call(house, turn, tool, arguments, waits)
    if isinstance(outcome, Result) and outcome.code is not None:
        house.used(f"refusal.{outcome.code}", {"turn": turn.id, "tool": tool})
    return outcome


def _call(house: House, turn: Turn, tool: str, arguments: dict[str, JSON], waits: bool) -> Result | Pending:
    tools = catalogue(house.rules.limits)
    if tool not in turn.offered or tool not in tools:
        return refused(house.say("tool.unknown", name=tool), "tool.unknown")
    why = problem(tools[tool].schema, arguments, "")
    if why is not None:
        return refused(house.say("tool.arguments", why=why), "tool.arguments")
    bot = house.bots[turn.bot_id]
    asks = tool in WAITING or (bool(bot.approve_peer_comms) and tool in approvals.GUARDED)
    if asks and not waits:
        return refused(house.say("tool.waits"), "tool.waits")
    if bot.approve_peer_comms and tool in approvals.GUARDED:
        return approvals.ask_first(house, turn, tool, arguments)
    return ACTS[tool](house, turn, arguments)
