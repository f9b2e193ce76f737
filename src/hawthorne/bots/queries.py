"""Queries: what each GET is answered with, read from the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hawthorne.bots.view import Entity, View
from hawthorne.core.values import JSON


class Found(NamedTuple):
    """The answer to a query: an HTTP status and a body."""

    status: int
    body: JSON


Query = Callable[[View, dict[str, JSON]], Found]

HEALTH = {"app": "hawthorne"}


def _nowhere(kind: str, id: JSON) -> Found:
    return Found(404, {"error": f'no {kind} "{id}"', "code": f"{kind}.unknown"})


def task_of(thread: Entity) -> Entity:
    """A thread as it stands among the tasks of its bot."""
    return {"threadId": thread["id"], **{key: value for key, value in thread.items() if key not in ("id", "botId")}}


def bot_of(view: View, bot: Entity, last: int = 0) -> Entity:
    """A bot with its tasks, what it is at, and the last messages of its active thread."""
    id, thread = bot["id"], bot.get("threadId", "")
    messages = view.messages(thread)[-last:] if last else []
    return {
        **bot,
        "activeTaskId": thread,
        "tasks": [task_of(thread) for thread in view.threads(id)],
        "busy": view.busy(id),
        "activity": view.activity(id),
        "waitingForTeammates": view.waiting_for_teammates(id),
        "messages": messages,
    }


def item_of(item: Entity) -> Entity:
    """Queued words as they are listed."""
    return {"queueId": item["id"], **{key: value for key, value in item.items() if key not in ("id", "botId", "state")}}


def bots(view: View, value: dict[str, JSON]) -> Found:
    """Everybody, with the last `messages` lines of each."""
    last = int(value.get("messages") or 0)
    queued: dict[str, list[Entity]] = {}
    for item in view.all("queue"):
        if item["state"] == "queued":
            queued.setdefault(item["threadId"], []).append(item_of(item))
    team = [bot_of(view, bot, last) for bot in view.all("bot")]
    return Found(
        200,
        {"bots": team, "groups": [group_of(view, group) for group in view.all("group")], "botQueuedMessages": queued},
    )


def bot(view: View, value: dict[str, JSON]) -> Found:
    """One bot."""
    known = view.get("bot", value["botId"])
    last = int(value.get("messages") or 0)
    return _nowhere("bot", value["botId"]) if known is None else Found(200, {"bot": bot_of(view, known, last)})


def groups(view: View, value: dict[str, JSON]) -> Found:
    """The rooms, and whether somebody speaks there."""
    return Found(200, {"groups": [group_of(view, group) for group in view.all("group")]})


def group_of(view: View, group: Entity) -> Entity:
    """A room with the state of its thread."""
    thread = view.get("thread", group["threadId"]) or {}
    return {**group, "busy": thread.get("busy", False), "activity": thread.get("activity", "idle")}


def thread_messages(view: View, value: dict[str, JSON]) -> Found:
    """The messages of a thread."""
    thread = view.get("thread", value["threadId"])
    if thread is None:
        return _nowhere("thread", value["threadId"])
    return Found(200, {"messages": view.messages(thread["id"]), "activeLeafId": thread.get("activeLeafId")})


def config(view: View, value: dict[str, JSON]) -> Found:
    """The settings."""
    known = view.get("config", "config")
    return Found(200, {} if known is None else known["values"])


def handoffs(view: View, value: dict[str, JSON]) -> Found:
    """The nodes of handed-off work, in the order of insertion."""
    return Found(200, {"nodes": view.nodes()})


def requests(view: View, value: dict[str, JSON]) -> Found:
    """What turns ask of a person, open ones and settled ones."""
    return Found(200, {"requests": view.all("request")})


def routines(view: View, value: dict[str, JSON]) -> Found:
    """The routines and their runs."""
    return Found(200, {"routines": view.all("routine"), "runs": view.all("run")})


def skills(view: View, value: dict[str, JSON]) -> Found:
    """The skills that people put in place."""
    return Found(200, {"skills": view.all("skill")})


def skills_library(view: View, value: dict[str, JSON]) -> Found:
    """The library of skills."""
    return Found(200, {"skills": view.all("library")})


def vm(view: View, value: dict[str, JSON]) -> Found:
    """The machine behind the computer, and who has it."""
    return Found(200, {"machines": view.all("vm"), "owners": view.all("resource"), "leases": view.all("lease")})


def health(view: View, value: dict[str, JSON]) -> Found:
    """That somebody is there."""
    return Found(200, HEALTH)


QUERIES: dict[str, Query] = {
    "health": health,
    "bots": bots,
    "bot": bot,
    "groups": groups,
    "threadMessages": thread_messages,
    "config": config,
    "handoffs": handoffs,
    "requests": requests,
    "routines": routines,
    "skills": skills,
    "skillsLibrary": skills_library,
    "vm": vm,
}
