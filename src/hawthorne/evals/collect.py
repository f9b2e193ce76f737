"""What is to be seen of a harness: one JSON value, read from the fold of its notes and from nothing else.

Everything in it is under the harness's own ids; `hawthorne.evals.evidence` puts a scenario's keys in their place. A
value that changed in time has its `history`, whose `seq` numbers all changes of the case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hawthorne.bots.queries import bot_of
from hawthorne.bots.view import Entity, View
from hawthorne.core.values import JSON


def collect(view: View, wording: Mapping[str, str], now: float) -> dict[str, JSON]:
    """All that a scenario may be judged by, at the moment `now`."""
    return {
        "now": now,
        "rows": list(view.rows),
        "turns": [_turn(view, turn) for turn in _ever(view, "turn")],
        "nodes": [_staged(view, "node", node, "status") for node in view.nodes()],
        "bots": [bot_of(view, bot) for bot in view.all("bot")],
        "threads": {thread["id"]: view.messages(thread["id"]) for thread in view.all("thread")},
        "activities": list(_activities(view)),
        "queue": [_staged(view, "queue", item, "state") for item in view.all("queue")],
        "routines": view.all("routine"),
        "runs": [_staged(view, "run", run, "status") for run in view.all("run")],
        "dumps": dumps(view),
        "took": dict(view.took),
        "wording": dict(wording),
    }


def dumps(view: View) -> list[dict[str, JSON]]:
    """The turns whose model was launched, in that order, each with the capability by which it reaches a computer."""
    found, computers = [], _computers(view)
    for turn in _ever(view, "turn"):
        launched = next((change.n for change in view.history[f"turn/{turn['id']}"]
                         if change.patch is not None and "index" in change.patch), None)  # fmt: skip
        if launched is not None:
            found.append({"seq": launched, "turnId": turn["id"], "botId": turn["botId"], "threadId": turn["threadId"],
                          "computer": computers.get(turn.get("generation"))})  # fmt: skip
    return sorted(found, key=lambda dump: dump["seq"])


def _computers(view: View) -> dict[JSON, str]:
    """The first capability for the computer that each generation was given."""
    found: dict[JSON, str] = {}
    for capability in _ever(view, "capability"):
        if capability.get("purpose") == "computer":
            found.setdefault(capability.get("generation"), capability["id"])
    return found


def _ever(view: View, kind: str) -> Iterator[Entity]:
    """Every entity of a kind that there ever was, as it is or last was."""
    prefix = f"{kind}/"
    for address, changes in view.history.items():
        if address.startswith(prefix):
            entity: Entity = {}
            for change in changes:
                entity |= change.patch or {}
            yield {key: value for key, value in entity.items() if value is not None}


def _turn(view: View, turn: Entity) -> dict[str, JSON]:
    changes = view.history[f"turn/{turn['id']}"]
    ended = changes[-1].n if "endedAt" in turn else None
    return turn | {"seq": changes[0].n} | ({} if ended is None else {"endSeq": ended})


def _staged(view: View, kind: str, entity: Entity, field: str) -> dict[str, JSON]:
    history = [
        {field: change.patch[field], "at": change.at, "seq": change.n}
        for change in view.history.get(f"{kind}/{entity['id']}", ())
        if change.patch is not None and field in change.patch
    ]
    return entity | {"history": history}


def _activities(view: View) -> Iterator[dict[str, JSON]]:
    """Each form of each line of activity, in the order in which they were written."""
    thread_bot = {thread["id"]: thread["botId"] for thread in _ever(view, "thread")}
    found = []
    for address, changes in view.history.items():
        first = changes[0].patch if address.startswith("message/") else None
        if not first or first.get("kind") != "activity":
            continue
        for change in changes:
            tool = (change.patch or {}).get("tool")
            if tool is not None:
                thread = first["threadId"]
                found.append({"botId": thread_bot.get(thread), "threadId": thread, "name": tool["name"],
                              "kind": tool.get("kind"), "at": change.at, "seq": change.n})  # fmt: skip
    yield from sorted(found, key=lambda line: line["seq"])
