"""The harness behind HTTP: everything JSON, every request through one door, one after the other.

A request that the harness answers later waits without holding up others. In real time a ticker wakes the harness at
its earliest deadline; there is no periodic timer.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import orjson
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response as Sent
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from hawthorne.core.errors import HawthorneError
from hawthorne.evals.worlds.front import UNANSWERED
from hawthorne.evals.worlds.host import Response
from hawthorne.server.desk import Desk, EvalDesk
from hawthorne.server.openapi import describe
from hawthorne.server.requests import MOST_BYTES, Door, Refused, body_of

OPENAPI = "/api/openapi.json"
PATIENCE = 600.0
"""Seconds for which a request waits for its answer at most."""


class App:
    """An ASGI application over a desk, which whoever opened it closes."""

    def __init__(self, desk: Desk | EvalDesk, door: Door | None = None) -> None:
        self._desk = desk
        self._door = door or Door()
        self._stirred = asyncio.Event()
        self._waiting: dict[str, asyncio.Future[Response]] = {}
        self._broken: Response | None = None
        """What every request is answered with once the log could not be kept or the machine broke: to go on would be to
        acknowledge what is nowhere."""
        route = Route("/{path:path}", _Endpoint(self._respond))
        self.app = Starlette(routes=[route], lifespan=self._lifespan)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    # --- one request ---------------------------------------------------------------------------------------------

    async def _respond(self, request: Request) -> Sent:
        try:
            path = request.scope["path"]
            token = self._door.admit(path, request.headers)
            data = await _read(request)
            body = body_of(data, request.headers.get("content-type", ""))
            if path == OPENAPI and request.method == "GET":
                return sent(Response(200, describe(isinstance(self._desk, EvalDesk))))
            if self._broken is not None:
                return sent(self._broken)
            query = request.url.query
            said = self._desk.ask(request.method, f"{path}?{query}" if query else path, body, token)
            self._tell()
            return sent(said if isinstance(said, Response) else await self._later(said))
        except Refused as refused:
            return sent(refused.response)
        except HawthorneError as error:
            return sent(self._break(error))
        except ClientDisconnect:
            raise
        except Exception as error:
            traceback.print_exception(error)
            return sent(Response(500, {"error": "this is a fault of Hawthorne", "code": "server.fault"}))

    def _break(self, error: HawthorneError) -> Response:
        """Stop answering; a server that is started again goes on from the log."""
        print(f"error: {error}", file=sys.stderr, flush=True)
        self._broken = Response(503, {"error": f"{error}; start the server again", "code": "server.broken"})
        return self._broken

    async def _later(self, command: str) -> Response:
        future: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self._waiting[command] = future
        self._stirred.set()
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except TimeoutError:
            return UNANSWERED
        finally:
            self._waiting.pop(command, None)

    def _tell(self) -> None:
        """Answer those whose commands have been answered, and have the ticker look again."""
        for command, future in list(self._waiting.items()):
            answer = self._desk.later(command)
            if answer is not None and not future.done():
                future.set_result(answer)
        self._stirred.set()

    # --- time ----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        ticker = asyncio.create_task(self._tick())
        try:
            yield
        finally:
            ticker.cancel()
            await asyncio.gather(ticker, return_exceptions=True)

    async def _tick(self) -> None:
        while True:
            self._stirred.clear()
            try:
                await asyncio.wait_for(self._stirred.wait(), self._desk.wakes_in)
            except TimeoutError:
                try:
                    self._desk.wake()
                except HawthorneError as error:
                    self._break(error)
                    return
                self._tell()


class _Endpoint:
    """Starlette takes the methods of a function to be GET alone; an object is asked for every method."""

    def __init__(self, respond: Callable[[Request], Any]) -> None:
        self._respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            response = await self._respond(Request(scope, receive, send))
        except ClientDisconnect:
            return
        await response(scope, receive, send)


async def _read(request: Request) -> bytes:
    """The body, as far as it is allowed to go. Raises Refused."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise Refused("body.size")
    return bytes(data)


def sent(response: Response) -> Sent:
    """The response as bytes."""
    headers = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
    body = orjson.dumps(response.body, default=_plain, option=orjson.OPT_NON_STR_KEYS)
    return Sent(body, response.status, headers, "application/json")


def _plain(value: Any) -> Any:
    return dict(value) if hasattr(value, "keys") else list(value)
