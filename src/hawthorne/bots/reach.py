"""Reach: whom a bot may ask. One predicate for the roster, the lists, the names and every check on the way.

It is asymmetric on purpose: what a chief is granted does not let that team reach back. Bots without a section share
the team without a name. Only the sender's list of peers counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hawthorne.bots.entities import Bot


def team(section: str | None) -> str:
    """The key of a section: its name without white space around it; none is a team too.

    >>> team(" Design "), team(None)
    ('Design', '')
    """
    return (section or "").strip()


def can_access_team(sender: Bot, section: str | None) -> bool:
    """Whether the sender works in a section or, as a chief, was granted it."""
    wanted = team(section)
    return wanted == team(sender.section) or (
        sender.chief_of_staff and wanted in {team(managed) for managed in sender.managed_sections}
    )


TESTS: Mapping[str, Callable[[Bot, Bot], bool]] = {
    "self": lambda sender, target: sender.id != target.id,
    "hidden": lambda sender, target: not target.hidden,
    "team": lambda sender, target: can_access_team(sender, target.section),
    "peer": lambda sender, target: sender.peers is None or target.id in sender.peers,
}
"""What a target must pass; the rules name them in order."""


def barrier(rows: Iterable[str], sender: Bot, target: Bot) -> str | None:
    """The first test that the target fails, or None when the sender reaches it."""
    return next((row for row in rows if not TESTS[row](sender, target)), None)


def reachable(rows: Iterable[str], sender: Bot, bots: Iterable[Bot]) -> list[Bot]:
    """The bots that the sender reaches, in order."""
    rows = tuple(rows)
    return [bot for bot in bots if barrier(rows, sender, bot) is None]


def folded(name: str) -> str:
    """A name as it is compared: no `@` before it, white space collapsed, case folded.

    >>> folded(" @Ada  Lovelace ")
    'ada lovelace'
    """
    return " ".join(name.strip().removeprefix("@").split()).casefold()


def named(rows: Iterable[str], sender: Bot, bots: Mapping[str, Bot], name: str) -> list[Bot]:
    """The bots that a name means to the sender: an exact id wins, reached or not (the route explains why not); else
    the reachable bots of that name. One is an answer, none or several are not."""
    if name in bots:
        return [bots[name]]
    wanted = folded(name)
    return [bot for bot in reachable(rows, sender, bots.values()) if folded(bot.name) == wanted]
