"""Hooks of the computer (the rooms' part replaces this stub).

- `prepare(house, turn)`: called when a turn is about to be launched. `ready`: go on; `waiting`: the computer calls
  `house.launching.append(turn)` later (it then asks again: answer `ready`); or a text: the turn fails with it.
- `on_launch(house, turn)`: the turn's model is about to be asked; mint its capability here.
- `release(house, turn)`: the turn has settled: release what it holds, revoke its capabilities, drop its slot. Called
  exactly once for each turn that was begun, launched or not, before handoffs, routines and drains look again.
- `authorise(house, token)`: the live turn whose capability this is, or None (an unknown or dead one).
- `on_due(house, name)`: an alarm named `computer...` rang.
- `on_bot_deleted(house, bot)`, `on_restart(house)`.
- `COMMANDS`: `computerGate`, `askHands`, `dropHands`, `takeControl`, `releaseControl`, `setVmState` ...

To end a turn whose claim was rejected: `ending.interrupt(house, turn, "claim rejected")`.
"""

from __future__ import annotations

from hawthorne.bots.commands import Command
from hawthorne.bots.entities import Bot, Turn
from hawthorne.bots.house import House

COMMANDS: dict[str, Command] = {}


def prepare(house: House, turn: Turn) -> str:
    """Whether a turn can be launched: `ready`, `waiting`, or why it fails."""
    return "ready"


def on_launch(house: House, turn: Turn) -> None:
    """A turn's model is about to be asked."""
    turn.holds["capability"] = house.next_id("capability")


def release(house: House, turn: Turn) -> None:
    """A turn has settled."""
    turn.holds.pop("capability", None)


def authorise(house: House, token: str | None) -> Turn | None:
    """The live turn whose capability this is."""
    return next((turn for turn in house.live.values() if token and turn.holds.get("capability") == token), None)


def on_due(house: House, name: str) -> None:
    """An alarm rang."""


def on_bot_deleted(house: House, bot: Bot) -> None:
    """A bot is about to go."""


def on_restart(house: House) -> None:
    """The harness was restarted; its turns are already settled."""
