"""The world in this process: a harness, its log in memory, and time that moves only when it is told to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from hawthorne.actors.turns import TurnsMind
from hawthorne.bots.rules import Rules
from hawthorne.core.record import Record
from hawthorne.core.values import JSON
from hawthorne.evals.worlds.front import SIGHTS, Front
from hawthorne.evals.worlds.host import Moment, Response, Scripts
from hawthorne.hold.recorded import Recorded
from hawthorne.records.line import encode


class InProcess:
    """A host in this process; `rules` are those of its harness. Every bot's model is the scripted one."""

    virtual = True

    def __init__(self, rules: Rules | None = None) -> None:
        self._rules = rules
        self._scripts: dict[str, Any] = {}
        self.records: list[Record] = []
        self.front = self._front(self.records.append)
        self.front.begin()

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        if method == "GET" and target in SIGHTS:
            return Response(200, _wired(SIGHTS[target](self.front)))
        status, answer = self.front.request(method, target, _wired(body), token)
        return Response(status, _wired(answer))

    def settle(self) -> Moment:
        return self.front.settle()

    def advance(self, seconds: float | None = None) -> Moment:
        return self.front.advance(seconds)

    def pass_time(self, seconds: float) -> Moment:
        return self.front.pass_time(seconds)

    def signal(self, gate: str) -> None:
        self.front.signal(gate)

    def plan(self, scripts: Scripts) -> None:
        self._scripts |= _wired(dict(scripts))

    def evidence(self) -> JSON:
        return _wired(self.front.evidence())

    def restart(self) -> None:
        """Replay what is recorded, which must come out the same, and tell the case that it was restarted. Raises
        ReplayMismatch."""
        before, recorded = self.front.service, list(self.records)
        check = Recorded([encode(record) for record in recorded], self.records.append, "")
        self.front = self._front(check, before.opened)
        self.front.take_up(recorded, before.now)
        check.finish()
        self.front.restarted()

    def close(self) -> None:
        """Nothing was started."""

    def _front(self, log: Any, opened: Mapping[str, float] | None = None) -> Front:
        return Front(lambda role: TurnsMind(self._scripts), self._rules, log, opened)


def _wired(value: Any) -> Any:
    """A value as it would come out of the wire: copied, with JSON's own types."""
    return None if value is None else orjson.loads(orjson.dumps(value, default=_plain))


def _plain(value: Any) -> Any:
    return dict(value) if hasattr(value, "keys") else list(value)
