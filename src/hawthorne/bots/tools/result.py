"""What comes of a call."""

from __future__ import annotations

from typing import NamedTuple

from hawthorne.core.values import JSON, canonical


class Result(NamedTuple):
    """The value a tool answers with; a refusal is a sentence with its code, flagged `errored`."""

    value: JSON
    errored: bool = False
    code: str | None = None

    @property
    def text(self) -> str:
        """What the model reads.

        >>> Result({"ok": True}).text
        '{"ok":true}'
        """
        return self.value if isinstance(self.value, str) else canonical(self.value)


class Pending(NamedTuple):
    """The call waits for somebody; its result comes under this key (`asking.resolve`)."""

    key: str


def refused(why: str, code: str) -> Result:
    """A refusal of a call."""
    return Result(why, True, code)
