"""What a restart means: whatever ran has failed, and is never run again."""

from __future__ import annotations

from hawthorne.bots import ending
from hawthorne.bots.house import House, Receipt


def restarted(house: House) -> Receipt:
    """The harness was restarted."""
    for turn in list(house.live.values()):
        ending.interrupt(house, turn, "restart")
    return Receipt(200, {"ok": True})
