"""The harness behind HTTP: what it answers, what it refuses at the door and by which row, and tokens."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hawthorne.bots.routes import ROUTES
from hawthorne.evals.worlds.contract import EVAL_ROUTES
from hawthorne.server.app import App
from hawthorne.server.desk import Desk, EvalDesk
from hawthorne.server.openapi import describe
from hawthorne.server.requests import MOST_BYTES, REFUSALS, Door
from hawthorne.server.serve import minds_of

from .conftest import Ask, asking


def test_a_request_means_the_same_as_in_process(ask: Ask) -> None:
    made = ask("POST", "/api/bots", json={"name": "Ann"})
    assert (made.status_code, made.json()["bot"]["id"]) == (201, "bot-1")
    assert ask("GET", "/api/bots").json()["bots"][0]["name"] == "Ann"
    assert ask("GET", "/api/health").json() == {"app": "hawthorne"}


REFUSED: dict[str, dict[str, Any]] = {
    "host.unknown": {"headers": {"host": "evil.example"}},
    "key.missing": {"headers": {"authorization": "Bearer wrong"}},
    "body.size": {"content": b" " * MOST_BYTES + b"{}", "headers": {"content-type": "application/json"}},
    "body.type": {"content": b"name=Ann", "headers": {"content-type": "application/x-www-form-urlencoded"}},
    "body.json": {"content": b'{"name": ', "headers": {"content-type": "application/json"}},
    "body.deep": {
        "content": b'{"name":' + b"[" * 70 + b"]" * 70 + b"}",
        "headers": {"content-type": "application/json"},
    },
}
"""A request for each row of the door."""


@pytest.mark.parametrize("code", REFUSALS)
def test_the_door_refuses_by_its_rows_and_names_them(code: str, desk: EvalDesk) -> None:
    ask = asking(App(desk, Door(key="secret" if code == "key.missing" else None)))
    answer = ask("POST", "/api/bots", **REFUSED[code])
    status, why = REFUSALS[code]
    assert (answer.status_code, answer.json()) == (status, {"error": why, "code": code})
    assert desk.standing.front.view.all("bot") == []


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (3, "scripts.bot-1 must be an array, not 3"),
        ([3], "scripts.bot-1[0] must be an object, not 3"),
        ([{"steps": 3}], "scripts.bot-1[0].steps must be an array, not 3"),
        ([{"steps": [{"arguments": []}]}], "scripts.bot-1[0].steps[0].arguments must be an object, not []"),
        ([{"delayMs": -1}], "scripts.bot-1[0].delayMs must be at least 0, not -1"),
    ],
)
def test_a_plan_that_no_model_could_play_is_refused(ask: Ask, script: Any, why: str) -> None:
    answer = ask("PUT", "/api/eval/plan", json={"scripts": {"bot-1": script}})
    assert (answer.status_code, answer.json()) == (400, {"error": why, "code": "body.shape"})


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost:81", 200), ("[::1]", 200), ("192.168.0.7:8000", 200), ("evil.example", 403), ("127.0.0.1.evil.example", 403),
     ("", 403)],
)  # fmt: skip
def test_a_server_answers_to_its_names_and_to_addresses_alone(ask: Ask, host: str, status: int) -> None:
    """A name can be pointed anywhere by whoever owns it, so a page could reach the server under its own."""
    assert ask("GET", "/api/health", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "route.unknown"),
        ("PATCH", "/api/bots", 405, "route.method"),
        ("GET", "/api/eval/nothing", 404, "route.unknown"),
        ("PUT", "/api/eval/settle", 405, "route.method"),
        ("POST", "/api/bots", 400, "body.shape"),
        ("POST", "/api/eval/signal", 400, "body.shape"),
        ("GET", "/api/bots/bot-9", 404, "bot.unknown"),
        ("GET", "/api/bots/..%2f..%2fetc", 404, "route.unknown"),
        ("DELETE", "/api/bots/../../etc/passwd", 404, "route.unknown"),
    ],
)
def test_a_request_that_means_nothing_is_refused_with_its_row(
    ask: Ask, method: str, path: str, status: int, code: str
) -> None:
    answer = ask(method, path, **({} if method == "GET" else {"json": {}}))
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("gate", ["../../out", "a/b", "", ".hidden", "x" * 101, "g\x00"])
def test_a_gate_has_a_name_that_is_no_way(ask: Ask, gate: str) -> None:
    assert ask("POST", "/api/eval/signal", json={"gate": gate}).status_code == 400


def test_the_key_of_the_house_is_asked_for_at_every_door_but_that_of_turns(desk: EvalDesk) -> None:
    ask = asking(App(desk, Door(key="secret")))
    assert ask("GET", "/api/health").status_code == 401
    assert ask("GET", "/api/health", headers={"authorization": "Bearer secret"}).status_code == 200
    assert ask("GET", "/api/internal/computer-control?botId=bot-1").json()["code"] != "key.missing"


def test_a_server_whose_disk_is_full_acknowledges_nothing_more(desk: EvalDesk, ask: Ask) -> None:
    """What could not be written is nowhere; to go on would be to build on it."""
    ask("POST", "/api/bots", json={"name": "Ann"})

    def full(descriptor: int, data: memoryview) -> int:
        raise OSError(errno.ENOSPC, "no space left")

    desk.standing._log._write = full
    for _ in range(2):
        answer = ask("POST", "/api/bots", json={"name": "Rob"})
        assert (answer.status_code, answer.json()["code"]) == (503, "server.broken")
        assert "is full" in answer.json()["error"]
    desk.standing._log._write = os.write
    assert ask("GET", "/api/bots").status_code == 503


# --- tokens ---------------------------------------------------------------------------------------------------------


def captured(ask: Ask, *bots: str) -> str:
    """The token of the first bot's turn; all are held by a gate."""
    ask("PUT", "/api/vm", json={})
    ids = [ask("POST", "/api/bots", json={"name": name, "browser": False}).json()["bot"]["id"] for name in bots]
    turn = {"reply": "Done.", "gate": "g"}
    ask("PUT", "/api/eval/plan", json={"scripts": {id: [turn] for id in ids}})
    ask("POST", f"/api/bots/{ids[0]}/messages", json={"text": "go"})
    ask("POST", "/api/eval/settle")
    token: str = ask("GET", "/api/eval/dumps").json()["dumps"][0]["computer"]
    return token


