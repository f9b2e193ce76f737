"""The world over HTTP: a server process of its own, or a server that stands already and is given by its URL."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import urlsplit

import orjson

from hawthorne.core.actor import Description
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.values import JSON
from hawthorne.evals.worlds.host import Host, HostBroke, Moment, Response, Scripts
from hawthorne.evals.worlds.paced import Paced
from hawthorne.evals.worlds.world import WorldMind

BOOT_SECONDS = 20.0
READ_SECONDS = 60.0


class Http:
    """A host behind a URL that answers the endpoints of an evaluation (`hawthorne.evals.worlds.contract`). `key` is
    shown to a server that asks for one."""

    virtual = True

    def __init__(self, url: str, compat: bool = False, key: str | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or parts.hostname is None:
            raise UsageError(f'"{url}" is no URL of a server: write http://HOST:PORT')
        self._url, self._key = url, key
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=READ_SECONDS)
        self._move("POST", "fresh", {"compat": compat})

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        headers = {"accept": "application/json"}
        bearer = token or self._key
        if bearer is not None:
            headers["authorization"] = f"Bearer {bearer}"
        data = None
        if body is not None:
            data, headers["content-type"] = orjson.dumps(body), "application/json"
        try:
            self._connection.request(method, target, data, headers)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise HostBroke(f"{self._url} does not answer: {error or type(error).__name__}") from None
        try:
            return Response(answer.status, orjson.loads(text))
        except orjson.JSONDecodeError:
            return Response(answer.status)

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
        self._connection.close()

    def _move(self, method: str, verb: str, body: JSON = None) -> Moment:
        return Moment.of(self._asked(method, verb, body))

    def _asked(self, method: str, verb: str, body: JSON) -> Any:
        response = self.request(method, f"/api/eval/{verb}", body)
        if response.fine and isinstance(response.body, dict):
            return response.body
        why = response.body.get("error") if isinstance(response.body, dict) else "no JSON"
        raise HostBroke(f"{self._url} answers {verb} with {response.status} ({why}): is it served with --eval?")


@dataclass
class Server:
    """A server process, started when it is first needed; its plays lie in a temporary folder."""

    process: subprocess.Popen[bytes] | None = None
    folder: tempfile.TemporaryDirectory[str] | None = None
    url: str = ""

    def started(self) -> str:
        """The URL of the running server. Raises HostBroke where it does not come up."""
        if self.process is not None and self.process.poll() is None:
            return self.url
        self.folder = self.folder or tempfile.TemporaryDirectory(prefix="hawthorne-eval-")
        command = [sys.executable, "-m", "hawthorne", "bots", "serve", "--data", self.folder.name, "--eval", "--json"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        try:
            self.url = json.loads(line)["url"]
        except (ValueError, KeyError, TypeError):
            self.process.kill()
            _, errors = self.process.communicate()
            raise HostBroke(f"the server did not start: {(line + errors).decode(errors='replace')[-2000:]}") from None
        _await_health(self.url)
        return self.url

    def close(self) -> None:
        """End the process and remove its folder."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.communicate()
            self.process = None
        if self.folder is not None:
            self.folder.cleanup()
            self.folder = None


def _await_health(url: str) -> None:
    """Wait until a server answers. Raises HostBroke."""
    parts = urlsplit(url)
    deadline = time.monotonic() + BOOT_SECONDS
    while True:
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=5)
        try:
            connection.request("GET", "/api/health")
            if connection.getresponse().status == 200:
                return
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        if time.monotonic() > deadline:
            raise HostBroke(f"{url} did not come up in {BOOT_SECONDS:g} s")
        time.sleep(0.02)


@dataclass(frozen=True, slots=True)
class HttpWorld:
    """`http` starts a server of its own for all plays; `http:URL` plays against one that stands already."""

    url: str | None = None
    clock: str = "virtual"
    server: Server = field(default_factory=Server, compare=False)

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
        host = Http(self.url or self.server.started(), compat)
        return Paced(host) if self.clock == "wall" else host
