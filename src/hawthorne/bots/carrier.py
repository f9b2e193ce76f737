"""What carries a prompt to a model: the system prompt as its session was launched, and the user's message.

The *stable* half of a prompt is what a model session is keyed on. On a fresh session both halves stand in the system
prompt. On a warm one the system prompt stays what it was at the launch, and a *volatile* half that has changed rides in
the user's message, inside a wrapper, before the words.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from hawthorne.core.values import JSON


class Say(Protocol):
    """The harness's wording: the text of a message key, its places filled in."""

    def __call__(self, key: str, /, **places: object) -> str: ...


class Halves(NamedTuple):
    """The two halves of a prompt, each one text; empty when it has no section."""

    stable: str
    volatile: str

    @property
    def whole(self) -> str:
        """What the model goes by, whatever carries it."""
        return "\n\n".join(half for half in self if half)


class Session(NamedTuple):
    """What a thread's model session has been told: its system prompt as launched, the stable half it is keyed on, and
    the volatile half it heard last."""

    system: str
    stable: str
    volatile: str


class Carried(NamedTuple):
    """A turn's prompt as it is sent: `system` as launched, `message` the user's message, `instructions` the stable and
    the current volatile half whatever carries them, and the session afterwards."""

    system: str
    instructions: str
    message: dict[str, JSON]
    session: Session


def carry(halves: Halves, session: Session | None, words: str, say: Say) -> Carried:
    """Send a prompt: all of it in the system prompt of a fresh session (none yet, or another stable half), else what
    has changed as a reminder.

    The words are never changed. So what an onlooker can prove to be an instruction is what stands in a wrapper before
    exactly the words of a message: a person who types the reminder has typed a message that *is* those words.
    """
    if session is None or session.stable != halves.stable:
        fresh = Session(halves.whole, halves.stable, halves.volatile)
        return Carried(halves.whole, halves.whole, user_message(words), fresh)
    content = words if session.volatile == halves.volatile else wrap(halves.volatile, words, say)
    return Carried(session.system, halves.whole, user_message(content), session._replace(volatile=halves.volatile))


def user_message(content: str) -> dict[str, JSON]:
    """The structured user message that a model is given."""
    return {"type": "user", "message": {"role": "user", "content": content}}


def wrap(volatile: str, words: str, say: Say) -> str:
    """A reminder before the words; the wrapper's opening and closing bring their own blank lines."""
    body = defused(volatile, say) or say("volatile.nothing")
    return say("volatile.wrapper_open") + body + say("volatile.wrapper_close") + words


def defused(text: str, say: Say) -> str:
    """The text with any closing tag of the wrapper broken, so that only the wrapper closes itself."""
    tag = say("volatile.wrapper_close").strip()
    return text.replace(tag, tag.replace("<", "<\u200b"))
