"""Driving a case in real time: the same agenda as under the virtual clock, with waiting in between.

Minds may be plain or async. What a plain mind answers happens `took` seconds after its ask, as under the virtual clock,
and at the moments planned, however late this process wakes; what an async mind answers happens when it comes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol

from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.case import Case
from hawthorne.core.values import JSON
from hawthorne.hold.agenda import PASSES, Agenda, Minds, broke, fault, settled
from hawthorne.hold.drive import begin

Tasks = dict["asyncio.Future[Any]", Ask]


class LiveClock(Protocol):
    """A clock that an event loop can wait on. `now()` is in seconds since the case began."""

    def now(self) -> float: ...

    async def wait(self, moment: float | None, tasks: Collection[asyncio.Future[Any]]) -> None:
        """Return when `now() >= moment` (None: never) or when one of the tasks is done."""
        ...


class Wall:
    """The machine's monotonic clock; `start` is what it shows now."""

    def __init__(self, start: float = 0.0) -> None:
        self._zero = time.monotonic() - start

    def now(self) -> float:
        return time.monotonic() - self._zero

    async def wait(self, moment: float | None, tasks: Collection[asyncio.Future[Any]]) -> None:
        timeout = None if moment is None else max(0.0, moment - self.now())
        if tasks:
            await asyncio.wait(tasks, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        elif timeout is not None:
            await asyncio.sleep(timeout)


class LiveAgenda(Agenda):
    """An agenda whose minds may take their time."""

    __slots__ = ("_coming",)

    def __init__(self, case: Case, minds: Minds) -> None:
        super().__init__(case, minds)
        self._coming: list[tuple[Ask, Awaitable[Reply]]] = []

    def put(self, ask: Ask, since: float) -> None:
        reply = self.call(ask)
        if isinstance(reply, Awaitable) and not isinstance(reply, (Answer, Silence, Fault)):
            self.open(ask)
            self._coming.append((ask, reply))
        else:
            self.schedule(ask, settled(reply, ask), since)

    def start(self, tasks: Tasks) -> None:
        """Start what async minds were asked since the last call."""
        for ask, coming in self._coming:
            tasks[asyncio.ensure_future(coming)] = ask
        self._coming.clear()


def _silent(what: str) -> None:
    """The listener that nobody is."""


async def drive(
    case: Case,
    minds: Minds,
    clock: LiveClock,
    carry: JSON = None,
    wait: Callable[[str], None] = _silent,
) -> Case:
    """Begin a case and play it to its end on this clock; returns it, done. `wait` is told what is waited for.

    Raises MachineBroke for a machine that raises.
    """
    begin(case, carry)
    return await go_on(LiveAgenda(case, minds), clock, wait)


async def go_on(agenda: LiveAgenda, clock: LiveClock, wait: Callable[[str], None] = _silent) -> Case:
    """Play a case that has begun to its end, from what its agenda holds."""
    case = agenda.case
    tasks: Tasks = {}
    withdrawn: set[str] = set()
    try:
        while not case.done:
            fresh = case.fresh()
            for ask in fresh:
                agenda.open(ask)
            for ask in fresh:
                agenda.put(ask, case.now)
            agenda.start(tasks)
            await _next(agenda, clock, tasks, wait)
            _withdraw(agenda, tasks, withdrawn)
    except PASSES:
        raise
    except Exception as error:
        raise broke(case, error, agenda.at) from error
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return case


def _withdraw(agenda: LiveAgenda, tasks: Tasks, withdrawn: set[str]) -> None:
    """Tell minds that want to know (`withdraw`) that what they are at is asked no more."""
    for ask in tasks.values():
        if ask.id not in agenda.case.open and ask.id not in withdrawn:
            withdrawn.add(ask.id)
            tell = getattr(agenda.minds[ask.role], "withdraw", None)
            if tell is not None:
                tell(ask)


async def _next(agenda: LiveAgenda, clock: LiveClock, tasks: Tasks, wait: Callable[[str], None]) -> None:
    """Let the next thing happen, waiting for it if it is still to come."""
    case = agenda.case
    moment = agenda.next
    waiting = moment is None or moment > clock.now()
    if tasks or (waiting and moment is not None):
        if waiting:
            wait(_waited_for(case, moment))
        await clock.wait(moment, tasks)  # also where something is due: async minds get their turn
    now = max(round(clock.now(), 6), case.now)
    for task in sorted((task for task in tasks if task.done()), key=lambda task: agenda.order(tasks[task])):
        ask = tasks.pop(task)
        agenda.arrive(ask, _result(task, ask), now)
    moment = agenda.next
    nothing_comes = moment is None and not tasks
    if nothing_comes or (moment is not None and moment <= now):
        again = agenda.step()
        if again is not None:
            agenda.put(*again)


def _result(task: asyncio.Future[Any], ask: Ask) -> Reply:
    if task.cancelled():
        return Fault("the actor was cancelled")
    error = task.exception()
    if error is None:
        return settled(task.result(), ask)
    if isinstance(error, Exception):
        return fault(error)
    raise error


def _waited_for(case: Case, moment: float | None) -> str:
    """What a person at the console is told: who has to answer what, or which time has to come."""
    asks = [f"{ask.role} to answer {ask.step}" for ask in list(case.open.values())[:3]]
    until = [] if moment is None else [f"{moment:g} s on its clock"]
    return f"case {case.number} waits for " + " or ".join(asks + until)
