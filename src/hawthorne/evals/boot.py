"""Booting a world: the scenario's bots are made, its models get their scripts, its library skills are imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core.values import JSON
from hawthorne.evals.broken import StepFailed
from hawthorne.evals.stage import Stage, told

STARTER = "(not of the scenario)"
"""What bots are called that a harness begins with: none of a scenario's may have their names."""

PATCHED = {
    "coordination": ("chiefOfStaff", "managedSections", "acknowledgePeerScope"),
    "localVm": ("computer", "browser"),
}
"""What each world sets of a bot once all are there: a team that a chief manages must exist."""


def boot(stage: Stage, scenario: Mapping[str, Any]) -> str:
    """Make the scenario's world, in this order: all bots, then what each may do, the plan, the library. Raises
    StepFailed where anything is refused."""
    stage.world = scenario["world"]
    for number, known in enumerate(stage.look("/api/bots")["bots"], 1):
        name = {"name": f"{STARTER} {number}"}
        _done(stage, "a bot that was there", "PATCH", f"/api/bots/{known['id']}/profile", name)
    if stage.world == "localVm":
        _done(stage, "the machine", "PUT", "/api/vm", {})
    for bot in scenario["bots"]:
        section = {"section": bot["section"]} if "section" in bot and stage.world == "coordination" else {}
        made = _done(stage, f'the bot "{bot["key"]}"', "POST", "/api/bots", {"name": bot["name"]} | section)["bot"]
        stage.bots[bot["key"]], stage.threads[bot["key"]] = made["id"], made["threadId"]
        stage.scripted[bot["key"]] = [turn.get("gate") for turn in bot["turns"]]
    for bot in scenario["bots"]:
        patch = {name: bot[name] for name in PATCHED[stage.world] if name in bot}
        if patch.get("managedSections"):
            patch.setdefault("acknowledgePeerScope", True)
        if patch:
            _done(stage, f'the bot "{bot["key"]}"', "PATCH", f"/api/bots/{stage.bots[bot['key']]}", patch)
    stage.host.plan({stage.bots[bot["key"]]: [_turn(stage, turn) for turn in bot["turns"]] for bot in scenario["bots"]})
    library = scenario.get("librarySkills", ()) if stage.world == "coordination" else ()  # the other world has none
    for skill in library:
        body = {**skill, "reviewState": "approved", "source": "eval-fixture"}
        _done(stage, f'the library skill "{skill["name"]}"', "POST", "/api/skills-library", body)
    return f"{stage.world} with {', '.join(stage.bots) or 'no bots'}"


def _turn(stage: Stage, turn: Mapping[str, Any]) -> dict[str, JSON]:
    """A scripted turn with its references resolved."""
    steps = [call | {"arguments": stage.meant(call.get("arguments", {}))} for call in turn.get("steps", ())]
    return dict(turn) | ({"steps": steps} if steps else {})


def _done(stage: Stage, what: str, method: str, target: str, body: JSON) -> Any:
    response = stage.request(method, target, body)
    if response.fine:
        return response.body
    raise StepFailed(f"the world did not boot: {what} was refused with {response.status}: {told(response.body)}")
