"""A clock for the live driver that leaps to the next thing to happen, and minds that take their time on it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

from hawthorne.core.actor import Mind
from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence

TURNS = 8
"""Turns of the event loop after which every task that can run has run."""


class Leap:
    """No time passes in between: `wait` goes to the earliest of its moment and the sleepers'."""

    def __init__(self) -> None:
        self._now = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((round(self._now + seconds, 6), future))
        await future

    async def wait(self, moment: float | None, tasks: Collection[asyncio.Future[Any]]) -> None:
        await self._wake()
        if any(task.done() for task in tasks):
            return
        moments = [at for at, _ in self._sleepers] + ([] if moment is None else [moment])
        assert moments, "everybody waits for ever"
        self._now = max(self._now, min(moments))
        await self._wake()

    async def _wake(self) -> None:
        """Wake whoever has slept enough, and let everybody run who can."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        for _, future in [each for each in self._sleepers if each[0] <= self._now]:
            future.set_result(None)
        self._sleepers = [each for each in self._sleepers if each[0] > self._now]
        for _ in range(TURNS):
            await asyncio.sleep(0)


class Slow:
    """A plain mind made async: it sleeps for what its answer takes, then gives it."""

    def __init__(self, mind: Mind, clock: Leap) -> None:
        self._mind, self._clock = mind, clock

    async def answer(self, ask: Ask) -> Reply:
        reply = self._mind.answer(ask)
        assert isinstance(reply, (Answer, Silence, Fault))
        if isinstance(reply, Silence) and not reply.given:
            return reply
        await self._clock.sleep(reply.took or 0.0)
        return reply

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        self._mind.recall(ask, answer)


def slowly(minds: Mapping[str, Mind], clock: Leap, roles: Collection[str]) -> dict[str, Mind]:
    """The minds, those of these roles async."""
    return {role: Slow(mind, clock) if role in roles else mind for role, mind in minds.items()}
