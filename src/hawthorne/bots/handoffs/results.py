"""What came back of handed-off work, as its asker is told: each result once, or withheld."""

from __future__ import annotations

from hawthorne.bots.entities import Message
from hawthorne.bots.house import House


def shown_again(house: House, message: Message) -> str:
    """A message's text as a model may see it now: results are withheld from a bot that no longer reaches theirs."""
    return message.text or ""
