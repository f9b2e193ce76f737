"""Sessions: one participant's way through a study, step by step."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from hawthorne.core.errors import UsageError, did_you_mean
from hawthorne.core.values import JSON
from hawthorne.hold.group import Group
from hawthorne.hold.refusals import recordable
from hawthorne.hold.seat import Seat, State
from hawthorne.protocol.spec import SessionSpec
from hawthorne.spaces.asked import answer_schema

SNAPSHOT = "hawthorne/snapshot.v1"


class Table:
    """A group at play: its case, the specs of its seats, which attempt it is, and what was done at it, in order."""

    def __init__(self, group: Group, specs: Mapping[str, SessionSpec], attempt: int, clock: str) -> None:
        self.group, self.specs, self.attempt, self.clock = group, specs, attempt, clock
        self.acts: list[tuple[float, str, str, JSON]] = []

    def act(self, seat: Seat, verb: str, value: Any = None) -> Any:
        """Do something and note it, so that a snapshot can do it again."""
        with self.group.lock:
            done = (self.group.now, seat.role, verb, value)
            try:
                return VERBS[verb](seat, value)
            finally:
                if value or not self.acts or self.acts[-1][1:] != done[1:] or not seat.waiting:
                    self.acts.append(done)  # looking again and again while waiting is one act

    def snapshot(self, role: str) -> str:
        """Everything that was done, as JSON text."""
        with self.group.lock:
            seats = {name: {"history": seat.history, "coerce": seat.coerce}
                     for name, seat in self.group.seats.items() if seat.taken}  # fmt: skip
            return json.dumps({
                "schema": SNAPSHOT, "spec": json.loads(self.specs[role].to_json()), "attempt": self.attempt,
                "clock": self.clock, "now": self.group.now, "seats": seats,
                "acts": [(at, who, verb, recordable(value)) for at, who, verb, value in self.acts],
            }, ensure_ascii=False)  # fmt: skip


VERBS: Mapping[str, Callable[[Seat, Any], Any]] = {
    "reset": lambda seat, _: seat.reset(),
    "step": lambda seat, value: seat.step(value),
    "state": lambda seat, _: seat.state,
    "back": lambda seat, _: seat.back(),
    "refuse": lambda seat, value: seat.refuse(value),
    "leave": lambda seat, value: seat.leave(value),
}


class Session:
    """One participant in a study; made by `Env.open`.

    `reset()` gives the first State, `step(answers)` the next one, or the same with `error`; `state` is the State as it
    is. The operator's side: `spec`, `status`, `attempt`, `invalid` (steps refused), `snapshot()`, `names`.
    """

    def __init__(self, seat: Seat, table: Table, assets: Callable[[str], bytes]) -> None:
        self._seat, self._table, self._assets = seat, table, assets

    # --- the participant's side ----------------------------------------------------------------------------------

    def reset(self) -> State:
        """The first State. It may be called once; again, it returns the State as it is."""
        state: State = self._table.act(self._seat, "reset")
        return state

    def step(self, answers: Mapping[str, JSON] | Any) -> State:
        """Answer the screen and return the next State, or the same with `error`. A session that waits for others
        returns the State it waits with; raises Deadlock where no open session can move."""
        state: State = self._table.act(self._seat, "step", answers)
        return state

    @property
    def state(self) -> State:
        """The State as it is now."""
        state: State = self._table.act(self._seat, "state")
        return state

    def back(self) -> State:
        """The screen before, where going back is allowed."""
        state: State = self._table.act(self._seat, "back")
        return state

    def asset(self, name: str) -> bytes:
        """The bytes of an image by its opaque name (`a1`). Raises UsageError for one that was not shown."""
        known = {opaque: real for real, opaque in self._seat.blind.assets.items()}
        if name not in known:
            raise UsageError(f'no asset "{name}" was shown: {did_you_mean(name, known) or "none was"}')
        return self._assets(known[name])

    def answer_schema(self) -> dict[str, Any]:
        """JSON Schema of the answers that the next step takes."""
        return answer_schema(self.state)

    # --- the operator's side -------------------------------------------------------------------------------------

    def refuse(self, reason: str = "") -> State:
        """The participant would not answer: a failure outcome, not an answer."""
        state: State = self._table.act(self._seat, "refuse", reason)
        return state

    def close(self, reason: str = "") -> State:
        """The participant left; `reason` may be `timeout` or `invalid`."""
        state: State = self._table.act(self._seat, "leave", reason)
        return state

    def snapshot(self) -> str:
        """Everything that was done in this session's group, as JSON text for `Env.restore`."""
        return self._table.snapshot(self._seat.role)

    @property
    def spec(self) -> SessionSpec:
        return self._table.specs[self._seat.role]

    @property
    def participant(self) -> str:
        return self._seat.participant

    @property
    def status(self) -> str:
        """`new`, `open`, or how it ended (`done`, `refused`, `dropped`, `invalid`, `timeout`, ...)."""
        return self._seat.status

    @property
    def done(self) -> bool:
        return self._seat.done

    @property
    def waiting(self) -> bool:
        """Whether it waits for others."""
        return self._seat.waiting

    @property
    def options(self) -> dict[str, str]:
        """How it was opened."""
        return {"history": self._seat.history, "coerce": self._seat.coerce, "clock": self._table.clock}

    @property
    def attempt(self) -> int:
        return self._table.attempt

    @property
    def steps(self) -> int:
        """How many screens were answered."""
        return self._seat.steps

    @property
    def invalid(self) -> int:
        """How many steps were refused."""
        return self._seat.invalid

    @property
    def invalid_in_a_row(self) -> int:
        return self._seat.in_a_row

    @property
    def coercions(self) -> list[dict[str, JSON]]:
        """The answers that were read leniently: what was sent and what was taken."""
        return list(self._seat.readings)

    @property
    def names(self) -> dict[str, str]:
        """The document's ids by the opaque ones, as far as anything was shown."""
        return self._seat.blind.names()

    def __repr__(self) -> str:
        return f"<Session {self.participant}, {self.status}>"
