"""What a bot was seen to do."""

from __future__ import annotations

from hawthorne.records.evidence import Evidence


def activities_of(evidence: Evidence, bot: str) -> tuple[str, ...]:
    """The names of a bot's activities, and behind them the prefixes that a step waited for and saw, where the evidence
    keeps these (foreign files are judged so: a line that was waited for may have been rewritten since)."""
    return tuple(each.name for each in evidence.activities.get(bot, ())) + evidence.proven.get(bot, ())
