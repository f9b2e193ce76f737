"""E40 to E42: what the scenario's world does not have."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic.alias_generators import to_camel

from hawthorne.scenarios.check.fault import Fault
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.steps import ANYWHERE, ONLY

TEAM = ("section", "chief_of_staff", "managed_sections", "acknowledge_peer_scope")
COMPUTER = ("computer", "browser")
IGNORED = {"coordination": COMPUTER, "localVm": TEAM}
"""The fields of bots that a world does not look at."""


def check(scenario: Scenario) -> Iterator[Fault]:
    world = scenario.world
    available = ANYWHERE | ONLY[world]
    for i, step in enumerate(scenario.steps):
        if step.kind not in available:
            other = next(name for name, kinds in ONLY.items() if step.kind in kinds)
            message = f"step {step.kind} is not available in the {world} world"
            yield Fault("E40", ("steps", i, "kind"), message, f'it is one of the world "{other}"')
    for i, bot in enumerate(scenario.bots):
        for name in IGNORED[world]:
            if getattr(bot, name) is not None:
                key = to_camel(name)
                message = f'the {world} world does not look at "{key}" of a bot'
                yield Fault("E41", ("bots", i, key), message, "leave it out, or take the other world")
    if world == "localVm" and scenario.library_skills:
        yield Fault("E42", ("librarySkills",), "the localVm world has no library of skills",
                    "take the coordination world, or installSkill")  # fmt: skip
