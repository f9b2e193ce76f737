"""A desk without a socket: requests go straight to the application."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hawthorne.server.app import App
from hawthorne.server.desk import EvalDesk
from hawthorne.server.requests import Door

Ask = Callable[..., httpx.Response]


def asking(harness: App, host: str = "127.0.0.1") -> Ask:
    """A client of an application, without its ticker."""

    def ask(method: str, path: str, **more: Any) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(harness, raise_app_exceptions=True)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
                return await client.request(method, path, **more)

        return asyncio.run(asked())

    return ask


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[EvalDesk]:
    made = EvalDesk(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def ask(desk: EvalDesk) -> Ask:
    return asking(App(desk, Door()))
