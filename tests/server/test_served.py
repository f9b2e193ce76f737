"""A server as a process: it comes up, keeps time, takes kills, and lets nobody else in."""

from __future__ import annotations

import http.client
import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

PATIENCE = 20.0
"""Seconds after which something that must come has not."""


class Served:
    """A server process, and requests of it."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "hawthorne", "bots", "serve", "--data", str(folder), "--json", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr and self.process.stderr.read().decode()
        self.url = urlsplit(json.loads(line)["url"])

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """One request on a connection of its own. Raises OSError or HTTPException where the server is gone."""
        connection = http.client.HTTPConnection(self.url.hostname or "", self.url.port, timeout=PATIENCE)
        try:
            data = None if body is None else json.dumps(body)
            sent = headers if body is None else {"content-type": "application/json", **headers}
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def until(self, path: str, holds: Callable[[Any], bool]) -> Any:
        """What a GET answers once that holds."""
        deadline = time.monotonic() + PATIENCE
        while True:
            seen = self.ask("GET", path)[1]
            if holds(seen):
                return seen
            assert time.monotonic() < deadline, f"never: {seen}"
            time.sleep(0.02)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End the process; returns how it ended."""
        self.process.send_signal(how)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts servers over one data folder; those that still run at the end are ended."""
    started: list[Served] = []

    def start(*words: str) -> Served:
        started.append(Served(tmp_path / "data", *words))
        return started[-1]

    yield start
    for served in started:
        if served.process.poll() is None:
            served.end(signal.SIGKILL)


def script(tmp_path: Path, *turns: dict[str, Any]) -> str:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({"bot-1": {"turns": list(turns)}}))
    return f"turns:{path}"


def test_in_real_time_a_turn_takes_its_time_and_nobody_has_to_ask(serve: Any, tmp_path: Path) -> None:
    served = serve("--actor", script(tmp_path, {"reply": "Done.", "delayMs": 150}))
    assert served.ask("POST", "/api/bots", {"name": "Ann"})[0] == 201
    served.ask("POST", "/api/bots/bot-1/messages", {"text": "go"})
    assert served.ask("GET", "/api/bots/bot-1")[1]["bot"]["busy"] is True
    served.until("/api/bots/bot-1", lambda seen: not seen["bot"]["busy"])
    messages = served.ask("GET", "/api/threads/thread-1/messages")[1]["messages"]
    assert [each["text"] for each in messages] == ["go", "Done."]
    assert messages[1]["at"] - messages[0]["at"] >= 0.15
    assert served.end() in (0, -signal.SIGTERM)


def test_a_bot_for_which_nobody_answers_fails_and_says_so(serve: Any) -> None:
    served = serve()
    served.ask("POST", "/api/bots", {"name": "Ann"})
    served.ask("POST", "/api/bots/bot-1/messages", {"text": "go"})
    seen = served.until("/api/bots/bot-1?messages=5", lambda seen: not seen["bot"]["busy"])
    assert "nobody answers for this bot" in seen["bot"]["messages"][-1]["tool"]["name"]


def test_a_second_server_over_the_same_folder_is_refused(serve: Any, tmp_path: Path) -> None:
    serve()
    command = [sys.executable, "-m", "hawthorne", "bots", "serve", "--data", str(tmp_path / "data")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert "another process is working on" in done.stderr


def test_a_server_with_a_key_answers_only_to_it(serve: Any, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("a long random word\n")
    served = serve("--token-file", str(tmp_path / "key"))
    assert served.ask("GET", "/api/health")[0] == 401
    assert served.ask("GET", "/api/health", authorization="Bearer a long random word")[0] == 200


def test_a_page_that_reaches_the_server_under_another_name_is_refused(serve: Any) -> None:
    served = serve()
    assert served.ask("GET", "/api/bots", host="evil.example")[0] == 403


class Writer(threading.Thread):
    """Sends one message after the other until the server is gone; `asked` are all, `acknowledged` those answered."""

    def __init__(self, served: Served, name: str) -> None:
        super().__init__()
        self.served, self.word = served, name
        self.asked: list[str] = []
        self.acknowledged: set[str] = set()
        self.wrong: list[int] = []

    def run(self) -> None:
        while True:
            word = f"{self.word}-{len(self.asked)}"
            self.asked.append(word)
            try:
                status = send(self.served, word)
            except (OSError, http.client.HTTPException, ValueError):
                return
            if status == 202:
                self.acknowledged.add(word)
            else:
                self.wrong.append(status)


def send(served: Served, word: str) -> int:
    """Send a message under an id of its own; returns the status."""
    return served.ask("POST", "/api/bots/bot-1/messages", {"text": word, "sendId": word})[0]


def killed_over_and_over(start: Callable[..., Served], folder: Path, kills: int, seed: int) -> None:
    """Writers at work; the server is killed at any moment and started again. Whatever was acknowledged is there, once,
    and what was sent again under its id after no answer came is there once too."""
    chance = random.Random(seed)
    words = ("--actor", script(folder, *[{"reply": "Done."}] * 5000))
    served = start(*words)
    served.ask("POST", "/api/bots", {"name": "Ann"})
    sent: set[str] = set()
    for k in range(kills):
        writers = [Writer(served, f"{k}-{number}") for number in range(3)]
        for writer in writers:
            writer.start()
        time.sleep(chance.uniform(0.02, 0.25))
        served.end(signal.SIGKILL)
        for writer in writers:
            writer.join(PATIENCE)
            assert writer.wrong == []
        served = start(*words)
        sent.update(word for writer in writers for word in writer.acknowledged)
        for unsure in (word for writer in writers for word in writer.asked if word not in writer.acknowledged):
            assert send(served, unsure) == 202
            sent.add(unsure)
    said = _said(served)
    assert {word: said.count(word) for word in sent if said.count(word) != 1} == {}
    assert len(sent) > kills


def _said(served: Served) -> list[str]:
    """Every word of a person that is in the conversation or waits for it."""
    served.until("/api/bots/bot-1", lambda seen: not seen["bot"]["busy"])
    queued = served.ask("GET", "/api/bots")[1]["botQueuedMessages"].get("thread-1", [])
    messages = served.ask("GET", "/api/threads/thread-1/messages")[1]["messages"]
    lines = [each["text"] for each in messages if each["role"] == "user"] + [each["text"] for each in queued]
    return [word for line in lines for word in line.split("\n")]


def test_nothing_that_was_acknowledged_is_lost_over_five_kills(serve: Any, tmp_path: Path) -> None:
    killed_over_and_over(serve, tmp_path, 5, seed=1)


@pytest.mark.soak
def test_nothing_that_was_acknowledged_is_lost_over_fifty_kills(serve: Any, tmp_path: Path) -> None:
    killed_over_and_over(serve, tmp_path, 50, seed=2)
