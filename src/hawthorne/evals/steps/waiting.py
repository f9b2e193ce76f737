"""Steps that wait: conditions over what the harness shows, never sleeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.evals.stage import Stage
from hawthorne.evals.worlds.host import Moment

Step = Mapping[str, Any]

WAIT_MS = 20_000.0
RUN_WAIT_MS = 30_000.0
LINES = 50
"""How many of the last lines of a thread are looked at for an activity."""


def wait_for_turns(stage: Stage, step: Step) -> str:
    """Wait until so many turns of a bot have ended."""
    bot, count = stage.bot(step["bot"]), step["count"]

    def read(moment: Moment) -> int:
        return ended(moment, bot, stage.compat)

    seen = stage.wait(f"{step['bot']} has ended {count} turns", read, lambda seen: seen >= count, timeout(step))
    return f"{seen} turns ended"


def ended(moment: Moment, bot: str, compat: bool) -> int:
    """How many turns of a bot have left evidence: none does that is not in the script; in compatible mode, none that
    was killed."""
    outcomes = moment.turns.get(bot, {})
    left_out = ("overrun", "killed") if compat else ("overrun",)
    return sum(count for outcome, count in outcomes.items() if outcome not in left_out)


def wait_for_node_status(stage: Stage, step: Step) -> str:
    """Wait until a handoff node of a bot has exactly a status."""
    bot, status = stage.bot(step["bot"]), step["status"]

    def read(moment: Moment) -> list[str]:
        nodes: list[str] = [node["status"] for node in stage.nodes() if node["botId"] == bot]
        if step.get("any"):
            return nodes
        nth = step.get("nth", 0)
        return [nodes[nth]] if -len(nodes) <= nth < len(nodes) else []

    which = (
        "a handoff node"
        if step.get("any")
        else f"handoff node {step['nth']}"
        if "nth" in step
        else "the first handoff node"
    )
    stage.wait(f"{which} of {step['bot']} is {status}", read, lambda seen: status in seen, timeout(step))
    return f"the node is {status}"


def wait_for_busy(stage: Stage, step: Step) -> str:
    """Wait until a bot is busy, or is not."""
    bot, busy, mates = stage.bot(step["bot"]), step["busy"], step.get("waitingForTeammates")

    def read(moment: Moment) -> dict[str, Any]:
        seen = stage.look(f"/api/bots/{bot}")["bot"]
        return {"busy": seen["busy"], "waitingForTeammates": seen["waitingForTeammates"]}

    def accept(seen: dict[str, Any]) -> bool:
        return seen["busy"] is busy and mates in (None, seen["waitingForTeammates"])

    word = "busy" if busy else "not busy"
    more = "" if mates is None else f" and {'waits' if mates else 'does not wait'} for teammates"
    stage.wait(f"{step['bot']} is {word}{more}", read, accept, timeout(step))
    return f"{word}{more}"


def wait_for_activity(stage: Stage, step: Step) -> str:
    """Wait until a line of activity of a bot begins so; that it did is remembered."""
    bot, prefix = stage.bot(step["bot"]), stage.worded(step["namePrefix"])

    def read(moment: Moment) -> list[str]:
        messages = stage.look(f"/api/bots/{bot}?messages={LINES}")["bot"]["messages"]
        return [each["tool"]["name"] for each in messages if each["kind"] == "activity"]

    def accept(names: list[str]) -> bool:
        return any(name.startswith(prefix) for name in names)

    names = stage.wait(f"an activity of {step['bot']} begins with {prefix!r}", read, accept, timeout(step))
    stage.proven.setdefault(step["bot"].removeprefix("@"), []).append(prefix)
    return next(name for name in names if name.startswith(prefix))


def wait_for_routine_run(stage: Stage, step: Step) -> str:
    """Wait until the latest run of a routine has exactly a status."""
    name, status = step["routine"], step["status"]
    run = stage.run(name)

    def read(moment: Moment) -> str | None:
        runs = stage.look("/api/routines")["runs"]
        return next((each["status"] for each in runs if each["id"] == run), None)

    stage.wait(f"the run of {name} is {status}", read, lambda seen: seen == status, timeout(step, RUN_WAIT_MS))
    return f"the run is {status}"


def timeout(step: Step, default: float = WAIT_MS) -> float:
    """How long a step waits, in milliseconds of the host's clock."""
    said: float = step.get("timeoutMs", default)
    return said
