"""What the OpenAPI description promises, tried at random: no 5xx, and every answer fits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hawthorne.server.app import App
from hawthorne.server.desk import EvalDesk
from hawthorne.server.openapi import describe

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is an extra of developers")
Mode = schemathesis.GenerationMode

OPERATIONS = sorted((path, method.upper()) for path, methods in describe(True)["paths"].items() for method in methods)
Ask = Callable[..., httpx.Response]
URL = "http://127.0.0.1"
FEW, MANY = 6, 200
THERE = {"botId": "bot-1", "threadId": "thread-1", "routineId": "routine-1", "runId": "run-1", "queueId": "queue-1"}
"""What is there: a request may name it, so that it goes further than the first look."""


SCHEMA = schemathesis.openapi.from_dict(describe(True))


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Asks a desk with a bot at work, words that wait, and a routine."""
    folder: Path = tmp_path_factory.mktemp("desk")
    desk = EvalDesk(folder)
    for method, path, body in (
        ("POST", "/api/bots", {"name": "Ann"}),
        ("PUT", "/api/eval/plan", {"scripts": {"bot-1": [{"reply": "Done.", "gate": "g"}]}}),
        ("PATCH", "/api/config", {"engine": {"canSteer": False}}),
        ("POST", "/api/bots/bot-1/messages", {"text": "go"}),
        ("POST", "/api/bots/bot-1/messages", {"text": "more"}),
        ("POST", "/api/routines", {"name": "r", "botId": "bot-1", "prompt": "tidy", "enabled": False,
                                   "schedule": {"type": "interval", "everyMinutes": 60}}),
    ):  # fmt: skip
        desk.ask(method, path, body, None)
    loop = asyncio.new_event_loop()
    client = httpx.AsyncClient(transport=httpx.ASGITransport(App(desk)), base_url=URL)

    def request(cookies: Any = None, data: Any = None, **words: Any) -> httpx.Response:
        """No operation reads a cookie; what is no JSON is sent as it is."""
        return loop.run_until_complete(client.request(**words, **({} if data is None else {"content": data})))

    yield request
    loop.run_until_complete(client.aclose())
    loop.close()
    desk.close()


def try_out(ask: Ask, path: str, method: str, examples: int, derandomize: bool) -> None:
    """Make so many requests of an operation, sound ones and unsound ones."""
    operation = SCHEMA[path][method]
    sound, unsound = (operation.as_strategy(generation_mode=mode) for mode in (Mode.POSITIVE, Mode.NEGATIVE))
    has_values = bool(list(operation.iter_parameters())) or bool(operation.body)

    @settings(max_examples=examples, deadline=None, database=None, derandomize=derandomize,
              phases=[Phase.generate], suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=st.one_of(sound, unsound) if has_values else sound, there=st.booleans())
    def fits(case: Any, there: bool) -> None:
        if there and isinstance(case.path_parameters, dict):
            case.path_parameters.update({name: THERE[name] for name in case.path_parameters if name in THERE})
        response = ask(**case.as_transport_kwargs(base_url=URL))
        assert response.status_code < 500, response.text
        operation.validate_response(response, case=case)

    fits()


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda word: word)
def test_no_request_breaks_the_server_and_every_answer_fits(ask: Ask, path: str, method: str) -> None:
    try_out(ask, path, method, FEW, derandomize=True)


@pytest.mark.soak
@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda word: word)
def test_no_request_of_two_hundred_breaks_the_server(ask: Ask, path: str, method: str) -> None:
    try_out(ask, path, method, MANY, derandomize=False)
