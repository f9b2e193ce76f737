"""One case of a flow run, told from its records: who took part, what they were asked, how far they came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from hawthorne.core.errors import HawthorneError
from hawthorne.core.record import Record
from hawthorne.core.values import JSON
from hawthorne.flows.facts import Facts

# What a trial's view holds beside the texts that are sent with it.
_TRIAL = frozenset({"TrialIndex", "Stimulus", "ResponseOptions", "MaxResponseTime", "Scene", "Screenshot"})


class Asked:
    """One ask, as far as the records say: times in seconds on the case's clock, None where no record tells."""

    __slots__ = ("closed", "invalid", "late", "opened", "outcome", "reason", "reply", "role", "step", "took", "view")

    def __init__(self, step: str, role: str | None, opened: float | None) -> None:
        self.step, self.role, self.opened = step, role, opened
        self.closed: float | None = None
        self.took: float | None = None
        self.reply: JSON = None
        self.late: JSON = None
        self.outcome: str | None = None
        self.reason: str | None = None
        self.invalid = 0
        self.view: dict[str, JSON] | None = None


class Seat:
    """One participant of a case. `asks` and `rows` are keyed by ask id without the seat; `nodes` says of each node
    reached whether its last visit is `open`, `finished`, or was `left` by a boundary event."""

    __slots__ = ("arms", "asks", "flows", "last", "left", "nodes", "prompts", "rows", "scored", "stuck", "visits",
                 "where", "who")  # fmt: skip

    def __init__(self, who: str) -> None:
        self.who = who
        self.arms: dict[str, str] = {}
        self.asks: dict[str, Asked] = {}
        self.rows: dict[str, tuple[dict[str, Any], dict[str, str], float]] = {}
        self.nodes: dict[str, str] = {}
        self.visits: Counter[str] = Counter()
        self.flows: Counter[str] = Counter()
        self.left: Counter[str] = Counter()
        self.prompts: dict[str, str] = {}
        self.stuck: dict[str, str] = {}
        self.scored = 0
        self.last: str | None = None
        self.where: tuple[str, float] | None = None


