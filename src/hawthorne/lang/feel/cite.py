"""Citations of study documents in expressions: ``{a.b}`` is written for ``a.b``."""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"""
      (?P<kept>"(?:[^"\\]|\\.)*" | //[^\n\r]* | /\*.*?\*/)
    | \{\s*(?P<cited>[^\W\d][\w-]*(?:\.[^\W\d][\w-]*)*)\s*\}
    """,
    re.VERBOSE | re.DOTALL,
)


def cited(text: str) -> str:
    """The expression with each citation ``{a.b}`` as ``a.b``; contexts, strings and comments stay as they are.

    >>> cited('{ trial.rt } > 300 and "{x}" = {a: 1}.a')
    'trial.rt > 300 and "{x}" = {a: 1}.a'
    """
    return _PIECE.sub(lambda found: found.group("cited") or found.group(), text)
