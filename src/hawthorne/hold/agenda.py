"""What will happen in a case: answers on their way and timers, earliest first. Both drivers follow it.

Ties: deadlines and timers before answers, then the order in which the asks were opened. Absence schedules nothing.
When nothing is on its way and nothing is due, the machine is told `quiet`; one that is not done then is broken.
"""

from __future__ import annotations

import heapq
from collections.abc import Awaitable, Collection, Mapping

from hawthorne.core.actor import Mind
from hawthorne.core.ask import BACK, Answer, Ask, Fault, Reply, Silence
from hawthorne.core.case import Case
from hawthorne.core.errors import HawthorneError, ReplayMismatch
from hawthorne.hold.broken import AsyncMind, MachineBroke
from hawthorne.records.store import StoreError

ATTEMPTS = 3
"""How often an actor is asked when a closed space refuses what it gives; after that it counts as broken."""

PASSES = (MachineBroke, AsyncMind, ReplayMismatch, StoreError)
"""Errors that come through a machine but are not its own."""

ABSENT = Silence("absent")

Minds = Mapping[str, Mind]


class Agenda:
    """The answers that are on their way in one case, and what comes next."""

    __slots__ = ("_heap", "_order", "at", "case", "minds", "tries")

    def __init__(self, case: Case, minds: Minds) -> None:
        self.case = case
        self.minds = minds
        self.at: str | None = None
        self.tries: dict[str, int] = {}
        self._heap: list[tuple[float, int, Ask, Reply]] = []
        self._order: dict[str, int] = {}

    def call(self, ask: Ask) -> Reply | Awaitable[Reply]:
        """Ask the role's mind; one that raises is a fault. What is only shown is put to nobody."""
        if ask.space.kind == "nothing":
            return ABSENT
        try:
            return self.minds[ask.role].answer(ask)
        except Exception as error:
            return fault(error)

    def open(self, ask: Ask) -> None:
        """Give the ask its place in the order of opening."""
        self._order.setdefault(ask.id, len(self._order))

    def order(self, ask: Ask) -> int:
        """The ask's place in the order of opening, from 0."""
        return self._order[ask.id]

    def schedule(self, ask: Ask, reply: Reply, since: float) -> None:
        """Let a reply happen `took` seconds after `since` on the case's clock; an absence never happens."""
        if isinstance(reply, Silence) and not reply.given:
            return
        self.open(ask)
        moment = since if reply.took is None else round(since + max(0.0, reply.took), 6)
        heapq.heappush(self._heap, (moment, self._order[ask.id], ask, reply))

    def arrive(self, ask: Ask, reply: Reply, now: float) -> None:
        """Let a reply that has just come happen now, in its turn; its `took` is what the participant says it took."""
        if not isinstance(reply, Silence) or reply.given:
            heapq.heappush(self._heap, (now, self._order[ask.id], ask, reply))

    def put(self, ask: Ask, since: float) -> None:
        """Put an ask to its role's mind, whose time counts from `since`."""
        self.schedule(ask, settled(self.call(ask), ask), since)

    @property
    def pending(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._heap)

    def coming(self, asks: Collection[str]) -> bool:
        """Whether the answer to one of these asks is on its way."""
        return any(ask.id in asks for _, _, ask, _ in self._heap)

    @property
    def next(self) -> float | None:
        """The moment of the earliest timer or answer, or None when nothing will happen of itself."""
        due = self.case.due
        if not self._heap:
            return due
        answer = self._heap[0][0]
        return answer if due is None or answer < due else due

    def step(self) -> tuple[Ask, float] | None:
        """Let the earliest of timers and answers happen, or tell `quiet`. Returns an ask to put again (its closed
        space refused the reply) with the moment, or None."""
        case, due, heap = self.case, self.case.due, self._heap
        if heap and (due is None or heap[0][0] < due):
            moment, _, ask, reply = heapq.heappop(heap)
            return self.give(ask, reply, max(moment, case.now))
        self.at = None
        if due is not None:
            case.tick(max(due, case.now))
            return None
        case.tell("quiet")
        if not case.done:
            waits = ", ".join(case.open) or "nothing"
            raise MachineBroke(
                f"case {case.number} neither ended nor said that it is stuck when nothing could happen any more "
                f"(open: {waits}): the machine that plays this document has a bug"
            )
        return None

    def give(self, ask: Ask, reply: Reply, moment: float) -> tuple[Ask, float] | None:
        """Give a reply now; returns the ask if it is to be put again. An actor whose last attempt is refused broke."""
        self.at = ask.id
        if isinstance(reply, Silence) and reply.reason == BACK:
            return self._back(ask, moment)
        problem = self.case.give(ask.id, reply, moment)
        if problem is None:
            return None
        return (ask, moment) if self.refused(ask, problem, moment) else None

    def _back(self, ask: Ask, moment: float) -> tuple[Ask, float] | None:
        """Tell the case that somebody wants to go back; an ask that stays, as there is no way back, is put again."""
        case = self.case
        case.tick(moment)
        if ask.id in case.open:
            case.tell(BACK, None, ask.role, ask.id)
        return (ask, moment) if ask.id in case.open else None

    def refused(self, ask: Ask, problem: str, moment: float) -> bool:
        """Count a refusal; True if the mind may try again, else the case hears that it broke."""
        tries = self.tries[ask.id] = self.tries.get(ask.id, 0) + 1
        if tries < ATTEMPTS:
            return True
        self.case.give(ask.id, Fault(f"{tries} answers were refused, the last because: {problem}"), moment)
        return False


def fault(error: Exception) -> Fault:
    """What the case hears of an actor that raised: the error's name and text, never a place in a program."""
    text = str(error)
    return Fault(text if isinstance(error, HawthorneError) else f"{type(error).__name__}: {text}".rstrip(": "))


def settled(reply: Reply | Awaitable[Reply], ask: Ask) -> Reply:
    """The reply itself. Raises AsyncMind for one that has yet to come, which only the wall clock can wait for."""
    if isinstance(reply, (Answer, Silence, Fault)):
        return reply
    close = getattr(reply, "close", None)
    if close is not None:
        close()
    if isinstance(reply, Awaitable):
        raise AsyncMind(
            f'whoever plays "{ask.role}" answers in real time, which the virtual clock cannot wait for: '
            "use the wall clock (--clock wall)"
        )
    return Fault(f"an actor must answer with Answer, Silence or Fault, not {type(reply).__name__}")


def broke(case: Case, error: Exception, at: str | None = None) -> MachineBroke:
    """The error of a machine that raised, naming the case and the ask that it was about."""
    about = f' at the ask "{at}"' if at is not None else ""
    return MachineBroke(
        f"case {case.number} broke{about} after {case.now:g} s on its clock, line {case.n}: "
        f"{type(error).__name__}: {error}; what is recorded so far is kept"
    )
