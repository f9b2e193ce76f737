"""Performing a call: at once under the virtual clock, beside the event loop under the wall clock, in its time."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any

from hawthorne.core.ask import Answer, Ask, Fault, Reply
from hawthorne.core.errors import HawthorneError
from hawthorne.core.performer import HandBack

Work = Callable[[Ask], HandBack | Reply]


def performed(work: Work, ask: Ask, timeout: float | None) -> Reply | Awaitable[Reply]:
    """What comes of a piece of work. Under a running event loop the work has a thread of its own, since timers must
    not wait for it; else the case's clock stands still meanwhile. A thread that took too long is left behind."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        if timeout is None:
            return _reply(work, ask)
        box: list[Reply] = []
        thread = _start(lambda: box.append(_reply(work, ask)))
        thread.join(timeout)
        return box[0] if box else _overdue(timeout)
    return _awaited(loop, work, ask, timeout)


async def _awaited(loop: asyncio.AbstractEventLoop, work: Work, ask: Ask, timeout: float | None) -> Reply:
    future: asyncio.Future[Reply] = loop.create_future()

    def settle(reply: Reply) -> None:
        if not future.done():
            future.set_result(reply)

    def run() -> None:
        reply = _reply(work, ask)
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, reply)

    _start(run)
    try:
        return await asyncio.wait_for(future, timeout)
    except TimeoutError:
        assert timeout is not None
        return _overdue(timeout)


def _start(run: Callable[[], Any]) -> threading.Thread:
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def _overdue(timeout: float) -> Fault:
    return Fault(f"took longer than {timeout:g} s (--step-timeout)")


def _reply(work: Work, ask: Ask) -> Reply:
    """What a call printed goes to stderr: stdout is the command's own."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            found = work(ask)
        return Answer(found.as_json()) if isinstance(found, HandBack) else found
    except HawthorneError as error:
        return Fault(str(error))
    except Exception as error:
        return Fault(f"{type(error).__name__}: {error}".rstrip(": "))
    except SystemExit as error:
        return Fault(f"the code asked Python to exit ({error.code})")
