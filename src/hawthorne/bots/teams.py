"""What a change of a bot must keep to: the rules of `rules.patches`, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from hawthorne.bots.entities import Bot
from hawthorne.bots.reach import team
from hawthorne.bots.rules.limits import Limits
from hawthorne.core.values import JSON


class Proposed(NamedTuple):
    """A change that somebody asks for: the bot as it is, the value as it was sent, the sections that exist, and whether
    any bot is at work."""

    bot: Bot
    value: Mapping[str, JSON]
    sections: frozenset[str]
    busy: bool
    limits: Limits

    @property
    def managed(self) -> list[str]:
        """The managed sections asked for."""
        return self.value.get("managedSections") or []

    @property
    def fresh(self) -> list[str]:
        """Those that the bot does not manage yet."""
        known = {team(section) for section in self.bot.managed_sections}
        return [section for section in self.managed if team(section) not in known]

    @property
    def widens_peers(self) -> bool:
        """Whether the list of peers lets more bots in."""
        if "peers" not in self.value or self.bot.peers is None:
            return False
        peers = self.value["peers"]
        return peers is None or bool(set(peers) - set(self.bot.peers))


def _count(p: Proposed) -> str | None:
    most = p.limits.sections
    return f"at most {most} sections can be managed, not {len(p.managed)}" if len(p.managed) > most else None


def _length(p: Proposed) -> str | None:
    most = p.limits.section
    names = [*p.managed, p.value.get("section") or ""]
    long = next((name for name in names if len(name) > most), None)
    return None if long is None else f'a section has at most {most} characters, not {len(long)} ("{long[:20]}...")'


def _exists(p: Proposed) -> str | None:
    strange = next((name for name in p.fresh if team(name) not in p.sections), None)
    return None if strange is None else f'there is no section "{strange}"'


def _chief(p: Proposed) -> str | None:
    chief = p.value.get("chiefOfStaff", p.bot.chief_of_staff)
    return "only a chief of staff manages sections" if p.managed and not chief else None


def _acknowledged(p: Proposed) -> str | None:
    if not p.fresh or p.value.get("acknowledgePeerScope") is True:
        return None
    return f"managing {', '.join(p.fresh)} widens whom the bot reaches: acknowledgePeerScope must be true"


def _peers(p: Proposed) -> str | None:
    if not p.widens_peers or p.value.get("acknowledgePeerScope") is True:
        return None
    return "the new peers widen whom the bot reaches: acknowledgePeerScope must be true"


def _busy(p: Proposed) -> str | None:
    moved = "section" in p.value and team(p.value["section"]) != team(p.bot.section)
    freed = bool(p.bot.approve_peer_comms) and p.value.get("approvePeerComms") is False
    loosens = bool(p.fresh) or p.widens_peers or moved or freed
    return "what a bot may do is not loosened while a bot is at work" if loosens and p.busy else None


PATCH_RULES: Mapping[str, Callable[[Proposed], str | None]] = {
    "count": _count,
    "length": _length,
    "exists": _exists,
    "chief": _chief,
    "acknowledged": _acknowledged,
    "peers": _peers,
    "busy": _busy,
}

STATUS = {"busy": 409}
"""The HTTP status of a rule's refusal, where it is not 400."""


def objection(rows: Iterable[str], proposed: Proposed) -> tuple[str, str] | None:
    """The first rule that a change breaks, and why; None when it keeps to them all."""
    for row in rows:
        why = PATCH_RULES[row](proposed)
        if why is not None:
            return row, why
    return None
