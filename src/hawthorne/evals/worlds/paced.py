"""A host in real time: what would be a jump of the clock is slept through."""

from __future__ import annotations

import time
from collections.abc import Callable

from hawthorne.core.values import JSON
from hawthorne.evals.worlds.host import Host, Moment, Response, Scripts


class Paced:
    """A host whose time passes as it does outside. `sleep` is how it waits."""

    virtual = False

    def __init__(self, host: Host, sleep: Callable[[float], object] = time.sleep) -> None:
        self._host = host
        self._sleep = sleep

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        before = self._host.settle().now
        response = self._host.request(method, target, body, token)
        self._sleep(max(0.0, self._host.settle().now - before))
        return response

    def settle(self) -> Moment:
        return self._host.settle()

    def advance(self, seconds: float | None = None) -> Moment:
        return self._slept(lambda: self._host.advance(seconds))

    def pass_time(self, seconds: float) -> Moment:
        return self._slept(lambda: self._host.pass_time(seconds))

    def signal(self, gate: str) -> None:
        self._host.signal(gate)

    def plan(self, scripts: Scripts) -> None:
        self._host.plan(scripts)

    def evidence(self) -> JSON:
        return self._host.evidence()

    def restart(self) -> None:
        self._host.restart()

    def close(self) -> None:
        self._host.close()

    def _slept(self, act: Callable[[], Moment]) -> Moment:
        before = self._host.settle().now
        moment = act()
        self._sleep(max(0.0, moment.now - before))
        return moment
