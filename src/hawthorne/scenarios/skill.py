"""Skills that a scenario brings: user skills that a step installs, and skills of the shared library."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field, StrictBool, StrictStr

from hawthorne.scenarios.fields import Part

IDENTITY = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")
"""The ids of user skills, which are names of folders too."""
VERSION = re.compile(r"^\d+\.\d+\.\d+$")
FENCE = "---"
"""What the text of a skill begins with: its front matter."""


class Skill(Part):
    """A user skill: its manifest and its text."""

    id: StrictStr
    name: StrictStr
    version: StrictStr
    description: StrictStr
    default_enabled: StrictBool = True
    trigger_terms: Annotated[tuple[StrictStr, ...], Field(min_length=1)]
    required_capabilities: tuple[StrictStr, ...] = ()
    skill_md: StrictStr


class LibrarySkill(Part):
    """A skill of the shared library, approved before the first turn."""

    name: StrictStr
    instructions: StrictStr


def front_matter(text: str) -> dict[str, str] | None:
    """The simple `key: value` lines between the first two fences; None where the text does not begin with a fence.

    >>> front_matter("---\\nname: tidy\\n---\\nDo it.")
    {'name': 'tidy'}
    """
    lines = text.splitlines()
    if not lines or lines[0].strip() != FENCE:
        return None
    found = {}
    for line in lines[1:]:
        if line.strip() == FENCE:
            break
        key, colon, value = line.partition(":")
        if colon:
            found[key.strip()] = value.strip().strip("\"'")
    return found
