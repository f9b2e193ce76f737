"""What was said in a bot's threads."""

from __future__ import annotations

from typing import Literal

from hawthorne.records.evidence import Evidence
from hawthorne.records.judging import Lacking

Where = Literal["active", "node"]
"""The thread that a bot was created with, or that of its first handoff node."""


def texts_in(evidence: Evidence, bot: str, where: Where) -> tuple[str, ...]:
    """The texts of a thread's messages, in order. Raises Lacking where there is no such thread."""
    if where == "active":
        thread = evidence.active_threads.get(bot)
    else:
        thread = next((node.thread_id for node in evidence.nodes_of(bot)), None)
    if thread is None:
        raise Lacking(f"{bot} has no {where} thread")
    if thread not in evidence.threads:
        raise Lacking(f"the {where} thread of {bot} is not there any more")
    return tuple(str(message["text"]) for message in evidence.threads[thread] if message.get("text") is not None)
