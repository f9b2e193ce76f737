"""What a model could read in a turn: its user message, and which part of that is an instruction.

An instruction that changes often travels in the user message inside a wrapper. Since a person can type the wrapper
too, its text counts as an instruction only where that is proven; whatever is not proven comes to nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from hawthorne.core.values import JSON
from hawthorne.records.evidence import Evidence, TurnRow


class Wrapper(NamedTuple):
    """What an instruction in a user message is wrapped in: a pattern of the opening, and the closing tag."""

    opening: str
    tag: str


ORIGINAL = Wrapper(
    r"<system-reminder>\n[^\n]*changed since this session started[^\n]*replaces the earlier copy[^\n]*\n\n",
    "</system-reminder>",
)
"""The wrapper of the harness for which the original format was made."""
OPENING, CLOSING = "volatile.wrapper_open", "volatile.wrapper_close"
"""The keys of a harness's own wrapper among its wordings."""


def content_of(prompt: JSON) -> str | None:
    """The text of a user message; None for what is no user message.

    >>> content_of('{"type": "user", "message": {"role": "user", "content": "hi"}}')
    'hi'
    """
    if isinstance(prompt, str):
        try:
            prompt = json.loads(prompt)
        except ValueError:
            return None
    if not isinstance(prompt, Mapping) or prompt.get("type") != "user":
        return None
    message = prompt.get("message")
    if not isinstance(message, Mapping) or message.get("role") != "user":
        return None
    content = message.get("content")
    return content if isinstance(content, str) else None


def forms_of(prompt: JSON) -> tuple[str, ...]:
    """The texts in which a prompt is searched: its JSON text, and the user message in it."""
    text = prompt if isinstance(prompt, str) else json.dumps(prompt, ensure_ascii=False, separators=(",", ":"))
    content = content_of(prompt)
    return (text,) if content is None else (text, content)


def volatile(prompt: JSON, said: Collection[str], wrapper: Wrapper = ORIGINAL) -> str:
    """The instruction that a user message carries beside the user's own words, or an empty text.

    `said` are the raw texts of the thread's user messages. The message must begin with the wrapper; behind its first
    closing tag must come a blank line and then exactly the words of one of those messages. A message that a person
    typed as a whole carries none.
    """
    content = content_of(prompt)
    if content is None or content in said:
        return ""
    opened = re.match(wrapper.opening, content)
    if opened is None:
        return ""
    inside, closed, rest = content[opened.end() :].partition(wrapper.tag)
    if not closed or not rest.startswith("\n\n") or rest[2:] not in said:
        return ""
    return inside.strip("\n")


def instructions_of(turn: TurnRow, evidence: Evidence) -> tuple[str, ...]:
    """The texts that a turn could read as instructions: its prompt at launch, and what changed since.

    A harness that tells its instructions apart is believed; of any other, the user message is searched for them.
    """
    if turn.instructions is not None:
        return (turn.system, turn.instructions)
    messages = evidence.threads.get(turn.thread_id, ())
    said = {message["text"] for message in messages
            if message.get("role") == "user" and isinstance(message.get("text"), str)}  # fmt: skip
    return (turn.system, volatile(turn.prompt, said, _wrapper(evidence)))


def _wrapper(evidence: Evidence) -> Wrapper:
    wording = evidence.wording
    if wording.get(OPENING) and wording.get(CLOSING):
        return Wrapper(re.escape(wording[OPENING]), wording[CLOSING].strip())
    return ORIGINAL
