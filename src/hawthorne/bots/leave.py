"""What a turn works with: the model that is chosen for it, and the leave that it has.

A thread may have a model and a permission mode of its own; where it has none, those of its bot count. Under `ask` a
turn that wants a person's permission waits for it; under `auto` it has it. Work that was handed on is never freer than
the turn that asked for it.
"""

from __future__ import annotations

from hawthorne.bots.entities import Bot, Node, Thread

ASK = "ask"
AUTO = "auto"


def model_of(bot: Bot, thread: Thread) -> str | None:
    """The model of a turn of this thread; None leaves it to whoever answers for the bot."""
    return thread.model or bot.model


def permission_of(bot: Bot, thread: Thread, node: Node | None) -> str:
    """The permission mode of a turn of this thread, which carries out a piece of work or none."""
    own = thread.permission_mode or bot.permission_mode or ASK
    return ASK if node is not None and node.permission_mode == ASK else own
