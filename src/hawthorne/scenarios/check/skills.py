"""E70 and E71: skills that a harness would pass over without a word."""

from __future__ import annotations

from collections.abc import Iterator

from hawthorne.scenarios.check.fault import Fault
from hawthorne.scenarios.model import Scenario
from hawthorne.scenarios.skill import FENCE, IDENTITY, VERSION, Skill, front_matter
from hawthorne.scenarios.steps import InstallSkill


def check(scenario: Scenario) -> Iterator[Fault]:
    for i, step in enumerate(scenario.steps):
        if isinstance(step, InstallSkill):
            yield from _installed(step.skill, ("steps", i, "skill"))
    for i, skill in enumerate(scenario.library_skills):
        path = ("librarySkills", i)
        matter = front_matter(skill.instructions)
        if matter is not None and matter.get("name") != skill.name:
            message = f'the front matter says "{matter.get("name", "")}", not "{skill.name}"'
            yield Fault("E71", (*path, "instructions"), message, f"write name: {skill.name}")
        elif matter is None:
            yield Fault("E71", (*path, "instructions"), f'the skill "{skill.name}" has no front matter',
                        f"begin it with {FENCE}, a line name: {skill.name}, and {FENCE}")  # fmt: skip


def _installed(skill: Skill, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if not IDENTITY.match(skill.id):
        rule = "lower-case letters and digits, with single - between"
        yield Fault("E70", (*path, "id"), f'"{skill.id}" is no id of a skill', rule)
    if not VERSION.match(skill.version):
        yield Fault("E70", (*path, "version"), f'"{skill.version}" is no version', "write x.y.z")
    if not skill.skill_md.startswith(FENCE):
        yield Fault("E70", (*path, "skillMd"), "the skill's text has no front matter", f"begin it with {FENCE}")
    for i, term in enumerate(skill.trigger_terms):
        if not term.strip():
            yield Fault("E70", (*path, "triggerTerms", i), "an empty term is in every text", "write a word")
