"""Skills that people write: a folder with a manifest and a text, looked at anew for every turn.

A skill is chosen for a turn when it is on by default, when the turn has every capability that it needs, and when the
person's words hold one of its trigger terms anywhere, letter case aside. That this triggers on negations, titles and
parts of words is known, and material for a router to come. A chosen skill stands whole in the system prompt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from hawthorne.bots.rules.prompts import PromptRules
from hawthorne.core.values import JSON

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
VERSION = re.compile(r"\d+\.\d+\.\d+")
OPENING = "---"
"""A skill's text begins with front matter."""

KEYS = {
    "id": True, "name": True, "version": True, "description": True, "triggerTerms": True,
    "defaultEnabled": False, "requiredCapabilities": False,
}  # fmt: skip
"""The keys of a manifest, and whether each must be there."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill as it may be chosen. `bundled` ones come with the harness and win over a person's of the same id."""

    KIND: ClassVar[str] = "skill"
    INSIDE: ClassVar[frozenset[str]] = frozenset()

    id: str
    name: str
    version: str
    description: str
    triggers: tuple[str, ...]
    text: str
    enabled: bool = True
    needs: tuple[str, ...] = ()
    bundled: bool = False


def problems(folder: str, manifest: JSON, text: JSON) -> list[str]:
    """Everything that is wrong with a skill's folder; empty for a sound one.

    >>> problems("triage", {"id": "Triage", "name": "T", "version": "1", "description": "", "triggerTerms": []}, "x")
    ['the id "Triage" is not in lower case with single dashes', 'the id "Triage" is not the folder\\'s name "triage"',
     'the version "1" is not three numbers with dots', 'triggerTerms must hold at least one term',
     'the text must begin with front matter (---)']
    """
    if not isinstance(manifest, Mapping):
        return ["the manifest is not an object"]
    found = [f"the manifest has no {key}" for key, needed in KEYS.items() if needed and key not in manifest]
    found += [f"the manifest's {key} is unknown" for key in manifest if key not in KEYS]
    found += [f"{key} must be a text" for key in ("id", "name", "version", "description") if _off(manifest, key, str)]
    found += [
        f"{key} must be a list of texts" for key in ("triggerTerms", "requiredCapabilities") if _off_list(manifest, key)
    ]
    if _off(manifest, "defaultEnabled", bool):
        found.append("defaultEnabled must be true or false")
    if not found:
        found += _rules(folder, manifest)
    if not isinstance(text, str) or not text.startswith(OPENING):
        found.append("the text must begin with front matter (---)")
    return found


def _off(manifest: Mapping[str, JSON], key: str, kind: type) -> bool:
    return key in manifest and not isinstance(manifest[key], kind)


def _off_list(manifest: Mapping[str, JSON], key: str) -> bool:
    value = manifest.get(key, [])
    return not isinstance(value, list) or not all(isinstance(item, str) for item in value)


def _rules(folder: str, manifest: Mapping[str, JSON]) -> Iterable[str]:
    name, version, terms = manifest["id"], manifest["version"], manifest["triggerTerms"]
    if not ID.fullmatch(name):
        yield f'the id "{name}" is not in lower case with single dashes'
    if name != folder:
        yield f'the id "{name}" is not the folder\'s name "{folder}"'
    if not VERSION.fullmatch(version):
        yield f'the version "{version}" is not three numbers with dots'
    if not terms or not all(term.strip() for term in terms):
        yield "triggerTerms must hold at least one term" if not terms else "a trigger term must not be empty"


def read(manifest: Mapping[str, JSON], text: str, bundled: bool = False) -> Skill:
    """The skill of a folder that has no problems."""
    return Skill(
        manifest["id"],
        manifest["name"],
        manifest["version"],
        manifest["description"],
        tuple(manifest["triggerTerms"]),
        text,
        manifest.get("defaultEnabled", True),
        tuple(manifest.get("requiredCapabilities", ())),
        bundled,
    )


# --- the choice for a turn ----------------------------------------------------------------------------------------


class Occasion(NamedTuple):
    """A turn as skills see it: the person's words and what the turn can do."""

    words: str
    capabilities: Collection[str] = ()


def _enabled(skill: Skill, occasion: Occasion) -> bool:
    return skill.enabled


def _capable(skill: Skill, occasion: Occasion) -> bool:
    return all(need in occasion.capabilities for need in skill.needs)


def _triggered(skill: Skill, occasion: Occasion) -> bool:
    words = occasion.words.lower()
    return any(term.lower() in words for term in skill.triggers)


TESTS: Mapping[str, Callable[[Skill, Occasion], bool]] = {
    "enabled": _enabled,
    "capable": _capable,
    "triggered": _triggered,
}


def choose(skills: Iterable[Skill], occasion: Occasion, rules: PromptRules) -> tuple[Skill, ...]:
    """The skills for a turn, by id; of two with one id the bundled one."""
    known: dict[str, Skill] = {}
    for skill in sorted(skills, key=lambda each: each.bundled):
        known[skill.id] = skill
    return tuple(known[id] for id in sorted(known) if all(TESTS[row](known[id], occasion) for row in rules.choice))


def block(skill: Skill, tag: str = "skill") -> str:
    """A skill as it stands in the prompt, between tags that name it.

    >>> print(block(Skill("triage", "Triage", "1.0.0", "", ("sort",), "---\\nname: triage\\n---\\nSort first.\\n")))
    <skill id="triage" version="1.0.0">
    ---
    name: triage
    ---
    Sort first.
    </skill>
    """
    return f'<{tag} id="{skill.id}" version="{skill.version}">\n{skill.text.rstrip()}\n</{tag}>'


def section(chosen: Iterable[Skill], tag: str = "skill") -> str:
    """The section of the prompt with every chosen skill's block."""
    return "\n\n".join(block(skill, tag) for skill in chosen)
