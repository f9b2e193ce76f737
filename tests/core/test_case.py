"""The rules that live in a case: late answers, ties with deadlines, what a closed space refuses, dropped keys."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_machine import ENDED, Toy, begun, lines, question

from hawthorne.core.ask import Answer, Fault, Silence
from hawthorne.core.case import Case, replay
from hawthorne.core.draws import Draws
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
    Note,
    Put,
    Signal,
    Told,
    Wait,
)
from hawthorne.core.record import LEVELS, Record
from hawthorne.core.result import Result
from hawthorne.spaces.choice import Choice


def asking(limit: float | None = 2.0, *more: Effect):
    def rule(event: Event, now: float) -> list[Effect]:
        return [Put(question("1/Q.1", limit)), *more] if isinstance(event, Begin) else []

    return rule


def test_an_answer_in_time_reaches_the_machine_and_disarms_its_deadline() -> None:
    case, toy, _ = begun(asking())
    assert [ask.id for ask in case.fresh()] == ["1/Q.1"]
    assert case.due == 2.0
    assert case.give("1/Q.1", Answer("yes", 1.5), 1.5) is None
    assert isinstance(toy.heard[-1][1], Given)
    assert (case.due, case.open) == (None, {})


def test_when_an_answer_and_its_deadline_fall_together_the_deadline_wins() -> None:
    case, toy, log = begun(asking())
    case.give("1/Q.1", Answer("yes", 2.0), 2.0)
    assert [type(event) for _, event in toy.heard] == [Begin, Due]
    assert [record.what for record in log][-2:] == ["due", "late"]


def test_a_late_answer_leaves_one_record_and_no_other_effect() -> None:
    case, toy, log = begun(asking())
    case.tick(2.0)
    heard = len(toy.heard)
    assert case.give("1/Q.1", Answer("yes", 3.0, "Ada"), 3.0) is None
    assert len(toy.heard) == heard
    assert log[-1] == Record(1, log[-2].n + 1, 3.0, "late", "Ada", "1/Q.1", "yes", 3.0)


def test_an_answer_given_twice_is_late_the_second_time() -> None:
    case, toy, log = begun(asking())
    case.give("1/Q.1", Answer("yes"), 1.0)
    case.give("1/Q.1", Answer("no"), 1.0)
    assert next(event for _, event in toy.heard if isinstance(event, Given)).answer == Answer("yes")
    assert [record.what for record in log][-1] == "late"


def test_what_a_closed_space_refuses_never_becomes_an_event_and_the_ask_stays_open() -> None:
    case, toy, log = begun(asking())
    problem = case.give("1/Q.1", Answer("maybe"), 1.0)
    assert problem == 'must be one of "yes", "no", not "maybe"'
    assert (log[-1].what, log[-1].why, log[-1].value) == ("invalid", problem, "maybe")
    assert "1/Q.1" in case.open
    assert len(toy.heard) == 1
    case.give("1/Q.1", Answer("no"), 1.0)
    assert isinstance(toy.heard[-1][1], Given)


def test_an_open_space_takes_any_value_as_given() -> None:
    ask = question("1/Q.1")._replace(space=Choice(("yes", "no"), open=True))
    case, toy, _ = begun(lambda event, now: [Put(ask)] if isinstance(event, Begin) else [])
    assert case.give("1/Q.1", Answer({"key": 5}), 1.0) is None
    assert toy.heard[-1][1] == Given(ask, Answer({"key": 5}))


def test_a_silence_is_given_and_a_fault_is_failed() -> None:
    case, toy, log = begun(lambda event, now: [Put(question("1/a")), Put(question("1/b"))] if now == 0 else [])
    case.give("1/a", Silence("refused", 1.0), 1.0)
    case.give("1/b", Fault("it broke"), 2.0)
    assert isinstance(toy.heard[1][1], Given)
    assert toy.heard[2][1] == Failed(question("1/b"), "it broke")
    assert [(record.what, record.value, record.why) for record in log[-2:]] == [
        ("given", None, "refused"),
        ("failed", "it broke", None),
    ]


def test_an_ask_that_was_never_put_is_the_holders_error() -> None:
    case, _, _ = begun(asking())
    with pytest.raises(UnknownAsk, match='"1/X'):
        case.give("1/X.1", Answer("yes"), 1.0)


def test_waits_end_by_due_time_then_in_the_order_of_arming() -> None:
    waits = [Wait("b", 2.0), Wait("a", 2.0), Wait("c", 1.0)]
    case, toy, _ = begun(lambda event, now: list(waits) if isinstance(event, Begin) else [])
    case.tick(5.0)
    assert [(now, event.key) for now, event in toy.heard[1:]] == [(1.0, "c"), (2.0, "b"), (2.0, "a")]
    assert case.now == 5.0


def test_a_wait_armed_while_ticking_is_due_too() -> None:
    case, toy, _ = begun(lambda event, now: [Wait(f"w{now}", 1.0)] if now < 3.0 else [])
    case.tick(10.0)
    assert [now for now, _ in toy.heard] == [0.0, 1.0, 2.0, 3.0]


def test_a_dropped_key_ends_no_later_wait_and_a_dropped_ask_is_late() -> None:
    def rule(event: Event, now: float) -> list[Effect]:
        if isinstance(event, Begin):
            return [Put(question("1/Q.1", 9.0)), Wait("w.1", 1.0)]
        return [Drop("1/Q.1"), Wait("w.2", 5.0)] if event == Due("w.1") else []

    case, toy, log = begun(rule)
    case.tick(20.0)
    assert [event for _, event in toy.heard[1:]] == [Due("w.1"), Due("w.2")]
    case.give("1/Q.1", Answer("yes"), 20.0)
    assert log[-1].what == "late"


def test_a_key_that_is_armed_again_keeps_only_its_last_wait() -> None:
    def rule(event: Event, now: float) -> list[Effect]:
        return [Wait("w", 1.0), Drop("w"), Wait("w", 3.0)] if isinstance(event, Begin) else []

    case, toy, _ = begun(rule)
    case.tick(10.0)
    assert toy.heard[1:] == [(3.0, Due("w"))]


def test_a_case_that_is_done_asks_nothing_and_hears_nothing_more() -> None:
    done = Done(Result("ended", "End", value=1))
    case, toy, log = begun(asking(2.0, Wait("w", 1.0), done))
    assert case.done
    assert case.result == Result("ended", "End", value=1)
    assert (case.open, case.due, case.fresh()) == ({}, None, [])
    case.tick(9.0)
    case.tell("hello")
    case.give("1/Q.1", Answer("yes"), 9.0)
    assert len(toy.heard) == 1
    assert log[-1].what == "late"


def test_fresh_and_signals_give_each_thing_once() -> None:
    case, _, _ = begun(lambda event, now: [Put(question("1/a")), Put(question("1/b")), Drop("1/a"), Signal("s", 1)])
    assert [ask.id for ask in case.fresh()] == ["1/b"]
    assert case.fresh() == []
    assert case.signals() == [Signal("s", 1)]
    assert case.signals() == []


def test_what_is_told_reaches_the_machine_and_its_record() -> None:
    case, toy, log = begun(lambda event, now: [])
    case.tell("back", 2, role="P", id="c1")
    case.tell("gathered", {"cases": 3})
    assert [event for _, event in toy.heard[1:]] == [Told("back", 2, "P", "c1"), Gathered({"cases": 3})]
    assert log[1].value == {"name": "back", "value": 2, "id": "c1"}


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_a_level_never_renumbers(level: str) -> None:
    def rule(event: Event, now: float) -> list[Effect]:
        if isinstance(event, Begin):
            return [Note("reached", "A"), Put(question("1/Q.1")), Wait("w", 9.0)]
        return [Drop("w"), Note("left", "A"), ENDED]

    full: list[Record] = []
    kept: list[Record] = []
    for log, keep in ((full, LEVELS["full"]), (kept, LEVELS[level])):
        case = Case(1, begun(rule)[1], log.append, keep)
        case.begin()
        case.give("1/Q.1", Answer("yes"), 1.0)
    assert kept == [record for record in full if record.what in LEVELS[level]]
    assert [record.n for record in full] == list(range(1, len(full) + 1))


def wild(seed: int):
    """A rule that puts, waits, drops, notes and ends at random, as a function of the seed and how much it has heard."""
    state = {"n": 0, "keys": []}
    root = Draws.seeded(seed)

    def rule(event: Event, now: float) -> list[Effect]:
        state["n"] += 1
        here = root.at(state["n"])
        effects: list[Effect] = [Note("reached", f"node{state['n']}")]
        for i in range(here.at("how many").below(3)):
            key = f"1/Q{state['n']}.{i}"
            state["keys"].append(key)
            kind = here.at("kind", i).below(3)
            limit = round(here.at("limit", i).uniform() * 5, 1) if kind == 1 else None
            effects.append(Wait(key, 1.0 + i) if kind == 2 else Put(question(key, limit)))
        if here.at("drop").uniform() < 0.3 and state["keys"]:
            effects.append(Drop(here.at("which").choice(state["keys"])))
        if here.at("end").uniform() < 0.05:
            effects.append(ENDED)
        return effects

    return rule


@settings(max_examples=80)
@given(st.integers(0, 10**6), st.data())
def test_replaying_the_record_gives_the_same_record(seed: int, data: st.DataObject) -> None:
    case, _, log = begun(wild(seed))
    put: list[str] = []
    for _ in range(data.draw(st.integers(0, 25))):
        put += [ask.id for ask in case.fresh()]
        act = data.draw(st.sampled_from(["give", "give", "tick", "tell", "silence", "fault"]))
        now = round(case.now + data.draw(st.sampled_from([0.0, 0.1, 1.0])), 6)
        if act == "tick" or not put:
            case.tick(now)
        elif act == "tell":
            case.tell("signal", 1)
        else:
            replies = {"give": Answer(data.draw(st.sampled_from(["yes", "no", "perhaps"])), 0.5, "someone"),
                       "silence": Silence("left", 0.1), "fault": Fault("broke")}  # fmt: skip
            case.give(data.draw(st.sampled_from(put)), replies[act], now)
    again: list[Record] = []
    twin = replay(Case(1, Toy(wild(seed)), again.append), log)
    assert again == log
    assert (twin.done, twin.result, set(twin.open), twin.due) == (case.done, case.result, set(case.open), case.due)


def test_the_log_reads_in_the_order_of_happening() -> None:
    case, _, log = begun(asking(2.0, Note("reached", "Q")))
    case.give("1/Q.1", Answer("yes"), 1.0)
    assert lines(log) == [(0.0, "begin", None), (0.0, "put", "1/Q.1"), (0.0, "reached", None), (1.0, "given", "1/Q.1")]