class Told:
    """One case. `seats` has one entry, keyed "", unless several participants share the case."""

    def __init__(self, case: int, facts: Facts) -> None:
        self.case = case
        self.seats: dict[str, Seat] = {}
        self.result: dict[str, Any] | None = None
        self.at = 0.0
        self._facts = facts
        self._hear: dict[str, Callable[[Record], None]] = {
            "reached": self._reached, "drew": self._drew, "left": self._left, "row": self._row, "sent": self._sent,
            "put": self._put, "given": self._given, "failed": self._failed, "due": self._due, "late": self._late,
            "invalid": self._invalid, "stuck": self._stuck, "done": self._done,
        }  # fmt: skip

    def hear(self, record: Record) -> None:
        """Take one record."""
        self.at = record.at
        heard = self._hear.get(record.what)
        if heard is not None:
            heard(record)

    @property
    def participants(self) -> list[Seat]:
        """The seats that are subjects: the instances of a repeated pool, else the case's one participant."""
        named = [seat for who, seat in self.seats.items() if who]
        return named or [self._seat("")]

    def close(self) -> None:
        """Name what is still open: nothing more will come of it."""
        ended = self.result is not None
        for seat in self.seats.values():
            for ask in seat.asks.values():
                if ask.outcome is None and ended:
                    ask.outcome = "absent" if ask.step in seat.stuck else "abandoned"
                    ask.closed = self.at
            for node, state in seat.nodes.items():
                if state == "open" and node not in seat.stuck and ended and node not in self._facts.sources:
                    seat.nodes[node] = "finished"

    # --- finding one's way ---------------------------------------------------------------------------------------

    def _seat(self, who: str) -> Seat:
        seat = self.seats.get(who)
        if seat is None:
            seat = self.seats[who] = Seat(who)
        return seat

    def _of(self, record: Record) -> tuple[Seat, str]:
        """The seat and the element that a note's `who` names."""
        instance, _, element = (record.who or "").rpartition("/")
        return self._seat(instance), element

    def _asked(self, record: Record, opened: float | None = None) -> Asked | None:
        """The ask that a record is about; made when no record told of its opening. None for another wait."""
        assert record.ask is not None
        head, slash, tail = record.ask.rpartition("/")
        if not slash:
            return None
        seat = self._seat(head.partition("/")[2])
        ask = seat.asks.get(tail)
        if ask is None:
            step = self._facts.step(tail)
            if step not in self._facts.nodes:
                return None
            ask = seat.asks[tail] = Asked(step, self._facts.asks.get(step), opened)
        return ask

    # --- what records say ----------------------------------------------------------------------------------------

    def _reached(self, record: Record) -> None:
        seat, node = self._of(record)
        facts = self._facts
        seat.visits[node] += 1
        if record.value is not None:
            seat.flows[record.value] += 1
            flow = facts.flows.get(record.value)
            if flow is not None and seat.nodes.get(flow[0]) == "open":
                seat.nodes[flow[0]] = "finished"
        seat.nodes[node] = "open"
        if facts.activity(node):
            seat.last = node
            if node in facts.asks:
                tail = f"{node}.{seat.visits[node]}"
                seat.asks.setdefault(tail, Asked(node, facts.asks[node], record.at))
        elif facts.nodes.get(node, ("", ""))[1].endswith("EndEvent"):
            seat.where = (node, record.at)

    def _drew(self, record: Record) -> None:
        seat, gateway = self._of(record)
        flow = record.value["flow"]
        seat.arms[gateway] = self._facts.random.get(gateway, {}).get(flow, flow)

    def _left(self, record: Record) -> None:
        seat, activity = self._of(record)
        seat.left[activity] += 1
        timer = record.value.get("cause") == "timer"
        facts = self._facts
        for node, state in seat.nodes.items():
            if state == "open" and facts.inside(node, activity):
                seat.nodes[node] = "left"
        for ask in seat.asks.values():
            if ask.outcome is None and facts.inside(ask.step, activity):
                ask.outcome = "absent" if timer and ask.step not in facts.tasks else "abandoned"
                ask.closed = record.at

    def _row(self, record: Record) -> None:
        if record.ask is None:
            return
        seat, _ = self._of(record)
        seat.rows[record.ask.rpartition("/")[2]] = (record.value, dict(seat.arms), record.at)

    def _sent(self, record: Record) -> None:
        value = record.value
        ask_id = record.ask or value.get("id")
        if not isinstance(ask_id, str) or "/" not in ask_id or value.get("inReplyTo") is not None:
            return
        seat = self._seat(self._of(record)[0].who or ask_id.rpartition("/")[0].partition("/")[2])
        tail = ask_id.rpartition("/")[2]
        text = prompt_of(value.get("content"))
        if text is not None:
            seat.prompts[tail] = text
        if self._facts.step(tail) in self._facts.asks:
            self._asked(record._replace(ask=ask_id), record.at)

    def _put(self, record: Record) -> None:
        ask = self._asked(record, record.at)
        if ask is not None:
            ask.opened, ask.role, ask.view = record.at, record.who, record.value.get("view")

    def _given(self, record: Record) -> None:
        ask = self._asked(record, None if record.took is None else max(0.0, round(record.at - record.took, 6)))
        if ask is None:
            return
        ask.role = ask.role or record.who
        ask.closed, ask.took, ask.reply, ask.reason = record.at, record.took, record.value, record.why
        ask.outcome = {None: "answered", "left": "abandoned"}.get(record.why, "refused")

    def _failed(self, record: Record) -> None:
        ask = self._asked(record)
        if ask is not None:
            ask.closed, ask.took, ask.outcome, ask.reason = record.at, record.took, "failed", str(record.value)

    def _due(self, record: Record) -> None:
        assert record.ask is not None
        step = self._facts.step(record.ask.rpartition("/")[2])
        if step not in self._facts.tasks and step not in self._facts.asks:
            return  # a timer's wait, not an ask
        ask = self._asked(record)
        if ask is not None and ask.outcome is None:
            ask.closed, ask.outcome = record.at, "missed"

    def _late(self, record: Record) -> None:
        ask = self._asked(record)
        if ask is not None:
            ask.late, ask.took, ask.reason = record.value, record.took, record.why
            if ask.outcome in ("missed", "absent", "abandoned", None) and record.why is None:
                ask.outcome = "late"

    def _invalid(self, record: Record) -> None:
        ask = self._asked(record)
        if ask is not None:
            ask.invalid += 1

    def _stuck(self, record: Record) -> None:
        seat, node = self._of(record)
        seat.stuck[node] = record.value.get("waits", "") if isinstance(record.value, dict) else str(record.value)

    def _done(self, record: Record) -> None:
        self.result = record.value


def prompt_of(content: JSON) -> str | None:
    """The texts that were sent with a trial or a step, one under the other; None when there are none.

    >>> prompt_of({"Hint": "Plan: wait for X.", "TrialIndex": 0, "Scene": "RE"})
    'Plan: wait for X.'
    """
    if not isinstance(content, dict):
        return None
    texts = [text for key, text in content.items() if isinstance(text, str) and text and key not in _TRIAL]
    return "\n".join(texts) or None


def tell(facts: Facts, records: Iterable[Record]) -> Iterator[Told]:
    """The cases of a run, one at a time. A case's records must stand together, in order.

    Raises HawthorneError when they do not.
    """
    seen: set[int] = set()
    for case, lines in groupby(records, key=lambda record: record.case):
        if case in seen:
            raise HawthorneError(f"the records of case {case} do not stand together: sort them by case, then by n")
        seen.add(case)
        told = Told(case, facts)
        for record in lines:
            told.hear(record)
        told.close()
        yield told
