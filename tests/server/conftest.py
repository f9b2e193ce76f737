"""A house without a socket: requests go straight to the application."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hawthorne.server.app import Harness
from hawthorne.server.house import EvalHouse
from hawthorne.server.requests import Door

Ask = Callable[..., httpx.Response]


def asking(harness: Harness, host: str = "127.0.0.1") -> Ask:
    """A client of an application, without its ticker."""

    def ask(method: str, path: str, **more: Any) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(harness, raise_app_exceptions=True)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
                return await client.request(method, path, **more)

        return asyncio.run(asked())

    return ask


@pytest.fixture
def house(tmp_path: Path) -> Iterator[EvalHouse]:
    made = EvalHouse(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def ask(house: EvalHouse) -> Ask:
    return asking(Harness(house, Door()))
