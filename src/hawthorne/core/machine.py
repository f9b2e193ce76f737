"""Machines: every document compiles to one. A machine never acts; events go in, effects come out.

Effects and events are closed sets of named tuples. An ask and a wait share one key space: the ask's id is its key, so
`Drop` withdraws either, and a `Put` whose ask has a limit arms a wait at the ask's own id, disarmed by its answer.
A key is unique to the visit that made it: a dropped key must not kill a later wait.

Nobody reads a machine's state. Whatever may be waited for, asserted, counted or shown is a `Note`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.result import Result
from hawthorne.core.values import JSON

# --- events: what a machine hears -------------------------------------------------------------------------------


class Begin(NamedTuple):
    """The case starts; `carry` is what the case before handed over, for plans whose cases run in order."""

    carry: JSON = None


class Given(NamedTuple):
    """An open ask is answered, or refused (`Silence`)."""

    ask: Ask
    answer: Answer | Silence


class Failed(NamedTuple):
    """Whoever should answer an open ask broke."""

    ask: Ask
    error: str


class Due(NamedTuple):
    """A wait has come to its end."""

    key: str


class Told(NamedTuple):
    """Something said from outside. With an `id` it is a command, answered by exactly one receipt note.

    The name `quiet` (no id) is the holder's word that nothing outside will happen any more: nobody answers what is
    open and nothing is due. A machine that is not done then ends as stuck and says what each path waits for.
    """

    name: str
    value: JSON = None
    role: str | None = None
    id: str | None = None


class Gathered(NamedTuple):
    """What came of a `Scatter`: the receipt of its cases."""

    receipt: JSON


Event = Begin | Given | Failed | Due | Told | Gathered

# --- effects: what a machine says --------------------------------------------------------------------------------


class Put(NamedTuple):
    """Put an ask to its role."""

    ask: Ask


class Wait(NamedTuple):
    """Be told `Due(key)` in so many seconds."""

    key: str
    seconds: float


class Drop(NamedTuple):
    """Withdraw an ask or a wait."""

    key: str


class Signal(NamedTuple):
    """Something that whoever holds other cases may pass on: a BPMN signal, a scenario's gate."""

    name: str
    value: JSON = None


class Note(NamedTuple):
    """A fact: `what` is one of `FACTS`, `who` names the part of the document, `ask` the ask it is about, if any."""

    what: str
    who: str
    value: JSON = None
    ask: str | None = None


class Scatter(NamedTuple):
    """Run another plan's cases and come back with their receipt."""

    plan: Any


class Done(NamedTuple):
    """The case has ended."""

    result: Result


Effect = Put | Wait | Drop | Signal | Note | Scatter | Done
Sink = Callable[[Effect], None]

FACTS = frozenset({"reached", "drew", "left", "wrote", "sent", "took", "row", "receipt", "late", "invalid", "stuck"})
"""The closed list of facts that a note can state; `late` and `invalid` are the holder's own."""


class Machine(Protocol):
    """One running document. `advance` takes one event at one moment (seconds since the case began) and hands its
    effects to `put` in order; it never keeps `put`."""

    def advance(self, event: Event, now: float, put: Sink) -> None: ...
