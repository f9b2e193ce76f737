"""Steps that change the team, its threads, its skills and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.evals.stage import Stage
from hawthorne.evals.steps.asking import answered, asked

Step = Mapping[str, Any]


def install_skill(stage: Stage, step: Step) -> str:
    """Put a user skill in place; turns that start from now on can see it."""
    stage.demand("POST", "/api/skills", dict(step["skill"]))
    return f"installed {step['skill']['id']}"


def set_config(stage: Stage, step: Step) -> str:
    """Change the settings."""
    stage.demand("PATCH", "/api/config", dict(step["config"]))
    return "set"


def set_skill_assignment(stage: Stage, step: Step) -> str:
    """Replace the library skills that a bot is assigned."""
    stage.demand("PUT", f"/api/bots/{stage.bot(step['bot'])}/skills-library", {"skills": list(step["skills"])})
    return "assigned"


def patch_bot(stage: Stage, step: Step) -> str:
    """Change a bot."""
    return asked(stage, step, "PATCH", f"/api/bots/{stage.bot(step['bot'])}", stage.meant(step["patch"]))


def delete_bot(stage: Stage, step: Step) -> str:
    """Remove a bot."""
    return asked(stage, step, "DELETE", f"/api/bots/{stage.bot(step['bot'])}")


def open_thread(stage: Stage, step: Step) -> str:
    """Open another thread of a bot, under a name of the scenario's own."""
    body = {"title": step.get("title", step["thread"])}
    response = stage.request("POST", f"/api/bots/{stage.bot(step['bot'])}/tasks", body)
    if response.fine:
        stage.opened[step["thread"]] = response.body["threadId"]
    return answered(stage, step, response)


def patch_thread(stage: Stage, step: Step) -> str:
    """Change a thread."""
    return asked(stage, step, "PATCH", _task(stage, step), stage.meant(step["patch"]))


def delete_thread(stage: Stage, step: Step) -> str:
    """Delete a thread of a bot."""
    return asked(stage, step, "DELETE", _task(stage, step))


def _task(stage: Stage, step: Step) -> str:
    return f"/api/bots/{stage.bot(step['bot'])}/tasks/{stage.thread(step['bot'], step.get('thread'))}"
