"""Texts of others at a terminal: what would move its cursor, colour it or turn its lines around is written out."""

from __future__ import annotations

import re

_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""The text with its control characters written out; line ends and tabs stay.

    >>> visible("a\x1b[2Jb\u202ec")
    'a\\x1b[2Jb\\u202ec'
    """
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
