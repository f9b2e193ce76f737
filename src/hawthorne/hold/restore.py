"""Taking up a case that was cut: its records are replayed, its minds recall, and what was on its way is so again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from hawthorne.core.ask import Answer, Ask, Silence
from hawthorne.core.case import Case, replay
from hawthorne.core.record import Record
from hawthorne.hold.agenda import ATTEMPTS, Agenda

MISSED = Silence("missed")
BROKEN = Silence("broken")


@dataclass
class _Past:
    """What the minds of a case went through: `calls` in order (ask, when), and what came of each ask's calls."""

    calls: list[tuple[Ask, float]] = field(default_factory=list)
    asks: dict[str, Ask] = field(default_factory=dict)
    outcomes: dict[str, list[Answer | Silence]] = field(default_factory=dict)
    problems: dict[str, list[str]] = field(default_factory=dict)
    late: set[str] = field(default_factory=set)

    def put(self, ask: Ask, moment: float) -> None:
        self.asks[ask.id] = ask
        self.calls.append((ask, moment))

    def hear(self, record: Record) -> None:
        """Note what a record says of an ask."""
        ask = record.ask
        if ask is None or ask not in self.asks:
            return
        outcomes = self.outcomes.setdefault(ask, [])
        if record.what == "invalid":
            outcomes.append(Answer(record.value, record.took, record.who, refused=record.why))
            self.problems.setdefault(ask, []).append(str(record.why))
            if len(outcomes) < ATTEMPTS:
                self.calls.append((self.asks[ask], record.at))
        elif record.what == "given":
            answer = Answer(record.value, record.took, record.who)
            outcomes.append(answer if record.why is None else Silence(record.why, record.took, record.who))
        elif record.what == "failed" and len(outcomes) < ATTEMPTS:
            outcomes.append(BROKEN)
        elif record.what == "late":
            self.late.add(ask)


def restore(agenda: Agenda, records: Iterable[Record], again: Collection[str]) -> Agenda:
    """Replay records into the agenda's fresh case and its minds; returns the agenda, to `go_on` with.

    `again` names the roles whose minds give the same answer when asked again: what they had on its way when the case
    was cut is asked anew, even where the ask's deadline has passed (a late answer is a record too). The minds of other
    roles are told that they missed it. Minds are asked and recall in the order in which they were asked before.
    """
    case, minds = agenda.case, agenda.minds
    past = _Past()
    replay(case, _watched(case, records, past))
    for ask in past.asks.values():
        agenda.open(ask)
    if case.done:
        return agenda
    seen: dict[str, int] = {}
    for ask, moment in past.calls:
        if ask.space.kind == "nothing":
            continue  # shown to nobody's mind, then or now
        k = seen[ask.id] = seen.get(ask.id, -1) + 1
        outcomes = past.outcomes.get(ask.id, [])
        if k < len(outcomes):
            minds[ask.role].recall(ask, outcomes[k])
        elif ask.id in case.open or (ask.role in again and ask.id not in past.late):
            agenda.put(ask, moment)
        else:
            minds[ask.role].recall(ask, MISSED)
    _count_refusals(agenda, past)
    return agenda


def _watched(case: Case, records: Iterable[Record], past: _Past) -> Iterator[Record]:
    """The records, noting after each what the case asked because of it."""
    for record in records:
        past.hear(record)
        yield record
        for ask in case.fresh():
            past.put(ask, case.now)


def _count_refusals(agenda: Agenda, past: _Past) -> None:
    """Tell the agenda how often each open ask was refused. Of a last attempt that was, the case is yet to hear."""
    case = agenda.case
    for ask_id, problems in past.problems.items():
        if ask_id not in case.open:
            continue
        agenda.tries[ask_id] = len(problems)
        if len(problems) >= ATTEMPTS:
            agenda.tries[ask_id] -= 1
            agenda.refused(past.asks[ask_id], problems[-1], case.now)
