"""Hook of the prompts (the rooms' part replaces this stub).

`assemble(house, turn)` is called once when a turn is launched, after the computer is prepared. It may read the house
and keep what the model session was told in `house.threads[turn.thread_id].session`; `turn.text` are the words,
`turn.resumed` says that they are results that came back, `turn.node_id` that a teammate asked.
"""

from __future__ import annotations

from typing import NamedTuple

from hawthorne.bots.entities import Turn
from hawthorne.bots.house import House
from hawthorne.core.values import JSON


class Assembled(NamedTuple):
    """`system` as the session was launched, `instructions` everything the model goes by whatever carries it, and
    `prompt` the user's message: `{"type": "user", "message": {"role": "user", "content": str}}`."""

    system: str
    instructions: str
    prompt: dict[str, JSON]


def assemble(house: House, turn: Turn) -> Assembled:
    """The prompt of a turn that is about to be launched."""
    text = f"You are {house.bots[turn.bot_id].name}."
    return Assembled(text, text, {"type": "user", "message": {"role": "user", "content": turn.text}})
