"""The world over HTTP: a server process of its own, or a server that stands already and is given by its URL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from hawthorne.core.actor import Description
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.evals.worlds.host import Host, HostBroke, Moment, Response, Scripts
from hawthorne.evals.worlds.paced import Paced
from hawthorne.evals.worlds.polled import Polled
from hawthorne.evals.worlds.process import Server
from hawthorne.evals.worlds.wire import Wire
from hawthorne.evals.worlds.world import WorldMind


class Http:
    """A host behind a URL that answers the endpoints of an evaluation (`hawthorne.evals.worlds.contract`)."""

    virtual = True

    def __init__(self, url: str, compat: bool = False) -> None:
        self._wire = Wire(url)
        self._move("POST", "fresh", {"compat": compat})

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        return self._wire.request(method, target, body, token)

    def settle(self) -> Moment:
        return self._move("POST", "settle")

    def advance(self, seconds: float | None = None) -> Moment:
        return self._move("POST", "advance", {"seconds": seconds})

    def pass_time(self, seconds: float) -> Moment:
        return self._move("POST", "pass", {"seconds": seconds})

    def signal(self, gate: str) -> None:
        self._move("POST", "signal", {"gate": gate})

    def plan(self, scripts: Scripts) -> None:
        self._move("PUT", "plan", {"scripts": {bot: list(turns) for bot, turns in scripts.items()}})

    def evidence(self) -> JSON:
        return self._asked("GET", "evidence", None)

    def restart(self) -> None:
        self._move("POST", "restart")

    def close(self) -> None:
        """Leave the server as it is."""
        self._wire.close()

    def _move(self, method: str, verb: str, body: JSON = None) -> Moment:
        return Moment.of(self._asked(method, verb, body))

    def _asked(self, method: str, verb: str, body: JSON) -> Any:
        response = self.request(method, f"/api/eval/{verb}", body)
        if response.fine and isinstance(response.body, Mapping):
            return response.body
        why = response.body.get("error") if isinstance(response.body, Mapping) else "no JSON"
        raise HostBroke(f"{self._wire.url} answers {verb} with {response.status} ({why}): is it served with --eval?")


@dataclass(frozen=True, slots=True)
class HttpWorld:
    """`http` starts a server of its own for all plays; `http:URL` plays against one that stands already. On the wall
    clock, a server of its own is one that nobody can move: it is polled, and started anew for each play; one that
    stands already is polled if its `data` folder is said."""

    url: str | None = None
    clock: str = "virtual"
    data: str | None = None
    server: Server = field(default_factory=lambda: Server(("--eval",)), compare=False)

    kind: ClassVar[str] = "http"
    version: ClassVar[int] = 1

    @classmethod
    def from_spec(cls, text: str) -> HttpWorld:
        """`URL`, or nothing. Raises UsageError for what is no URL."""
        if text and not text.startswith(("http://", "//")):
            raise UsageError(f'"{text}" is no URL of a server: write http:http://HOST:PORT')
        return cls(f"http:{text}" if text.startswith("//") else text or None)

    def open(self, case: int, draws: Draws) -> WorldMind:
        return WorldMind(self._host)

    def describe(self) -> Description:
        return Description(self.kind, {"url": self.url} if self.url else {}, reproducible=self.url is None, sees="key")

    def close(self) -> None:
        """End the server that was started."""
        self.server.close()

    def _host(self, compat: bool) -> Host:
        if self.clock != "wall":
            return Http(self.url or self.server.started(), compat)
        if self.url is not None and self.data is not None:
            return Polled(self.url, Path(self.data), _not_ours)
        if self.url is not None:
            return Paced(Http(self.url, compat))
        return OfItsOwn()


def _not_ours() -> str:
    raise HostBroke("a server that stands already is not ours to restart")


class OfItsOwn(Polled):
    """A polled host whose server is its own, and ends with it."""

    def __init__(self) -> None:
        self._server = Server(("--scripted",))
        super().__init__(self._server.started(), self._server.folder, self._restarted)

    def _restarted(self) -> str:
        self._server.kill()
        return self._server.started()

    def close(self) -> None:
        super().close()
        self._server.close()
