"""One line of the log. (case, n) is its identity; see `hawthorne.records.line` for its text."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hawthorne.core.machine import FACTS
from hawthorne.core.values import JSON

INCOMING = frozenset({"begin", "given", "failed", "due", "told", "gathered"})
OUTGOING = frozenset({"put", "wait", "drop", "signal", "scatter", "done"})
KINDS = INCOMING | OUTGOING | FACTS
"""The closed list of what a record can be."""

LEVELS = {
    "full": KINDS,
    "facts": INCOMING | FACTS | {"done"},
    "answers": INCOMING | {"late", "invalid", "done"},
}
"""What each level of logging keeps. What was given in vain (`late`, `invalid`) stays at every level: a replay that did
not give it again would number its lines otherwise. At `facts`, puts are kept too where the actor is not reproducible:
what was shown is data then."""


class Record(NamedTuple):
    """`n` numbers the lines of a case at level `full`, from 1, so that a level never renumbers; `at` is seconds on the
    case's clock; `took` is the answer's own time in seconds; `why` is the reason of a silence."""

    case: int
    n: int
    at: float
    what: str
    who: str | None = None
    ask: str | None = None
    value: JSON = None
    took: float | None = None
    why: str | None = None


Log = Callable[[Record], None]
