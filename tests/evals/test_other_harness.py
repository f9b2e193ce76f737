"""A harness that is not ours, written by the page alone: a few lines that answer what is documented, and the same
files are played against it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from staged import DONE, HELD, bot, document

from hawthorne.evals.player import Player
from hawthorne.evals.way import Way

SEND = {"kind": "send", "bot": "ann", "text": "Go."}
BUSY = {"kind": "waitForBusy", "bot": "ann", "busy": True}
OPEN = {"kind": "writeGate", "gate": "g"}
DONE_TURN = {"kind": "waitForTurns", "bot": "ann", "count": 1}


class Other(BaseHTTPRequestHandler):
    """Bots whose turns end once their gate is open. Nothing takes time, and nobody hands anything on."""

    bots: ClassVar[list[dict[str, Any]]] = []
    turns: ClassVar[list[dict[str, Any]]] = []
    threads: ClassVar[dict[str, list[dict[str, Any]]]] = {}
    scripts: ClassVar[dict[str, list[dict[str, Any]]]] = {}
    opened: ClassVar[set[str]] = set()
    forgets: ClassVar[str | None] = None
    """A member that this harness leaves out of what it says of a bot."""

    def handle_one(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(size)) if size else {}
        status, said = self.answer(f"{self.command} {self.path.partition('?')[0]}", body)
        text = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = handle_one  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        """It keeps no log."""

    def answer(self, request: str, body: dict[str, Any]) -> tuple[int, Any]:
        verb, _, path = request.partition(" ")
        if path.startswith("/api/eval/"):
            return 200, self.moved(path.removeprefix("/api/eval/"), body)
        if request == "POST /api/bots":
            made = {"id": f"b{len(self.bots)}", "name": body["name"], "threadId": f"t{len(self.bots)}"}
            self.bots.append(made)
            self.threads[made["threadId"]] = []
            return 201, {"bot": made}
        if path == "/api/bots":
            return 200, {"bots": [self.seen(each) for each in self.bots]}
        each = next(each for each in self.bots if each["id"] == path.split("/")[3])
        if verb == "GET":
            return 200, {"bot": self.seen(each)}
        index = sum(turn["botId"] == each["id"] for turn in self.turns)
        self.turns.append({"id": f"n{len(self.turns)}", "botId": each["id"], "threadId": each["threadId"], "seq": 0,
                           "index": index, "state": "running", "startedAt": 0, "cause": {"kind": "message"}})  # fmt: skip
        self.threads[each["threadId"]].append({"role": "user", "kind": "text", "text": body["text"]})
        return 202, {"ok": True, "threadId": each["threadId"]}

    def moved(self, what: str, body: dict[str, Any]) -> Any:
        if what == "fresh":
            for kept in (self.bots, self.turns, self.threads, self.scripts, self.opened):
                kept.clear()
        elif what == "plan":
            self.scripts.update(body["scripts"])
        elif what == "signal":
            self.opened.add(body["gate"])
        elif what == "settle":
            for turn in self.open_turns():
                if self.script(turn).get("gate", "") in {"", *self.opened}:
                    turn["state"] = "completed"
                    said = {"role": "bot", "kind": "text", "text": self.script(turn)["reply"]}
                    self.threads[turn["threadId"]].append(said)
        elif what == "evidence":
            return {"rows": [self.row(turn) for turn in self.turns if turn["state"] == "completed"],
                    "turns": self.turns, "nodes": [], "activities": [], "threads": self.threads, "wording": {},
                    "bots": [self.seen(each) for each in self.bots]}  # fmt: skip
        held: dict[str, list[str]] = {}
        for turn in self.open_turns():
            held.setdefault(self.script(turn)["gate"], []).append(turn["botId"])
        ended = [turn["botId"] for turn in self.turns if turn["state"] == "completed"]
        return {"now": 0, "due": None, "seq": 0, "moved": False, "held": held,
                "turns": {id: {"ok": ended.count(id)} for id in ended}}  # fmt: skip

    def open_turns(self) -> list[dict[str, Any]]:
        return [turn for turn in self.turns if turn["state"] == "running"]

    def script(self, turn: dict[str, Any]) -> dict[str, Any]:
        return self.scripts[turn["botId"]][turn["index"]]

    def seen(self, each: dict[str, Any]) -> dict[str, Any]:
        busy = any(turn["botId"] == each["id"] for turn in self.open_turns())
        shown = {**each, "busy": busy, "waitingForTeammates": False, "tasks": []}
        return {name: value for name, value in shown.items() if name != self.forgets}

    def row(self, turn: dict[str, Any]) -> dict[str, Any]:
        return {"botId": turn["botId"], "turnIndex": turn["index"], "threadId": turn["threadId"], "turnId": turn["id"],
                "system": "", "instructions": "", "prompt": {}, "toolsOffered": [], "calls": [], "outcome": "ok",
                "seqStart": 0, "seqEnd": 0}  # fmt: skip


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Other)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_a_few_lines_that_answer_what_is_documented_are_played_against(other: str) -> None:
    said = {"kind": "transcriptIncludes", "bot": "ann", "thread": "active", "text": DONE["reply"]}
    order = {"kind": "turnOrder", "bots": ["ann"]}
    scenario = document(bot("ann", HELD), steps=[SEND, BUSY, OPEN, DONE_TURN], assertions=[order, said])
    with_player = Player(Way(url=other).world())
    assert with_player.play(scenario).reasons == []
    never = with_player.play(document(bot("ann", HELD), steps=[SEND, DONE_TURN]))
    assert never.status == "stuck"
    assert 'gate "g" holds ann' in never.reasons[0]


def test_what_an_answer_lacks_is_named_with_the_request(other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Other, "forgets", "busy")
    result = Player(Way(url=other).world()).play(document(bot("ann", HELD), steps=[SEND, BUSY]))
    assert result.reasons == [
        'steps/1: waitForBusy: GET /api/bots/b0 is answered without "busy" where it is looked for '
        "(there is id, name, threadId, waitingForTeammates, tasks)"
    ]