def poll(ask: Ask, bot: str, token: str | None) -> int:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    return ask("GET", f"/api/internal/computer-control?botId={bot}", headers=headers).status_code


def test_a_token_opens_the_gate_of_its_own_turn_alone_and_dies_with_it(ask: Ask) -> None:
    token = captured(ask, "Ann", "Rob")
    assert poll(ask, "bot-1", token) == 200
    assert poll(ask, "bot-2", token) == 403
    assert poll(ask, "bot-9", token) == 404
    ask("POST", "/api/eval/signal", json={"gate": "g"})
    ask("POST", "/api/eval/settle")
    assert poll(ask, "bot-1", token) == 401


@pytest.mark.parametrize("token", [None, "wrong", "?", "cap-1", "capability-1", "generation-1"])
def test_no_other_word_opens_it_and_the_harness_s_own_names_least_of_all(ask: Ask, token: str | None) -> None:
    captured(ask, "Ann")
    assert poll(ask, "bot-1", token) == 401


def test_tokens_are_random_and_no_capability_is_shown(ask: Ask) -> None:
    token = captured(ask, "Ann")
    assert len(token) >= 32
    assert "cap" not in token[:4]


def test_a_restart_voids_every_token(ask: Ask) -> None:
    token = captured(ask, "Ann")
    ask("POST", "/api/eval/restart")
    assert poll(ask, "bot-1", token) == 401


def test_a_server_that_nobody_moves_shows_nothing_of_what_a_player_sees(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minds_of(None))
    ask = asking(App(desk))
    seen = {route.path: ask(route.method, route.path).status_code for route in EVAL_ROUTES}
    desk.close()
    assert set(seen.values()) == {404}


# --- the description ------------------------------------------------------------------------------------------------


def test_the_description_has_every_route_and_is_served(ask: Ask) -> None:
    served = ask("GET", "/api/openapi.json").json()
    there = {(method.upper(), path) for path, methods in served["paths"].items() for method in methods}
    assert there == {(route.method, route.path) for route in (*ROUTES, *EVAL_ROUTES)}


def test_the_description_of_a_server_that_nobody_moves_has_no_verbs_of_a_player(tmp_path: Path) -> None:
    desk = Desk(tmp_path, minds_of(None))
    served = asking(App(desk))("GET", "/api/openapi.json").json()
    desk.close()
    assert not [path for path in served["paths"] if path.startswith("/api/eval/")]


def test_names_of_operations_are_unique_and_schemas_are_schemas() -> None:
    described = describe(True)
    operations = [each for methods in described["paths"].values() for each in methods.values()]
    names = [each["operationId"] for each in operations]
    assert len(set(names)) == len(names)
    for each in operations:
        if "requestBody" in each:
            Draft202012Validator.check_schema(each["requestBody"]["content"]["application/json"]["schema"])


def test_every_answer_of_the_harness_has_a_status_that_its_description_names(ask: Ask) -> None:
    """One request of each operation, with an empty body: whatever comes of it is described."""
    described = describe(True)
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            target = path.replace("{", "").replace("}", "")
            answer = ask(method.upper(), target, **({} if method == "get" else {"json": {}}))
            assert str(answer.status_code) in operation["responses"], (method, path, answer.json())
