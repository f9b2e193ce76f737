"""Asks and answers: the only thing that passes between a case and whoever takes part in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hawthorne.core.space import Space
from hawthorne.core.values import JSON


class Ask(NamedTuple):
    """What one role is shown and the space of valid answers.

    `id` is the ask's address as text and never repeats in a run; `step` is the element that asks and is never shown;
    `limit` is a time limit in seconds from the moment the ask is put; `thread` and `turn` name the conversation;
    `position` is (0-based index, number planned) of a trial within its visit, and is never shown either.
    """

    id: str
    role: str
    step: str
    view: Mapping[str, JSON]
    space: Space
    limit: float | None = None
    thread: str | None = None
    turn: int | None = None
    position: tuple[int, int] | None = None

    @property
    def seat(self) -> str:
        """Who asks: the case, or `<case>/<instance>` where a case holds several participants.

        An id is `<seat>/<step>.<visit>`, with `.<block>.<index>` behind it for a trial.
        """
        return self.id.rpartition("/")[0]


class Answer(NamedTuple):
    """A value, how many seconds it took (None where no time is known), and who gave it (None: the ask's role).

    `after` names a signal: whoever holds the case keeps the answer until that is given (a scripted model's gate). The
    case itself knows nothing of it. `refused` is why whoever stands between refuses the value already (a blind, to
    which it was no answer): the case records that, and the ask stays open.
    """

    value: JSON
    took: float | None = None
    who: str | None = None
    after: str | None = None
    refused: str | None = None


class Silence(NamedTuple):
    """No answer. A refusal or a departure is given to the case; mere absence is not: its deadline ends it.

    `reason` is one of `missed`, `absent` (both: nothing is given), `refused`, `left`, or a word of the actor's own.
    With `back` the participant wants to go back: whoever drives the case tells the case so instead of giving anything.
    """

    reason: str
    took: float | None = None
    who: str | None = None

    @property
    def given(self) -> bool:
        """Whether the case hears of it."""
        return self.reason not in ABSENCES


BACK = "back"
ABSENCES = frozenset({"missed", "absent"})


class Fault(NamedTuple):
    """An actor or a performer that broke: its error's text; `after` as of an answer."""

    error: str
    took: float | None = None
    who: str | None = None
    after: str | None = None


Reply = Answer | Silence | Fault
