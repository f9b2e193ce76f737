"""Hook of the routines (the rooms' part replaces this stub).

- `on_pass(house)`: one pass: time-outs, schedules that are due, and the queued runs, oldest first, each admitted on the
  surface `unattended`. Called whenever `routines` is stirred: at every settle (after the handoffs, before the drains),
  on a change of the settings, on an alarm named `routines...`, and by the commands of routines themselves (`runRoutine`
  stirs before it is answered, so that a deferral is visible at once: it may call `on_pass` itself).
  A run starts by `opening.open_turn(house, bot, thread, "unattended", cause, text)`.
- `on_turn(house, turn, what)`: a turn came to `launched`, `waiting` (for a person), `resolved` or `settled`; a settled
  turn has `ok`, `stop_reason` and `reply`. Its run is known by `turn.cause == {"kind": "routine", "id": run id}`.
- `on_tree(house, thread_id)`: handed-off work that began in this thread has wholly ended.
- `on_due(house, name)`: an alarm of `house.alarm("routines...", at)` rang.
- `on_bot_deleted(house, bot)`, `on_restart(house)`.
- `COMMANDS`: name -> function(house, value, id) -> Receipt, or None when the receipt comes later.
"""

from __future__ import annotations

from hawthorne.bots.commands import Command
from hawthorne.bots.entities import Bot, Turn
from hawthorne.bots.house import House

COMMANDS: dict[str, Command] = {}


def on_pass(house: House) -> None:
    """One pass over what is due and what is queued."""


def on_turn(house: House, turn: Turn, what: str) -> None:
    """A turn came to `launched`, `waiting`, `resolved` or `settled`."""


def on_tree(house: House, thread_id: str) -> None:
    """The work that was handed out from this thread has ended."""


def on_due(house: House, name: str) -> None:
    """An alarm rang."""
    house.stir("routines")


def on_bot_deleted(house: House, bot: Bot) -> None:
    """A bot is about to go."""


def on_restart(house: House) -> None:
    """The harness was restarted; its turns are already settled."""
