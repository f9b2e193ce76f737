"""The catalogue: what each tool is called, what it says of itself, and the shape of its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from hawthorne.bots.rules.limits import Limits
from hawthorne.core.values import JSON


class Tool(NamedTuple):
    """A tool as a model is shown it. Arguments beyond the schema's are let pass and recorded, not read."""

    name: str
    about: str
    schema: dict[str, Any]

    def as_json(self) -> dict[str, JSON]:
        """The tool as it stands in an ask."""
        return {"name": self.name, "description": self.about, "schema": self.schema}


def _tool(name: str, about: str, required: str = "", **properties: Any) -> Tool:
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    return Tool(name, about, schema | ({"required": required.split()} if required else {}))


WORD: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 200}
SLUG: dict[str, Any] = {"type": "string", "maxLength": 100}


@lru_cache(maxsize=64)
def catalogue(limits: Limits) -> Mapping[str, Tool]:
    """Every tool, by name, within these limits; which of them a turn is offered is a matter of its profile
    (`rules.profiles`)."""
    message: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": limits.brief}
    title: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": limits.title}
    bots: dict[str, Any] = {"type": "array", "items": WORD, "minItems": 1, "maxItems": limits.targets,
                            "uniqueItems": True}  # fmt: skip
    tools = (
        _tool("coordinate_bots", "Hand the same work to one or several teammates. What they find comes back in a later"
              " turn of yours, all at once.", "bot_ids message", bot_ids=bots, message=message,
              rework={"type": "boolean"}, group_id=WORD, request_key=SLUG, label=SLUG),
        _tool("list_room_targets", "The bots and rooms that you can reach."),
        _tool("list_bots", "The bots that you can reach, and whether they are free."),
        _tool("list_threads", "Your own threads, and those that you opened with others."),
        _tool("close_thread", "Close a thread of yours, or one that you opened.", "thread_id", thread_id=WORD),
        _tool("start_thread", "Open a further thread of your own and begin it with a message.", "title message",
              title=title, message=message, bot_id=WORD, folder={"type": "string"}),
        _tool("request_approval", "Ask a person to allow something, and wait.", "action", action=message),
        _tool("delegate_bot", "Hand work to one bot, to be asked about later.", "bot_id message", bot_id=WORD,
              message=message, reason={"type": "string"}),
        _tool("check_delegation", "How work that you delegated stands.", "task_id", task_id=WORD),
        _tool("wait_delegation", "Wait for work that you delegated.", "task_id", task_id=WORD,
              timeout_seconds={"type": "number", "minimum": 0, "maximum": limits.delegation_wait}),
        _tool("ask_bot", "Ask one bot and wait for its answer.", "bot_id message", bot_id=WORD, message=message),
        _tool("send_to_bot", "Give work to a bot in a fresh thread; nothing comes back.", "bot_id title message",
              bot_id=WORD, title=title, message=message),
        _tool("post_to_room", "Write in a room that you are in; nobody's turn begins.", "group_id message",
              group_id=WORD, message=message),
    )  # fmt: skip
    return {tool.name: tool for tool in tools}
