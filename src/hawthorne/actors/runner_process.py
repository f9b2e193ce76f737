"""The process of an external runner: JSON-RPC 2.0, one message a line, over its standard input and output."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hawthorne.core.errors import HawthorneError
from hawthorne.core.values import JSON, plain

PROTOCOL = 2
CANCEL_SECONDS = 1.0
"""How long a runner may take to answer a cancelled hand-off before it is killed."""
SHUTDOWN_SECONDS = 2.0
"""How long a runner may take to end."""


class RunnerBroke(HawthorneError):
    """A runner that cannot be started, says that it cannot play, or breaks the contract."""


class Exchange:
    """One hand-off that is under way: what the runner says of it, in order, as (kind, content): `message` and `waiting`
    while it lasts, then `reply`, `error` or `gone`, which `ended` marks. `delivered` counts the messages that it was
    sent."""

    def __init__(self, element: str = "") -> None:
        self.element = element
        self.ended = threading.Event()
        self.said: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self.delivered = 0

    def end(self, kind: str, content: Any) -> None:
        self.said.put((kind, content))
        self.ended.set()


class RunnerProcess:
    """A runner that has been started. Any number of hand-offs may be under way, one for each element."""

    def __init__(self, name: str, command: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._count = 0
        self._waiting: dict[str, Exchange] = {}
        self._exchanges: dict[str, Exchange] = {}
        self.gone = False
        try:
            words, environment = _started(command)
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
                text=True, encoding="utf-8", errors="replace", bufsize=1, start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise RunnerBroke(f'the runner "{name}" cannot be started ({command}): {error}') from None
        threading.Thread(target=self._listen, daemon=True).start()

    # --- the walk speaks -----------------------------------------------------------------------------------------

    def initialize(self, plan: str, folder: str, seconds: float) -> tuple[list[str], str]:
        """What the runner claims, and what it calls itself. Raises RunnerBroke in its own words."""
        said = self.request("initialize", {"protocol": PROTOCOL, "plan": plan, "run": {"dir": folder, "cache": folder}},
                            seconds)  # fmt: skip
        if not isinstance(said, Mapping) or said.get("protocol") != PROTOCOL:
            spoken = said.get("protocol") if isinstance(said, Mapping) else said
            raise RunnerBroke(f'the runner "{self.name}" speaks protocol {spoken!r}, and this is protocol {PROTOCOL}')
        return [str(id) for id in said.get("elements") or ()], str(said.get("runner") or self.name)

    def request(self, method: str, params: JSON, seconds: float | None) -> JSON:
        """Ask something and wait for the reply. Raises RunnerBroke."""
        exchange = Exchange()
        self._send_request(method, params, exchange)
        try:
            kind, content = exchange.said.get(timeout=seconds)
        except queue.Empty:
            what = "did not start" if method == "initialize" else f"did not answer {method}"
            option = " (--start-timeout)" if method == "initialize" else ""
            raise RunnerBroke(f'the runner "{self.name}" {what} within {seconds:g} s{option}') from None
        if kind == "reply":
            return content
        raise RunnerBroke(f'the runner "{self.name}" says: {content}' if kind == "error" else str(content))

    def execute(self, element: str, params: Mapping[str, JSON]) -> Exchange:
        """Hand an element over; what is left of an earlier hand-off of it is cancelled first."""
        earlier = self._exchanges.get(element)
        if earlier is not None:
            self.cancel(earlier)
        exchange = Exchange(element)
        with self._lock:
            self._exchanges[element] = exchange
        self._send_request("execute", {"element": element, **params}, exchange)
        return exchange

    def deliver(self, exchange: Exchange, message: JSON) -> None:
        """Hand a message to an element that is under way."""
        exchange.delivered += 1
        self._write({"method": "message", "params": {"element": exchange.element, "message": message}})

    def over(self, exchange: Exchange) -> None:
        """A hand-off has come to its end."""
        with self._lock:
            if self._exchanges.get(exchange.element) is exchange:
                del self._exchanges[exchange.element]

    def cancel(self, exchange: Exchange) -> None:
        """Cancel a hand-off; a runner that does not answer for it in time is killed."""
        self._write({"method": "cancel", "params": {"element": exchange.element}})
        if not exchange.ended.wait(CANCEL_SECONDS):
            self.kill()
        self.over(exchange)

    def close(self) -> None:
        """Let the runner end; kill one that does not."""
        if not self.gone:
            with contextlib.suppress(RunnerBroke):
                self.request("shutdown", {}, SHUTDOWN_SECONDS)
            with contextlib.suppress(OSError):
                assert self._process.stdin is not None
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(SHUTDOWN_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the runner and whatever it has started."""
        self.gone = True
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, 9)
            self._process.wait()

    # --- the runner speaks ---------------------------------------------------------------------------------------

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            said = _message(line)
            if said is None:
                self._tell(line.rstrip("\n"))
            elif "method" in said:
                self._hear(said)
            else:
                with self._lock:
                    waiting = self._waiting.pop(str(said.get("id")), None)
                if waiting is not None:
                    waiting.end(*_outcome(said))
        self.gone = True
        code = self._process.wait()
        text = f'the runner "{self.name}" ended before it had answered (exit code {code})'
        with self._lock:
            left, self._waiting = list(self._waiting.values()), {}
        for waiting in left:
            waiting.end("gone", text)

    def _hear(self, said: dict[str, Any]) -> None:
        params = said.get("params")
        params = params if isinstance(params, dict) else {}
        method = said["method"]
        if method in ("message", "waiting"):
            exchange = self._exchanges.get(str(params.get("element")))
            if exchange is not None:
                exchange.said.put((method, params))
            else:
                self._tell(f"{method} of {params.get('element')!r}, which is not under way")
        elif method == "log":
            self._tell(str(params.get("text")))
        elif method == "prompt" and "id" in said:
            self._write({"id": said["id"], "result": params.get("default")})
        elif "id" in said:
            error = {"code": -32601, "message": f"no such method: {method}"}
            self._write({"id": said["id"], "error": error})

    def _tell(self, text: str) -> None:
        print(f"{self.name}: {text}", file=sys.stderr)

    def _send_request(self, method: str, params: JSON, exchange: Exchange) -> None:
        with self._lock:
            self._count += 1
            id = f"h{self._count}"
            self._waiting[id] = exchange
        if self.gone or not self._write({"id": id, "method": method, "params": params}):
            with self._lock:
                self._waiting.pop(id, None)
            exchange.end("gone", f'the runner "{self.name}" has ended')

    def _write(self, message: Mapping[str, JSON]) -> bool:
        text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False)
        try:
            with self._lock:
                assert self._process.stdin is not None
                self._process.stdin.write(text + "\n")
                self._process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True


def _started(command: str) -> tuple[list[str], dict[str, str]]:
    """The words of a command and its environment. `python` is the Python that is running, where it finds this package.

    Raises ValueError for a command that is no words.
    """
    words = shlex.split(command)
    environment = {**os.environ, "STUDYFLOW_RUN_PID": str(os.getpid()), "PYTHONUNBUFFERED": "1"}
    if words and words[0] in ("python", "python3"):
        words[0] = sys.executable
        own = str(Path(__file__).parents[2])
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), own)))
    return words, environment


def _message(line: str) -> dict[str, Any] | None:
    """A line of the protocol; None for any other text."""
    try:
        said = json.loads(line)
    except ValueError:
        return None
    return said if isinstance(said, dict) and said.get("jsonrpc") == "2.0" else None


def _outcome(said: dict[str, Any]) -> tuple[str, Any]:
    error = said.get("error")
    if error is not None:
        return ("error", str(error.get("message") if isinstance(error, dict) else error))
    return ("reply", plain(said.get("result")))
