"""An onlooker's proof that a text is an instruction of the harness, from what was carried alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any


def instruction_of(message: Mapping[str, Any], typed: Iterable[str], say: Callable[..., str]) -> str:
    """The volatile instruction that a user message carries, or "" where that cannot be proven.

    `typed` are the user messages of the thread. The content must not be one of them as it stands; it must begin with
    the opening of the wrapper and hold its closing, and what follows must be exactly one of them. So a person who
    quotes a reminder, wholly or within a sentence, instructs nobody.
    """
    inner = message.get("message")
    if message.get("type") != "user" or not isinstance(inner, Mapping) or inner.get("role") != "user":
        return ""
    content, known = inner.get("content"), set(typed)
    opening = say("volatile.wrapper_open")
    if not isinstance(content, str) or content in known or not content.startswith(opening):
        return ""
    body, closed, rest = content.removeprefix(opening).partition(say("volatile.wrapper_close"))
    return body if closed and rest in known else ""
