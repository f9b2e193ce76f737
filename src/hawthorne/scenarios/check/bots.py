"""E10 to E12 and E63: the bots themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hawthorne.core.errors import did_you_mean
from hawthorne.scenarios.check.fault import Fault
from hawthorne.scenarios.model import Scenario

_FORBIDDEN = re.compile(r"[@/\s]")


def check(scenario: Scenario) -> Iterator[Fault]:
    keys: set[str] = set()
    display_names: set[str] = set()
    for i, bot in enumerate(scenario.bots):
        path = ("bots", i)
        if not bot.key or _FORBIDDEN.search(bot.key):
            rule = "a key has at least one character, and no @, no / and no space"
            yield Fault("E11", (*path, "key"), f'"{bot.key}" is no key of a bot', rule)
        if bot.key in keys:
            yield Fault("E10", (*path, "key"), f'the key "{bot.key}" is that of another bot', "give each bot its own")
        if bot.name.casefold() in display_names:
            rule = "tools find bots by their names: give each its own"
            yield Fault("E12", (*path, "name"), f'the name "{bot.name}" is that of another bot', rule)
        keys.add(bot.key)
        display_names.add(bot.name.casefold())
    yield from _sections(scenario)


def _sections(scenario: Scenario) -> Iterator[Fault]:
    sections = [bot.section for bot in scenario.bots if bot.section]
    for i, bot in enumerate(scenario.bots):
        path = ("bots", i, "managedSections")
        if bot.managed_sections and not bot.chief_of_staff:
            yield Fault("E63", path, f'"{bot.key}" manages sections and is no chief', 'write "chiefOfStaff": true')
        if bot.managed_sections and bot.acknowledge_peer_scope is False:
            fix = 'leave "acknowledgePeerScope" out, or write true'
            yield Fault("E63", ("bots", i, "acknowledgePeerScope"), f'"{bot.key}" manages sections unknowingly', fix)
        managed: tuple[str, ...] = bot.managed_sections or ()
        for j, section in enumerate(managed):
            if section not in sections:
                fix = did_you_mean(section, sections) or "give a bot this section"
                yield Fault("E63", (*path, j), f'no bot is in the section "{section}"', fix)
