"""Reading a reply: which of a trial's options it names, if it names one. Nothing is ever substituted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hawthorne.core.values import JSON

_EDGES = re.compile(r"^[\s`\"'.]+|[\s`\"'.]+$")


def match(value: JSON, options: Sequence[str]) -> str | None:
    """The option that the reply names, or None.

    A mapping of exactly one value stands for that value. White space and the characters `` ` ``, `"`, `'` and `.` are
    taken off both ends, and what is left must be an option whole, whatever the letter case: a sentence that mentions
    an option names none.

    >>> match("  match. ", ["Match", "NonMatch"]), match({"key": "LEFT"}, ["Left", "Right"])
    ('Match', 'Left')
    >>> match("It is Match", ["Match", "NonMatch"]) is None
    True
    """
    if isinstance(value, Mapping) and len(value) == 1:
        (value,) = value.values()
    text = "" if value is None else value if isinstance(value, str) else str(value)
    if text in options:
        return text
    text = _EDGES.sub("", text).casefold()
    return next((option for option in options if option.casefold() == text), None)
