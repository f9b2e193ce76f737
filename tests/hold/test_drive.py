"""The rules of time that both drivers follow: one table, played by the virtual driver and by the live one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from clocks import Leap, slowly
from toys import toy_plan

from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.case import Case
from hawthorne.core.record import Record
from hawthorne.hold import drive_live
from hawthorne.hold.agenda import ATTEMPTS
from hawthorne.hold.broken import AsyncMind, MachineBroke
from hawthorne.hold.drive import drive


class Says:
    """A mind that says one thing after the other, then the last again."""

    def __init__(self, *replies: Reply | Exception) -> None:
        self.replies = list(replies)
        self.heard: list[Ask] = []

    def answer(self, ask: Ask) -> Reply:
        self.heard.append(ask)
        reply = self.replies[min(len(self.heard), len(self.replies)) - 1]
        if isinstance(reply, Exception):
            raise reply
        return reply

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        raise AssertionError("nothing to recall")


def virtual(case: Case, minds: dict[str, Any]) -> Case:
    return drive(case, minds)


def live(case: Case, minds: dict[str, Any]) -> Case:
    return asyncio.run(drive_live.drive(case, minds, Leap()))


def live_async(case: Case, minds: dict[str, Any]) -> Case:
    async def play() -> Case:
        clock = Leap()
        return await drive_live.drive(case, slowly(minds, clock, minds), clock)

    return asyncio.run(play())


Driver = Callable[[Case, dict[str, Any]], Case]


@dataclass
class Row:
    """One rule: steps, what A and B say, and the lines (at, what, who, value) that matter."""

    rule: str
    steps: list[dict[str, Any]]
    a: Says
    b: Says
    lines: list[tuple[Any, ...]]


def ask(*roles: str, **more: Any) -> dict[str, Any]:
    return {"op": "ask", "roles": roles} | more


def rows() -> list[Row]:
    return [
        Row("an answer happens when it is there", [ask("A")], Says(Answer(5, 0.5)), Says(), [(0.5, "given", "A", 5)]),
        Row("no known time is no time", [ask("A")], Says(Answer(5)), Says(), [(0.0, "given", "A", 5)]),
        Row("a negative time is no time", [ask("A")], Says(Answer(5, -3.0)), Says(), [(0.0, "given", "A", 5)]),
        Row(
            "a deadline wins over an answer at the same moment, which is late",
            [ask("A", limit=1), {"op": "wait", "seconds": 1}],
            Says(Answer(5, 1.0)),
            Says(),
            [(1.0, "due", None, None), (1.0, "late", None, 5), (2.0, "due", None, None)],
        ),
        Row(
            "a timer wins over an answer at the same moment",
            [{"op": "timed", "role": "A", "seconds": 1}],
            Says(Answer(5, 1.0)),
            Says(),
            [(1.0, "due", None, None)],
        ),
        Row(
            "answers at the same moment happen in the order in which their asks were opened",
            [ask("B", "A")],
            Says(Answer(1, 2.0)),
            Says(Answer(2, 2.0)),
            [(2.0, "given", "B", 2), (2.0, "given", "A", 1)],
        ),
        Row(
            "the earlier answer happens first",
            [ask("A", "B")],
            Says(Answer(1, 2.0)),
            Says(Answer(2, 1.0)),
            [(1.0, "given", "B", 2), (2.0, "given", "A", 1)],
        ),
        Row(
            "absence is nothing given: the deadline ends it",
            [ask("A", limit=3)],
            Says(Silence("absent")),
            Says(),
            [(3.0, "due", None, None)],
        ),
        Row("a refusal is given", [ask("A")], Says(Silence("refused", 1.0)), Says(), [(1.0, "given", "A", None)]),
        Row(
            "what is given to a withdrawn ask is late",
            [ask("A", "B", until="first"), {"op": "wait", "seconds": 9}],
            Says(Answer(1, 2.0)),
            Says(Answer(2, 1.0)),
            [(1.0, "given", "B", 2), (2.0, "late", None, 1), (10.0, "due", None, None)],
        ),
        Row(
            "an actor that raises is a fault, with its error's text",
            [ask("A")],
            Says(ValueError("no head")),
            Says(),
            [(0.0, "failed", "A", "ValueError: no head")],
        ),
        Row("a fault is given to the case", [ask("A")], Says(Fault("off")), Says(), [(0.0, "failed", "A", "off")]),
        Row(
            "an actor may answer again when a closed space refuses",
            [ask("A", space="closed")],
            Says(Answer("x", 1.0), Answer(7, 1.0)),
            Says(),
            [(1.0, "invalid", "A", "x"), (2.0, "given", "A", 7)],
        ),
        Row(
            "an actor whose last attempt is refused is broken",
            [ask("A", space="closed")],
            Says(Answer("x")),
            Says(),
            [(0.0, "invalid", "A", "x")] * ATTEMPTS
            + [(0.0, "failed", "A", "3 answers were refused, the last because: 'x' is not a number from 0 to 99")],
        ),
        Row(
            "two weeks are a jump of the clock",
            [{"op": "wait", "seconds": 1209600}, ask("A")],
            Says(Answer(1, 0.1)),
            Says(),
            [(1209600.0, "due", None, None), (1209600.1, "given", "A", 1)],
        ),
        Row(
            "when nothing can happen any more the case is told, and says what it waits for",
            [ask("A")],
            Says(Silence("absent")),
            Says(),
            [(0.0, "told", None, {"name": "quiet"}), (0.0, "stuck", "0", {"waits": "1/ask0.1.1.0"})],
        ),
    ]


TOLD = {"given", "failed", "due", "late", "invalid", "told", "stuck"}


@pytest.mark.parametrize("driver", [virtual, live, live_async])
@pytest.mark.parametrize("row", rows(), ids=lambda row: row.rule)
def test_the_rules_of_time(row: Row, driver: Driver) -> None:
    row.a.heard.clear()
    row.b.heard.clear()
    records: list[Record] = []
    plan = toy_plan({"roles": ["A", "B"], "steps": row.steps}, "toy")
    case = driver(plan.case(1, records.append), {"A": row.a, "B": row.b})
    assert case.done
    assert [(r.at, r.what, r.who, r.value) for r in records if r.what in TOLD] == row.lines


@pytest.mark.parametrize("driver", [virtual, live])
def test_a_machine_that_raises_is_an_error_that_names_case_and_ask(driver: Driver) -> None:
    plan = toy_plan({"roles": ["A"], "n": 3, "steps": [ask("A"), {"op": "break"}]}, "toy")
    with pytest.raises(MachineBroke, match=r'case 2 broke at the ask "2/ask0.1.1.0".*ZeroDivisionError: the toy broke'):
        driver(plan.case(2), {"A": Says(Answer(1))})


class Deaf:
    """A machine that does not hear that it is stuck."""

    def advance(self, event: object, now: float, put: object) -> None:
        pass


@pytest.mark.parametrize("driver", [virtual, live])
def test_a_machine_that_is_quiet_and_not_done_is_a_bug_and_never_a_hang(driver: Driver) -> None:
    with pytest.raises(MachineBroke, match="neither ended nor said that it is stuck"):
        driver(Case(1, Deaf()), {})


def test_the_virtual_clock_cannot_wait_for_a_mind_that_takes_real_time() -> None:
    class Later:
        async def answer(self, ask: Ask) -> Reply:
            return Answer(1)

    plan = toy_plan({"roles": ["A"], "steps": [ask("A")]}, "toy")
    with pytest.raises(AsyncMind, match=r'"A" answers in real time.*wall clock'):
        drive(plan.case(1), {"A": Later()})  # type: ignore[dict-item]


def test_what_no_actor_may_answer_is_a_fault() -> None:
    records: list[Record] = []
    plan = toy_plan({"roles": ["A"], "steps": [ask("A")]}, "toy")
    drive(plan.case(1, records.append), {"A": Says("just text")})  # type: ignore[arg-type]
    assert [r.value for r in records if r.what == "failed"] == [
        "an actor must answer with Answer, Silence or Fault, not str"
    ]


def test_an_async_mind_that_raises_is_a_fault_and_none_outlives_its_case() -> None:
    ended: list[str] = []

    class Slow:
        def __init__(self, fail: bool) -> None:
            self.fail = fail

        async def answer(self, ask: Ask) -> Reply:
            if self.fail:
                raise OSError("line cut")
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(ask.id)
            return Answer(1)

    records: list[Record] = []
    plan = toy_plan({"roles": ["A", "B"], "steps": [ask("A", "B", until="first")]}, "toy")
    minds = {"A": Slow(False), "B": Slow(True)}
    case = asyncio.run(drive_live.drive(plan.case(1, records.append), minds, Leap()))  # type: ignore[arg-type]
    assert case.done
    assert [r.value for r in records if r.what == "failed"] == ["OSError: line cut"]
    assert ended == ["1/ask0.1.1.0"]


def test_the_wall_clock_waits_and_says_for_what() -> None:
    said: list[str] = []
    plan = toy_plan({"roles": ["A"], "steps": [{"op": "wait", "seconds": 0.01}]}, "toy")
    clock = drive_live.Wall()
    case = asyncio.run(drive_live.drive(plan.case(1), {"A": Says()}, clock, None, said.append))
    assert case.done
    assert clock.now() >= 0.01
    assert said[0] == "case 1 waits for 0.01 s on its clock"
