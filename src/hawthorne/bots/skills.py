"""Commands of skills: people's own, put in place at any time, and the library's, imported, reviewed and assigned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hawthorne.bots import library, user_skills
from hawthorne.bots.commands import Command
from hawthorne.bots.entities import Bot
from hawthorne.bots.house import House, Receipt, refusal
from hawthorne.bots.library import Entry, Reader, Refused
from hawthorne.bots.user_skills import Skill
from hawthorne.core.values import JSON


def known(house: House) -> Iterable[Skill]:
    """The skills that people put in place."""
    shelf: dict[str, Skill] = house.rooms.setdefault("skills", {})
    return shelf.values()


def entries(house: House) -> dict[str, Entry]:
    """The library, by name."""
    found: dict[str, Entry] = house.rooms.setdefault("library", {})
    return found


def seen_by(house: House, bot: Bot) -> tuple[Entry, ...]:
    """The skills of the library that a bot sees."""
    feature = house.config.values.get("features", {}).get(library.FEATURE) is True
    return library.visible(entries(house).values(), Reader(feature, tuple(bot.skills)), house.rules.prompts)


def install_skill(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Put a skill in place, or another version of it: the next turn sees it."""
    manifest = {key: item for key, item in value.items() if key != "skillMd"}
    text = value.get("skillMd", "")
    wrong = user_skills.problems(manifest.get("id", ""), manifest, text)
    if wrong:
        return refusal(400, "; ".join(wrong), "skill.unsound")
    skill = user_skills.read(manifest, text)
    house.rooms.setdefault("skills", {})[skill.id] = skill
    house.create(skill)
    return Receipt(201, {"skill": manifest})


def remove_skill(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Take a person's skill away."""
    skill = house.rooms.setdefault("skills", {}).pop(value["skillId"], None)
    if skill is None:
        return refusal(404, f'no skill "{value["skillId"]}"', "skill.unknown")
    house.remove(skill)
    return Receipt(200, {"ok": True})


def install_library_skill(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Import a skill; `reviewState: approved` imports it as reviewed."""
    shelf, name = entries(house), value["name"]
    approved = value.get("reviewState") == "approved"
    made = library.install(shelf, name, value["instructions"], value.get("source", ""), approved, house.now)
    if isinstance(made, Refused):
        return refusal(made.status, made.why, "library.refused")
    if name in shelf:
        return Receipt(200, {"skill": made.as_json()})
    shelf[name] = made
    house.create(made)
    return Receipt(201, {"skill": made.as_json()})


def review_library_skill(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Approve or disable a skill of the library."""
    entry = entries(house).get(value["name"])
    if entry is None:
        return refusal(404, f'no skill "{value["name"]}" in the library', "library.unknown")
    entry = entries(house)[entry.name] = replace(entry, state=value["reviewState"])
    house.create(entry)
    return Receipt(200, {"skill": entry.as_json()})


def set_skills(house: House, value: dict[str, JSON], id: str) -> Receipt:
    """Replace what is assigned to a bot."""
    bot = house.bots.get(value["botId"])
    if bot is None:
        return refusal(404, f'no bot "{value["botId"]}"', "bot.unknown")
    names = library.assign(entries(house), value["skills"])
    if isinstance(names, Refused):
        return refusal(names.status, names.why, "library.unknown")
    house.change(bot, skills=list(names))
    return Receipt(200, {"skills": list(names)})


COMMANDS: dict[str, Command] = {
    "installSkill": install_skill,
    "removeSkill": remove_skill,
    "installLibrarySkill": install_library_skill,
    "reviewLibrarySkill": review_library_skill,
    "setSkills": set_skills,
}
