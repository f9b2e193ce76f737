"""Queued words and waiting work: who goes next when a thread, a slot or a room becomes free."""

from __future__ import annotations

from hawthorne.bots.house import House


def drain(house: House) -> None:
    """Dispatch whatever can go now."""
