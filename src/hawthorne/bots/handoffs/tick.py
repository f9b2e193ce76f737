"""The tick: what has come of handed-off work is reported, and what can go on goes on."""

from __future__ import annotations

from hawthorne.bots.house import House


def tick(house: House) -> None:
    """Look at every tree once more."""


def on_due(house: House, name: str) -> None:
    """The earliest deadline has come."""
    house.stir("handoffs")
