"""The timeline: what happened in a scenario, in order, told by lane. A picture of a failure is drawn from it.

An event is `{"lane", "what", "text", "from", "seq"}`, with `to` and `endSeq` where it lasted and `bad` where it went
wrong; times in seconds on the host's clock, `seq` in the order of the host's changes, since much happens at one time.
Lanes: `steps` (what the scenario did, and what it waited for), and one a bot. `what` is `step`, `wait`, `turn`, `node`
or `activity`; a node's event is one of its statuses; a turn that a closed gate could hold up has its `gate`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.evals.stage import Stage

Seen = Mapping[str, Any]
Event = dict[str, JSON]

STEPS = "steps"
WAITS = ("waitFor", "consumeDump", "captureComputer")


def timeline(seen: Seen, stage: Stage) -> list[Event]:
    """The events of a scenario, lane by lane in the order of the scenario's bots, then by time."""
    events = [_deed(deed.as_json()) for deed in stage.deeds]
    for key, id in stage.bots.items():
        mine = [
            *_turns(seen, id, key, stage.scripted.get(key, ())),
            *_nodes(seen, id, key),
            *_activities(seen, id, key),
        ]
        events += sorted(mine, key=lambda event: event["from"])
    return events


def _deed(deed: Seen) -> Event:
    wait = deed["kind"].startswith(WAITS)
    event = {"lane": STEPS, "what": "wait" if wait else "step", "text": deed["text"], "from": deed["from"],
             "seq": deed["seq"], "detail": deed["detail"], "index": deed["index"]}  # fmt: skip
    lasted = {"to": deed["to"], "endSeq": deed["endSeq"]}
    return event | lasted | ({} if deed["ok"] else {"bad": True})


def _turns(seen: Seen, bot: str, key: str, gates: Sequence[str | None]) -> Iterable[Event]:
    outcomes = {row["turnId"]: row["outcome"] for row in seen["rows"]}
    for turn in seen["turns"]:
        if turn["botId"] != bot:
            continue
        outcome = outcomes.get(turn["id"], turn["state"])
        name = f"turn {turn['index']}" if "index" in turn else "a turn that was never launched"
        ended = {"to": turn["endedAt"], "endSeq": turn["endSeq"]} if "endedAt" in turn else {}
        index = turn.get("index", len(gates))
        gate = {"gate": gates[index]} if index < len(gates) and gates[index] is not None else {}
        why = f" ({turn['stopReason']})" if turn.get("stopReason") else ""
        event = {"lane": key, "what": "turn", "text": name, "from": turn["startedAt"], "seq": turn["seq"],
                 "detail": f"{outcome}{why}", "cause": turn["cause"]["kind"]}  # fmt: skip
        yield event | ended | gate | ({} if outcome in ("ok", "running", "waiting-on-person") else {"bad": True})


def _nodes(seen: Seen, bot: str, key: str) -> Iterable[Event]:
    for number, node in enumerate(each for each in seen["nodes"] if each["botId"] == bot):
        stages = node["history"]
        for stage, after in pairwise([*stages, None]):
            ended = {"to": after["at"], "endSeq": after["seq"]} if after is not None else {}
            bad = {"bad": True} if stage["status"] in ("failed", "cancelled") else {}
            whose = "handed on" if node.get("parentId") else "its own work"
            event = {"lane": key, "what": "node", "text": stage["status"], "from": stage["at"], "seq": stage["seq"],
                     "node": number, "detail": whose}  # fmt: skip
            yield event | ended | bad


def _activities(seen: Seen, bot: str, key: str) -> Iterable[Event]:
    for line in seen["activities"]:
        if line["botId"] == bot:
            bad = {"bad": True} if line["kind"] == "error" else {}
            yield {"lane": key, "what": "activity", "text": line["name"], "from": line["at"], "seq": line["seq"]} | bad
