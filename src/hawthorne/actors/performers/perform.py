"""Performing a call: at once under the virtual clock, beside the event loop under the wall clock, in its time."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TextIO

from hawthorne.core.ask import Answer, Ask, Fault, Reply
from hawthorne.core.errors import HawthorneError
from hawthorne.core.performer import HandBack

Work = Callable[[Ask], HandBack | Reply]


class _Aside:
    """Standard output while calls are performed: what they print goes to stderr, since stdout is the command's own.

    Calls overlap, and one that takes too long is left behind, so each enters once and leaves once, whoever sees to it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside: set[object] = set()
        self._out: TextIO | None = None

    def enter(self, call: object) -> None:
        with self._lock:
            if not self._inside:
                self._out, sys.stdout = sys.stdout, sys.stderr
            self._inside.add(call)

    def leave(self, call: object) -> None:
        with self._lock:
            self._inside.discard(call)
            if not self._inside and self._out is not None:
                sys.stdout, self._out = self._out, None


_aside = _Aside()


def performed(work: Work, ask: Ask, timeout: float | None) -> Reply | Awaitable[Reply]:
    """What comes of a piece of work. Under a running event loop the work has a thread of its own, since timers must
    not wait for it; else the case's clock stands still meanwhile. A thread that took too long is left behind."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return _at_once(work, ask, timeout)
    return _awaited(loop, work, ask, timeout)


def _at_once(work: Work, ask: Ask, timeout: float | None) -> Reply:
    call = object()
    _aside.enter(call)
    try:
        if timeout is None:
            return _reply(work, ask)
        box: list[Reply] = []
        _start(lambda: box.append(_reply(work, ask))).join(timeout)
        return box[0] if box else _overdue(timeout)
    finally:
        _aside.leave(call)


async def _awaited(loop: asyncio.AbstractEventLoop, work: Work, ask: Ask, timeout: float | None) -> Reply:
    future: asyncio.Future[Reply] = loop.create_future()

    def settle(reply: Reply) -> None:
        if not future.done():
            future.set_result(reply)

    def run() -> None:
        reply = _reply(work, ask)
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, reply)

    call = object()
    _aside.enter(call)
    try:
        _start(run)
        return await asyncio.wait_for(future, timeout)
    except TimeoutError:
        assert timeout is not None
        return _overdue(timeout)
    finally:
        _aside.leave(call)


def _start(run: Callable[[], Any]) -> threading.Thread:
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def _overdue(timeout: float) -> Fault:
    return Fault(f"took longer than {timeout:g} s (--step-timeout)")


def _reply(work: Work, ask: Ask) -> Reply:
    try:
        found = work(ask)
        return Answer(found.as_json()) if isinstance(found, HandBack) else found
    except HawthorneError as error:
        return Fault(str(error))
    except Exception as error:
        return Fault(f"{type(error).__name__}: {error}".rstrip(": "))
    except SystemExit as error:
        return Fault(f"the code asked Python to exit ({error.code})")
