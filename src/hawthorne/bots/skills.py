"""Hook of the skills (the rooms' part replaces this stub): `COMMANDS` only (`installSkill`, `setSkills`,
`installLibrarySkill` ...); what a turn sees of them is the prompts' affair."""

from __future__ import annotations

from hawthorne.bots.commands import Command

COMMANDS: dict[str, Command] = {}
