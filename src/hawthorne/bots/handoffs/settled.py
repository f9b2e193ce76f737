"""What the end of a turn means for the work it handed out or carried out."""

from __future__ import annotations

from hawthorne.bots.entities import Turn
from hawthorne.bots.house import House


def turn_settled(house: House, turn: Turn) -> None:
    """A turn has settled."""
