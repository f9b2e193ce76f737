"""A host in real time that nobody can move: its state is polled, its scripted models are told by files.

It needs nothing of a harness but the requests that everybody may make and the data folder, so a harness of somebody
else's can be played against; see `docs/evals.md`. What it cannot show (statuses that work had before, turns that were
never launched, by what a turn reaches the computer) is not in the evidence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hawthorne.bots.wording import OURS
from hawthorne.core.values import JSON
from hawthorne.evals.worlds.folder import open_gate, rows, write_plan
from hawthorne.evals.worlds.host import HostBroke, Moment, Response, Scripts
from hawthorne.evals.worlds.wire import Wire

POLL = 0.05
SCALE = 3.0
"""How many seconds of real time a second of a scenario's patience is: machines are slow at times."""
MANY = 100_000


class Polled:
    """A host behind a URL, whose data folder lies on this machine. `again` kills and restarts it."""

    virtual = False

    def __init__(self, url: str, folder: Path, again: Callable[[], str], scale: float = SCALE) -> None:
        self._wire = Wire(url)
        self._folder = folder
        self._again = again
        self._scale = scale
        self._begun = time.monotonic()
        self._passed = 0.0
        """Seconds that were let pass on purpose: they are not scaled."""

    def request(self, method: str, target: str, body: JSON = None, token: str | None = None) -> Response:
        return self._wire.request(method, target, body, token)

    def settle(self) -> Moment:
        waited = time.monotonic() - self._begun - self._passed
        turns: dict[str, dict[str, int]] = {}
        for row in rows(self._folder):
            counts = turns.setdefault(row["botId"], {})
            outcome = row.get("outcome", "ok")
            counts[outcome] = counts.get(outcome, 0) + 1
        return Moment(round(self._passed + waited / self._scale, 6), None, 0, True, {}, turns)

    def advance(self, seconds: float | None = None) -> Moment:
        time.sleep(POLL if seconds is None else min(POLL, seconds * self._scale))
        return self.settle()

    def pass_time(self, seconds: float) -> Moment:
        time.sleep(seconds)
        self._passed += seconds
        return self.settle()

    def signal(self, gate: str) -> None:
        open_gate(self._folder, gate)

    def plan(self, scripts: Scripts) -> None:
        write_plan(self._folder, scripts)

    def evidence(self) -> JSON:
        team = self._seen("/api/bots?messages=0")["bots"]
        threads = {task["threadId"]: self._seen(f"/api/threads/{task['threadId']}/messages")["messages"]
                   for bot in team for task in bot["tasks"]}  # fmt: skip
        ended = rows(self._folder)
        return {
            "now": self.settle().now,
            "rows": ended,
            "turns": [_turn(row, i) for i, row in enumerate(ended)],
            "nodes": [node | {"history": []} for node in self._seen("/api/handoffs")["nodes"]],
            "bots": team,
            "threads": threads,
            "activities": list(_activities(team, threads)),
            "wording": dict(OURS),
        }

    def restart(self) -> None:
        self._wire.close()
        self._wire = Wire(self._again())

    def close(self) -> None:
        """End the connection."""
        self._wire.close()

    def _seen(self, target: str) -> Any:
        response = self.request("GET", target)
        if not response.fine or not isinstance(response.body, dict):
            raise HostBroke(f"{self._wire.url} answers GET {target} with {response.status}")
        return response.body


def _turn(row: dict[str, Any], i: int) -> dict[str, Any]:
    """A turn as its evidence shows it."""
    return {"id": row.get("turnId", f"row-{i}"), "botId": row["botId"], "threadId": row["threadId"],
            "index": row["turnIndex"], "state": row.get("outcome", "ok"), "startedAt": 0.0, "endedAt": 0.0,
            "seq": row.get("seqStart", i), "endSeq": row.get("seqEnd", i),
            "cause": row.get("cause") or {"kind": "turn"}}  # fmt: skip


def _activities(team: list[dict[str, Any]], threads: dict[str, list[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    for bot in team:
        for task in bot["tasks"]:
            for i, message in enumerate(threads[task["threadId"]]):
                if message["kind"] == "activity":
                    yield {"botId": bot["id"], "threadId": task["threadId"], "name": message["tool"]["name"],
                           "kind": message["tool"].get("kind"), "at": 0.0, "seq": i}  # fmt: skip
