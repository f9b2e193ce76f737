"""Commands about threads: opened, named, deleted."""

from __future__ import annotations

from hawthorne.bots.commands import Command

COMMANDS: dict[str, Command] = {}
