"""Steps of the world with a computer: its machine's state, the way that a turn was given to it, and the gate before it.

A turn that was launched leaves a dump, which says by which capability it reaches the computer. A wait for a dump
forgets those that it saw, so that the next wait is for the next launch; a capture picks the latest of its own bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.evals.broken import StepFailed
from hawthorne.evals.stage import Stage
from hawthorne.evals.steps.waiting import WAIT_MS, timeout
from hawthorne.evals.worlds.host import Moment

Step = Mapping[str, Any]
Dumps = list[dict[str, Any]]


def set_vm_state(stage: Stage, step: Step) -> str:
    """Replace the state of the machine behind the computer."""
    stage.demand("PUT", "/api/vm", dict(step["state"]))
    return "set"


def consume_dump(stage: Stage, step: Step) -> str:
    """Wait until a turn is launched of which nothing was seen yet."""

    def read(moment: Moment) -> Dumps:
        return [dump for dump in _dumps(stage) if dump["turnId"] not in stage.consumed]

    dumps = stage.wait("a turn is launched", read, bool, timeout(step))
    stage.consumed.update(dump["turnId"] for dump in dumps)
    return f"a turn of {stage.key_of(dumps[-1]['botId'])}"


def capture_computer(stage: Stage, step: Step) -> str:
    """Remember by which capability the bot's latest turn reaches the computer."""
    bot, key = stage.bot(step["bot"]), step["bot"].removeprefix("@")

    def read(moment: Moment) -> Dumps:
        own = [dump for dump in _dumps(stage) if dump["botId"] == bot]
        return [dump for dump in own if f"captured {dump['turnId']}" not in stage.consumed]

    dump = stage.wait(f"a turn of {key} is launched", read, bool, WAIT_MS)[-1]
    stage.consumed |= {dump["turnId"], f"captured {dump['turnId']}"}
    if dump["computer"] is None:
        raise StepFailed(f"the turn of {key} was given no computer")
    stage.captured[key] = dump["computer"]
    return "captured"


def poll_computer_gate(stage: Stage, step: Step) -> str:
    """Ask, as a screen call of the captured turn would, whether it may be made; the answer is saved."""
    key = step["bot"].removeprefix("@")
    if key not in stage.captured:
        raise StepFailed(f"the computer of {key} was not captured yet")
    target = f"/api/internal/computer-control?botId={stage.bot(key)}"
    response = stage.request("GET", target, None, stage.captured[key])
    body = response.body if isinstance(response.body, dict) else {}
    stage.observations[step["saveAs"]] = {"httpStatus": response.status, **body}
    return f"answered with {response.status}" + (f", held: {str(body['held']).lower()}" if "held" in body else "")


def _dumps(stage: Stage) -> Dumps:
    found: Dumps = stage.look("/api/eval/dumps")["dumps"]
    return found
