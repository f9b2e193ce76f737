"""What an actor sees of an ask: the trial in it, if any, and whose draws answer it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hawthorne.core.ask import Ask
from hawthorne.core.draws import Draws
from hawthorne.core.space import Space
from hawthorne.core.values import JSON

READY = "READY"
"""The answer to a message that offers no options."""


def trial_in(view: Mapping[str, JSON]) -> Mapping[str, Any] | None:
    """The trial that a view shows: its first value that is a mapping with response options, else the view itself when
    it has some, else None.

    >>> trial_in({"Trial": {"ResponseOptions": ["Left", "Right"]}})
    {'ResponseOptions': ['Left', 'Right']}
    >>> trial_in({"Prompt": "Ready?"}) is None
    True
    """
    for value in view.values():
        if value.__class__ is dict and value.get("ResponseOptions"):
            return value
    return view if view.get("ResponseOptions") else None


def seated(draws: Draws, ask: Ask) -> tuple[Draws, str]:
    """The draws of the seat that asks, below those of a case, and the rest of the ask's id.

    A case of one participant is its own seat; others are told apart by their instance.
    """
    seat, _, tail = ask.id.rpartition("/")
    _, slash, instance = seat.partition("/")
    return (draws.at("seat", instance) if slash else draws), tail


def ready(space: Space, draws: Draws) -> JSON:
    """The answer to an ask without options: READY where it is valid as a message, else a sample of the space."""
    if space.check(READY) is None:
        return READY
    return space.sample(draws)
