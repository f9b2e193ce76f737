"""A case: one running machine, its open asks and its waits. Whoever holds it has four verbs.

A case knows no actor, no clock and no file. Three rules live here and nowhere else: a late answer leaves a record of
its own and no other effect; when an answer and its deadline fall together, the deadline wins; what a closed space
refuses never becomes an event.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable

from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.errors import UnknownAsk
from hawthorne.core.machine import (
    Begin,
    Done,
    Drop,
    Due,
    Effect,
    Event,
    Failed,
    Gathered,
    Given,
    Machine,
    Note,
    Put,
    Scatter,
    Signal,
    Told,
    Wait,
)
from hawthorne.core.record import INCOMING, KINDS, Log, Record
from hawthorne.core.result import Result
from hawthorne.core.values import JSON


def _ignore(record: Record) -> None:
    """The log of a case that nobody records."""


class Case:
    """One running machine.

    `open` maps ask ids to asks in the order of opening; `done` is True once `result` stands. Times are seconds since
    the case began; a holder never hands in a time before `now`.
    """

    __slots__ = ("_armed", "_closed", "_fresh", "_heap", "_keep", "_log", "_machine", "_seq", "_signals", "done", "n",
                 "now", "number", "open", "result")  # fmt: skip

    def __init__(self, number: int, machine: Machine, log: Log = _ignore, keep: Collection[str] = KINDS) -> None:
        self.number = number
        self.now = 0.0
        self.n = 0
        self.open: dict[str, Ask] = {}
        self.done = False
        self.result: Result | None = None
        self._machine = machine
        self._log = log
        self._keep = keep
        self._heap: list[tuple[float, int, str]] = []
        self._armed: dict[str, int] = {}
        self._closed: set[str] = set()
        self._fresh: list[Ask] = []
        self._signals: list[Signal] = []
        self._seq = 0

    # --- the four verbs ------------------------------------------------------------------------------------------

    def begin(self, carry: JSON = None, now: float = 0.0) -> None:
        """Start the machine; `carry` is what the case before handed over."""
        self.now = now
        self._note("begin", value=carry)
        self._advance(Begin(carry))

    def give(self, ask_id: str, reply: Reply, now: float) -> str | None:
        """Answer an open ask; returns None, or why the ask's closed space refuses the value (the ask stays open).

        Raises UnknownAsk for an id that was never put.
        """
        if self._heap and self._heap[0][0] <= now:
            self.tick(now)
        self.now = now
        ask = self.open.get(ask_id)
        if ask is None:
            self._late(ask_id, reply)
            return None
        who = reply.who or ask.role
        event: Event
        if isinstance(reply, Answer):
            problem = reply.refused
            if problem is None and not ask.space.open:
                problem = ask.space.check(reply.value)
            if problem is not None:
                self._note("invalid", who, ask_id, reply.value, reply.took, problem)
                return problem
            self._note("given", who, ask_id, reply.value, reply.took)
            event = Given(ask, reply)
        elif isinstance(reply, Silence):
            self._note("given", who, ask_id, None, reply.took, reply.reason)
            event = Given(ask, reply)
        else:
            self._note("failed", who, ask_id, reply.error, reply.took)
            event = Failed(ask, reply.error)
        del self.open[ask_id]
        self._closed.add(ask_id)
        self._armed.pop(ask_id, None)
        self._advance(event)
        return None

    def tick(self, now: float) -> None:
        """Let every wait that is due by `now` come to its end, by due time, then in the order of arming."""
        while True:
            due = self.due
            if due is None or due > now:
                break
            self.now = max(self.now, due)
            _, _, key = heapq.heappop(self._heap)
            del self._armed[key]
            if self.open.pop(key, None) is not None:
                self._closed.add(key)
            self._note("due", ask=key)
            self._advance(Due(key))
        self.now = max(self.now, now)

    def tell(self, name: str, value: JSON = None, role: str | None = None, id: str | None = None) -> None:
        """Tell the machine something from outside, at the present moment: a signal, a command (with an id), a receipt
        of gathered cases (`gathered`), or that nothing more will come (`quiet`)."""
        if name == "gathered":
            self._note("gathered", value=value)
            self._advance(Gathered(value))
            return
        told = {"name": name} | ({} if value is None else {"value": value}) | ({} if id is None else {"id": id})
        self._note("told", role, None, told)
        self._advance(Told(name, value, role, id))

    # --- what a holder may look at -------------------------------------------------------------------------------

    @property
    def due(self) -> float | None:
        """The moment of the earliest wait, or None."""
        heap, armed = self._heap, self._armed
        while heap and armed.get(heap[0][2]) != heap[0][1]:
            heapq.heappop(heap)
        return heap[0][0] if heap else None

    def fresh(self) -> list[Ask]:
        """The asks put since the last call that are still open, in order."""
        if not self._fresh:
            return []
        asks, self._fresh = self._fresh, []
        if len(asks) == 1:
            return asks if asks[0].id in self.open else []
        return [ask for ask in asks if ask.id in self.open]

    def signals(self) -> list[Signal]:
        """The signals given since the last call, in order."""
        signals, self._signals = self._signals, []
        return signals

    # --- inside --------------------------------------------------------------------------------------------------

    def _advance(self, event: Event) -> None:
        if not self.done:
            self._machine.advance(event, self.now, self._take)

    def _note(self, what: str, who: str | None = None, ask: str | None = None, value: JSON = None,
              took: float | None = None, why: str | None = None) -> None:  # fmt: skip
        self.n += 1
        if what in self._keep:
            self._log(Record(self.number, self.n, self.now, what, who, ask, value, took, why))

    def _take(self, effect: Effect) -> None:
        if isinstance(effect, Note):
            self.n += 1
            what, who, value, ask = effect
            if what in self._keep:
                self._log(Record(self.number, self.n, self.now, what, who, ask, value))
        elif isinstance(effect, Put):
            self._put(effect.ask)
        elif isinstance(effect, Wait):
            self._note("wait", ask=effect.key, value=effect.seconds)
            self._arm(effect.key, effect.seconds)
        elif isinstance(effect, Drop):
            self._drop(effect.key)
        elif isinstance(effect, Signal):
            self._note("signal", effect.name, value=effect.value)
            self._signals.append(effect)
        elif isinstance(effect, Done):
            self.result = effect.result
            self.done = True
            self._note("done", value=effect.result.as_json())
            self._stop()
        else:
            assert isinstance(effect, Scatter), f"not an effect: {effect!r}"
            self._note("scatter")

    def _put(self, ask: Ask) -> None:
        self.n += 1
        if "put" in self._keep:
            shown = {"step": ask.step, "view": ask.view} | ({} if ask.limit is None else {"limit": ask.limit})
            self._log(Record(self.number, self.n, self.now, "put", ask.role, ask.id, shown))
        self.open[ask.id] = ask
        self._fresh.append(ask)
        if ask.limit is not None:
            self._arm(ask.id, ask.limit)

    def _arm(self, key: str, seconds: float) -> None:
        self._seq += 1
        self._armed[key] = self._seq
        heapq.heappush(self._heap, (round(self.now + seconds, 6), self._seq, key))

    def _drop(self, key: str) -> None:
        self._note("drop", ask=key)
        self._armed.pop(key, None)
        if self.open.pop(key, None) is not None:
            self._closed.add(key)

    def _late(self, ask_id: str, reply: Reply) -> None:
        if ask_id not in self._closed:
            raise UnknownAsk(f'case {self.number} never put the ask "{ask_id}"')
        value = reply.value if isinstance(reply, Answer) else None
        why = reply.reason if isinstance(reply, Silence) else None
        self._note("late", reply.who, ask_id, value, reply.took, why)

    def _stop(self) -> None:
        """A case that is done asks nothing more; what is given to its open asks is late."""
        self._closed.update(self.open)
        self.open.clear()
        self._armed.clear()
        self._heap.clear()
        self._fresh.clear()


def replay(case: Case, records: Iterable[Record]) -> Case:
    """Feed the recorded events into a fresh case and return it: the one function behind resume, reload and play-back.

    Only incoming records count, and what was given in vain (`late`, `invalid`), since these are lines too; what the
    case writes meanwhile goes to its own log, to be compared with the record.
    """
    for record in records:
        if record.what == "late" and record.ask is not None:
            case.give(record.ask, _reply(record), record.at)
        elif record.what == "invalid" and record.ask is not None:
            case.give(record.ask, Answer(record.value, record.took, record.who, refused=record.why), record.at)
        elif record.what in INCOMING:
            _feed(case, record)
    return case


def _feed(case: Case, record: Record) -> None:
    if record.what == "begin":
        case.begin(record.value, record.at)
    elif record.what == "due":
        case.tick(record.at)
    elif record.what in ("given", "failed"):
        assert record.ask is not None
        case.give(record.ask, _reply(record), record.at)
    elif record.what == "gathered":
        case.now = record.at
        case.tell("gathered", record.value)
    else:
        case.now = record.at
        told = record.value
        case.tell(told["name"], told.get("value"), record.who, told.get("id"))


def _reply(record: Record) -> Reply:
    if record.what == "failed":
        return Fault(str(record.value), record.took, record.who)
    if record.why is not None:
        return Silence(record.why, record.took, record.who)
    return Answer(record.value, record.took, record.who)
