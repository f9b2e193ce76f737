"""Freezing the evidence: what a harness showed, under the scenario's own keys; its form is in `records.evidence`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.evals.stage import Stage
from hawthorne.evals.timeline import timeline

Seen = Mapping[str, Any]


def freeze(seen: Seen, stage: Stage, partial: bool = False) -> dict[str, JSON]:
    """The evidence of a scenario, of what `hawthorne.evals.collect` wrote. `partial` says that a step failed.

    Turns that are not in the script are `overruns`. In compatible mode a killed turn leaves no row, as with the
    harness that such files were written for.
    """
    rows = [_row(row, stage) for row in seen["rows"]]
    hidden = ("overrun", "killed") if stage.compat else ("overrun",)
    return {
        "turns": [row for row in rows if row["outcome"] not in hidden],
        "overruns": [row for row in rows if row["outcome"] == "overrun"],
        "handoffs": [_node(node, stage) for node in seen["nodes"]],
        "activeThreads": dict(stage.threads),
        "threads": {id: list(messages) for id, messages in seen["threads"].items()},
        "sends": list(stage.sends),
        "observations": {name: dict(value) for name, value in stage.observations.items()},
        "activities": {key: _activities(seen, stage, key) for key in stage.bots},
        "proven": {key: list(prefixes) for key, prefixes in stage.proven.items()},
        "unused": _unused(seen["turns"], stage),
        "bots": _bots(seen["bots"], stage),
        "routines": dict(stage.routines),
        "opened": dict(stage.opened),
        "wording": dict(seen["wording"]),
        "timeline": timeline(seen, stage),
        "partial": partial,
    }


def _row(row: Seen, stage: Stage) -> dict[str, JSON]:
    calls = [{"tool": call["tool"], "arguments": call["arguments"], "errored": call["errored"],
              "result": call["result"]} for call in row["calls"]]  # fmt: skip
    return {
        "bot": stage.key_of(row["botId"]),
        "index": row["turnIndex"],
        "threadId": row["threadId"],
        "model": row.get("model"),
        "permissionMode": row.get("permissionMode"),
        "system": row["system"],
        "instructions": row["instructions"],
        "prompt": row["prompt"],
        "toolCalls": calls,
        "toolsOffered": list(row["toolsOffered"]),
        "outcome": row["outcome"],
        "reason": row.get("reason"),
        "seqStart": row["seqStart"],
        "seqEnd": row["seqEnd"],
    }


def _node(node: Seen, stage: Stage) -> dict[str, JSON]:
    shown = {"bot": stage.key_of(node["botId"]), "status": node["status"], "threadId": node["threadId"]}
    parent = {"hasParent": True} if node.get("parentId") else {}
    error = {"error": node["error"]} if node.get("error") else {}
    return shown | parent | error | {"history": list(node["history"])}


LINES = 50
"""How many of the last messages foreign files look at."""


def _activities(seen: Seen, stage: Stage, key: str) -> list[JSON]:
    """A bot's lines of activity, each in every form that it had; in compatible mode those of its original thread alone,
    as they are among the last messages."""
    if stage.compat:
        last = seen["threads"].get(stage.threads[key], ())[-LINES:]
        return [{"name": each["tool"]["name"], "threadId": stage.threads[key]} for each in last
                if each["kind"] == "activity"]  # fmt: skip
    return [{"name": line["name"], "threadId": line["threadId"], "seq": line["seq"]} for line in seen["activities"]
            if line["botId"] == stage.bots[key]]  # fmt: skip


def _unused(turns: Iterable[Seen], stage: Stage) -> dict[str, JSON]:
    """The scripted turns that were never begun, by bot."""
    begun: dict[str, set[int]] = {}
    for turn in turns:
        if "index" in turn:
            begun.setdefault(turn["botId"], set()).add(turn["index"])
    left = {key: [i for i in range(len(gates)) if i not in begun.get(stage.bots[key], ())]
            for key, gates in stage.scripted.items() if key in stage.bots}  # fmt: skip
    return {key: indexes for key, indexes in left.items() if indexes}


def _bots(bots: Iterable[Seen], stage: Stage) -> dict[str, JSON]:
    keys = {id: key for key, id in stage.bots.items()}
    shown: dict[str, JSON] = {}
    for bot in bots:
        if bot["id"] in keys:
            rest = {name: value for name, value in bot.items() if name not in ("tasks", "messages")}
            shown[keys[bot["id"]]] = rest | {"threads": list(bot["tasks"])}
    return shown
