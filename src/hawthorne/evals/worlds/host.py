"""The host: what a scenario is played against. Requests as over HTTP, and the verbs by which a player moves its time.

Steps and evidence are written once over this contract, so a harness in this process and one behind HTTP cannot differ
in what a scenario means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from hawthorne.core.errors import HawthorneError
from hawthorne.core.values import JSON

Scripts = Mapping[str, Sequence[Mapping[str, JSON]]]
"""Scripted turns in order, by the id of their bot."""


class HostBroke(HawthorneError):
    """A host that did not start, or answers no more."""


class Response(NamedTuple):
    """What a request was answered with: an HTTP status and a JSON body (None where it is no JSON)."""

    status: int
    body: JSON = None

    @property
    def fine(self) -> bool:
        return 200 <= self.status < 300


class Moment(NamedTuple):
    """Where a host's time stands: `now`, and when something is `due` next (None: nothing will happen of itself); both
    in seconds since the case began; `seq` numbers the last change. `moved` says whether an `advance` came to something
    due; `held` names the bots that a closed gate holds up, by gate; `turns` counts the ended turns by bot and
    outcome."""

    now: float
    due: float | None = None
    seq: int = 0
    moved: bool = False
    held: Mapping[str, Sequence[str]] = {}
    turns: Mapping[str, Mapping[str, int]] = {}

    def as_json(self) -> dict[str, JSON]:
        held = {gate: list(bots) for gate, bots in self.held.items()}
        turns = {bot: dict(counts) for bot, counts in self.turns.items()}
        return {"now": self.now, "due": self.due, "seq": self.seq, "moved": self.moved, "held": held, "turns": turns}

    @classmethod
    def of(cls, body: Mapping[str, JSON]) -> Moment:
        """Read the JSON form. Raises HostBroke where it does not say where time stands."""
        if "now" not in body:
            raise HostBroke(f'a moment has no "now" (there is {", ".join(body) or "nothing"})')
        known = {name: body[name] for name in cls._fields if name in body}
        return cls(**known)


class Host(Protocol):
    """A harness to play a scenario against.

    `virtual` says that its time moves only when it is told to: a wait is then never longer than what is due.
    """

    virtual: bool

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        """Make a request; `target` is the path with its query string. Raises HostBroke where nobody answers."""
        ...

    def settle(self) -> Moment:
        """Let everything happen that happens now."""
        ...

    def advance(self, seconds: float | None = None) -> Moment:
        """Move to the next moment at which something is due, at most so many seconds from now, and settle there;
        `moved` is false, and the time as it was, where nothing is due by then."""
        ...

    def pass_time(self, seconds: float) -> Moment:
        """Let so much time pass, and all that falls due on the way happen."""
        ...

    def signal(self, gate: str) -> None:
        """Open a gate."""
        ...

    def plan(self, scripts: Scripts) -> None:
        """Give the scripted models their turns; what was planned for other bots stays."""
        ...

    def evidence(self) -> JSON:
        """All that is to be seen of the harness now, as `hawthorne.evals.collect` writes it."""
        ...

    def restart(self) -> None:
        """Stop the harness at once and start it again on what it has written."""
        ...

    def close(self) -> None:
        """End what this host has started."""
        ...
