"""The rows of the prompt, what untrusted text is cut to, and the tests by which skills are chosen and seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Section(NamedTuple):
    """A row of the prompt: its id, the heading it is shown under, and whether it may change within a session."""

    id: str
    label: str
    volatile: bool = False


SECTIONS = (
    Section("persona", "Who you are"),
    Section("roster", "Your team"),
    Section("coordination", "Working with teammates"),
    Section("library", "Skills you can read"),
    Section("skills", "Skills for this turn"),
    Section("computer", "Your computer"),
    Section("outstanding", "Work that is out", volatile=True),
)
"""The rows in the order of the prompt: the stable half, then the volatile one."""


@dataclass(frozen=True, slots=True)
class PromptRules:
    """How a prompt is put together. The numbers are the most characters that are shown of what others wrote.

    `choice`: the tests that a person's skill must all pass to stand in a turn's prompt; `sight`: those that a skill of
    the library must pass to be listed to a bot.
    """

    sections: tuple[Section, ...] = SECTIONS
    name: int = 80
    title: int = 120
    description: int = 200
    assignment: int = 1000
    choice: tuple[str, ...] = ("enabled", "capable", "triggered")
    sight: tuple[str, ...] = ("feature", "assigned", "approved", "unchanged")
