"""Work that is still out, as the bot that handed it out is told in its instructions."""

from __future__ import annotations

from hawthorne.bots.house import House
from hawthorne.core.values import JSON


def outstanding(house: House, thread_id: str) -> list[dict[str, JSON]]:
    """The open requests of the turns of this thread, in order: `{requestId, bot, assignment, status}`, status
    `waiting-for-free` or `working`. Empty when nothing is out."""
    return []
