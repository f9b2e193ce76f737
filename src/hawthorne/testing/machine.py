"""The laws of a machine and of a program: replay, save and restore, progress, the first k cases of n."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence

from hawthorne.core.ask import Answer, Ask, Reply, Silence
from hawthorne.core.case import Case, replay
from hawthorne.core.document import Program, Size
from hawthorne.core.draws import Draws
from hawthorne.core.machine import Machine
from hawthorne.core.record import INCOMING, Record

Answerer = Callable[[Ask], Reply]


def sampled(seed: int = 1, misses: float = 0.1) -> Answerer:
    """Whoever answers with a valid value drawn at the ask's id, and leaves a share of the asks that have a time limit
    unanswered; nothing to what is only shown."""
    root = Draws.seeded(seed)

    def answer(ask: Ask) -> Reply:
        if ask.space.kind == "nothing":
            return Silence("absent")
        here = root.at(ask.id)
        if ask.limit is not None and here.at("missed").uniform() < misses:
            return Silence("missed")
        took = None if ask.limit is None else round(ask.limit * here.at("took").uniform(), 3)
        return Answer(ask.space.sample(here.at("value")), took)

    return answer


def play(case: Case, answer: Answerer, most: int = 100_000) -> Case:
    """Drive a case, fresh or half played, to its end on virtual time. Raises AssertionError when it does not get there.

    What is open is asked again, so a case that was cut and replayed goes on from where it stood.
    """
    coming: list[tuple[float, int, str, Reply]] = []
    count = 0
    if case.n == 0:
        case.begin()
    case.fresh()
    asks = list(case.open.values())
    for _ in range(most):
        for ask in asks:
            reply = answer(ask)
            count += 1
            if not (isinstance(reply, Silence) and not reply.given):
                heapq.heappush(coming, (round(case.now + (reply.took or 0.0), 6), count, ask.id, reply))
        while coming and coming[0][2] not in case.open:
            heapq.heappop(coming)
        due = case.due
        if case.done:
            return case
        if coming and (due is None or coming[0][0] < due):
            at, _, ask_id, reply = heapq.heappop(coming)
            problem = case.give(ask_id, reply, at)
            assert problem is None, f"the space of ask {ask_id} refuses its own sample: {problem}"
        elif due is not None:
            case.tick(due)
        else:
            case.tell("quiet")
            assert case.done, "law of progress: nothing is open, nothing is due, and the case is not done"
        asks = case.fresh()
    raise AssertionError(f"the case is not done after {most} events")


def check_machine(make: Callable[[], Machine], answer: Answerer | None = None, number: int = 1, cuts: int = 12) -> None:
    """`make` gives a fresh machine, the same each time. Checks that folding the recorded events gives the live record
    line for line (replay), that a case cut in two, replayed and driven on gives it too (save and restore), that the
    case ends or says what it waits for (progress), and that no ask's id repeats."""
    answer = answer or sampled()
    live: list[Record] = []
    case = play(Case(number, make(), live.append), answer)
    assert case.result is not None, "a case that is done has a result"
    if case.result.status == "stuck":
        assert case.result.why, "law of progress: a stuck case says what it waits for"
    _check_ids(live)

    again: list[Record] = []
    replay(Case(number, make(), again.append), live)
    _compare(live, again, "law of replay: the recorded events give another record")

    events = [i for i, record in enumerate(live) if record.what in INCOMING]
    for cut in events[:: max(1, len(events) // cuts)]:
        _check_cut(make, answer, number, live, cut)


def check_program(
    compile_for: Callable[[int], Program], answer: Answerer | None = None, cases: int = 3, cuts: int = 4
) -> None:
    """`compile_for(n)` compiles the document for n participants. Checks its sizes and roles, the laws of each case's
    machine, and that the first k cases of n are those of k."""
    answer = answer or sampled()
    few, many = compile_for(cases), compile_for(cases + 2)
    for n in (1, cases):
        size = few.size(n)
        assert isinstance(size, Size) and size.cases >= 1 and size.participants >= size.cases, f"size({n}) is {size}"
    names = [role.name for role in few.roles]
    assert len(set(names)) == len(names), f"a role's name stands there twice: {names}"
    for number in range(1, min(cases, few.size(cases).cases) + 1):
        check_machine(lambda number=number: few.machine(number), answer, number, cuts)  # type: ignore[misc]
        logs: list[list[Record]] = []
        for program in (few, many):
            logs.append([])
            play(Case(number, program.machine(number), logs[-1].append), answer)
        _compare(logs[0], logs[1], f"the first {cases} cases of {cases + 2} are not those of {cases}: case {number}")


def _check_ids(records: Sequence[Record]) -> None:
    asked: set[str | None] = set()
    for record in records:
        if record.what == "put":
            assert record.ask not in asked, f"the ask's id {record.ask} repeats"
            asked.add(record.ask)


def _check_cut(make: Callable[[], Machine], answer: Answerer, number: int, live: Sequence[Record], cut: int) -> None:
    """Replay up to and with the event at `cut`, go on with answers as they were recorded, and compare the whole."""
    resumed: list[Record] = []
    case = replay(Case(number, make(), resumed.append), live[: cut + 1])
    for record in live[cut + 1 :]:
        if record.what in INCOMING or record.what == "late":
            replay(case, [record])
    _compare(live, resumed, f"law of save and restore: cut after record {live[cut].n}, the case goes another way")
    if not case.done:
        play(case, answer)


def _compare(first: Sequence[Record], second: Sequence[Record], law: str) -> None:
    for one, other in zip(first, second, strict=False):
        assert _bare(one) == _bare(other), f"{law}\n  {one}\n  {other}"
    assert len(first) == len(second), f"{law}: {len(first)} and {len(second)} records"


def _bare(record: Record) -> Mapping[str, object]:
    return record._asdict()
