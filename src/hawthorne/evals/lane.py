"""A lane in a process of its own: scenarios go in and results come out, one JSON line each.

`python -m hawthorne.evals.lane` is the other end.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from hawthorne.core.document import Document, Source
from hawthorne.core.errors import HawthorneError
from hawthorne.evals.player import Player
from hawthorne.evals.result import Result
from hawthorne.evals.wall import WallPlayer
from hawthorne.evals.way import Way
from hawthorne.hold.plan import kind_of


class LaneBroke(HawthorneError):
    """A worker process that ended before its work did."""


class WorkerLane:
    """A worker process that plays scenarios."""

    def __init__(self, way: Way) -> None:
        self._way = way
        self._process: subprocess.Popen[bytes] | None = None

    def play(self, document: Document, repeat: int = 1) -> Result:
        """Play a scenario there. Raises LaneBroke where the process ends."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self._say(asdict(self._way))
        source = document.source
        self._say({"kind": document.kind, "name": source.name, "text": source.data.decode("utf-8", "surrogateescape"),
                   "repeat": repeat})  # fmt: skip
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise LaneBroke(f"the process that played {document.name} ended with {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise LaneBroke(f"{document.name}: {answer['error']}")
        return Result.of_json(answer["result"])

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()

    def _say(self, value: Any) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(value).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise LaneBroke(f"the process of a lane ended with {self._process.wait()}") from None


def main() -> None:
    """Play what comes in, until nothing does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process ends it
    lines = iter(sys.stdin.buffer.readline, b"")
    first = next(lines, None)
    if first is None:
        return
    player = Way(**json.loads(first)).player()
    try:
        for line in lines:
            sys.stdout.write(json.dumps(_played(player, json.loads(line))) + "\n")
            sys.stdout.flush()
    finally:
        player.close()


def _played(player: Player | WallPlayer, task: dict[str, Any]) -> dict[str, Any]:
    data = task["text"].encode("utf-8", "surrogateescape")
    try:
        empty = Document(task["kind"], "", None, Source(task["name"], b""))
        document = kind_of(empty).read(Source(task["name"], data))
        return {"result": player.play(document, task["repeat"]).as_json()}
    except HawthorneError as error:
        return {"error": str(error)}


if __name__ == "__main__":
    main()
