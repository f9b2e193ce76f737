"""A service: commands and receipts, gates, time that moves only to what is due, and going on after a cut."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hawthorne.core.ask import Answer, Ask, Fault, Reply, Silence
from hawthorne.core.errors import ReplayMismatch
from hawthorne.core.machine import Begin, Drop, Due, Event, Failed, Given, Note, Put, Sink, Told, Wait
from hawthorne.core.record import Record
from hawthorne.hold.broken import MachineBroke
from hawthorne.hold.recorded import Recorded
from hawthorne.hold.service import Service
from hawthorne.records.line import encode
from hawthorne.spaces.anything import Anything


class Desk:
    """A tiny machine of commands: `do` puts an ask to the role it names, `stop` withdraws a role's ask, `later` is
    answered so many seconds on. The role `spin` is asked again whenever it answers."""

    def __init__(self) -> None:
        self._asks = 0
        self._open: dict[str, str] = {}

    def advance(self, event: Event, now: float, put: Sink) -> None:
        if isinstance(event, Begin):
            put(Note("wrote", "desk", {"open": True}))
        elif isinstance(event, Told):
            self._told(event, put)
        elif isinstance(event, Due):
            put(Note("receipt", event.key, "late"))
        elif isinstance(event, Given | Failed):
            self._open.pop(event.ask.role, None)
            said = event.answer.value if isinstance(event, Given) and isinstance(event.answer, Answer) else "broke"
            put(Note("row", event.ask.role, said))
            if event.ask.role == "spin":
                self._ask("spin", put)

    def _told(self, event: Told, put: Sink) -> None:
        assert event.id is not None
        if event.name == "later":
            put(Wait(event.id, event.value))
            return
        if event.name == "stop":
            key = self._open.pop(event.value, None)
            if key is not None:
                put(Drop(key))
        elif event.name == "crash":
            raise ValueError("no such thing")
        elif event.value not in self._open:
            self._ask(event.value, put)
        put(Note("receipt", event.id, "ok"))

    def _ask(self, role: str, put: Sink) -> None:
        self._asks += 1
        ask = Ask(f"1/ask.{self._asks}", role, "do", {"k": self._asks}, Anything())
        self._open[role] = ask.id
        put(Put(ask))


class Parrot:
    """Answers as its role says: `gate:G`, `slow:S`, `fail`, `absent`, `quick`; with the number of the ask."""

    def __init__(self, role: str) -> None:
        self.word, _, self.much = role.partition(":")
        self.recalled: list[Any] = []

    def answer(self, ask: Ask) -> Reply:
        if self.word == "gate":
            return Answer(ask.view["k"], 1.0 if self.much == "b" else None, after=self.much)
        if self.word == "slow":
            return Answer(ask.view["k"], float(self.much))
        if self.word == "fail":
            return Fault("fails")
        return Silence("absent") if self.word == "absent" else Answer(ask.view["k"])

    def recall(self, ask: Ask, answer: Answer | Silence) -> None:
        self.recalled.append(answer)


def desk(begin: bool = True) -> tuple[Service, list[Record]]:
    records: list[Record] = []
    service = Service(Desk(), Parrot, records.append)
    if begin:
        service.begin()
    return service, records


def rows(records: list[Record]) -> list[tuple[float, str | None, Any]]:
    return [(each.at, each.who, each.value) for each in records if each.what == "row"]


def test_a_command_is_answered_by_the_receipt_of_its_id_once() -> None:
    service, _ = desk()
    command = service.tell("do", "quick")
    assert service.receipt(command) == "ok"
    assert service.receipt(command) is None


def test_a_receipt_may_come_later_when_the_clock_has_moved_to_what_is_due() -> None:
    service, _ = desk()
    command = service.tell("later", 5.0)
    service.settle()
    assert service.receipt(command) is None
    assert service.advance()
    assert (service.now, service.receipt(command)) == (5.0, "late")


def test_nothing_happens_between_a_command_and_settling() -> None:
    service, records = desk()
    service.tell("do", "quick")
    assert rows(records) == []
    service.settle()
    assert rows(records) == [(0.0, "quick", 1)]


def test_roles_come_up_while_the_case_runs_and_each_gets_one_mind() -> None:
    service, _ = desk()
    for role in ("quick", "fail", "quick"):
        service.tell("do", role)
        service.settle()
    assert list(service.minds) == ["quick", "fail"]


def test_a_reply_behind_a_closed_gate_waits_for_it_and_for_nothing_else() -> None:
    service, records = desk()
    service.tell("do", "gate:a")
    service.settle()
    assert (service.due, service.held, service.advance()) == (None, {"a": ["gate:a"]}, False)
    service.signal("a")
    service.settle()
    assert rows(records) == [(0.0, "gate:a", 1)]
    assert service.held == {}


def test_an_open_gate_stays_open() -> None:
    service, records = desk()
    service.signal("a")
    for _ in range(2):
        service.tell("do", "gate:a")
        service.settle()
    assert [value for _, _, value in rows(records)] == [1, 2]


def test_the_time_a_reply_takes_counts_from_the_opening_of_its_gate() -> None:
    service, records = desk()
    service.tell("do", "gate:b")
    service.settle()
    service.pass_time(7.0)
    service.signal("b")
    assert service.due == 8.0
    assert service.advance()
    assert rows(records) == [(8.0, "gate:b", 1)]


def test_what_a_gate_kept_of_a_withdrawn_ask_goes_nowhere() -> None:
    service, records = desk()
    service.tell("do", "gate:a")
    service.settle()
    service.tell("stop", "gate:a")
    assert service.held == {}
    service.signal("a")
    service.settle()
    assert [each.what for each in records if each.what in ("late", "row")] == []


def test_the_clock_never_passes_a_bound_and_stays_where_nothing_is_due_before_it() -> None:
    service, records = desk()
    service.tell("do", "slow:3")
    assert not service.advance(2.0)
    assert service.now == 0.0
    assert service.advance(3.0)
    assert rows(records) == [(3.0, "slow:3", 1)]
    service.pass_time(10.0)
    assert service.now == 10.0


def test_an_actor_that_breaks_is_heard_and_one_that_is_absent_is_not() -> None:
    service, records = desk()
    service.tell("do", "fail")
    service.tell("do", "absent")
    service.settle()
    assert rows(records) == [(0.0, "fail", "broke")]
    assert service.unanswered == ["absent"]


def test_a_machine_that_runs_in_a_circle_is_stopped() -> None:
    service, _ = desk()
    service.tell("do", "spin")
    with pytest.raises(MachineBroke, match="runs in a circle"):
        service.settle()


def test_a_machine_that_raises_names_the_case_and_the_error() -> None:
    service, _ = desk()
    with pytest.raises(MachineBroke, match="case 1 broke .* ValueError: no such thing"):
        service.tell("crash")


ROLES = ("quick", "gate:a", "gate:b", "slow:1", "slow:2.5", "fail", "absent")

acts = st.lists(
    st.one_of(
        st.tuples(st.just("do"), st.sampled_from(ROLES)),
        st.tuples(st.just("stop"), st.sampled_from(ROLES)),
        st.tuples(st.just("later"), st.sampled_from([0.0, 0.5, 2.0])),
        st.tuples(st.just("signal"), st.sampled_from(["a", "b"])),
        st.tuples(st.just("settle"), st.none()),
        st.tuples(st.just("advance"), st.sampled_from([None, 0.5, 3.0])),
        st.tuples(st.just("pass"), st.sampled_from([0.25, 1.0])),
    ),
    max_size=14,
)


def act(service: Service, word: str, value: Any) -> None:
    if word in ("do", "stop", "later"):
        service.tell(word, value)
    elif word == "signal":
        service.signal(value)
    elif word == "settle":
        service.settle()
    elif word == "advance":
        service.advance(None if value is None else service.now + value)
    else:
        service.pass_time(service.now + value)


def again(records: list[Record], opened: dict[str, float], now: float = 0.0) -> tuple[Service, list[Record]]:
    """The service that its records make, and where it goes on recording."""
    further: list[Record] = []
    check = Recorded([encode(each) for each in records], further.append, "")
    service = Service(Desk(), Parrot, check, opened)
    service.take_up(records, now)
    check.finish()
    return service, further


@settings(max_examples=150)
@given(acts)
def test_a_replay_of_the_records_writes_the_same_lines(program: list[tuple[str, Any]]) -> None:
    service, records = desk()
    for each in program:
        act(service, *each)
    again(records, service.opened)


@settings(max_examples=150)
@given(acts, acts)
def test_a_service_cut_after_it_settled_goes_on_as_one_that_never_was(
    before: list[tuple[str, Any]], after: list[tuple[str, Any]]
) -> None:
    whole, records = desk()
    for each in before:
        act(whole, *each)
    whole.settle()
    cut = list(records)
    taken, further = again(cut, whole.opened, whole.now)
    assert (taken.due, taken.held, taken.unanswered) == (whole.due, whole.held, whole.unanswered)
    for each in after:
        act(whole, *each)
        act(taken, *each)
    assert [encode(each) for each in further] == [encode(each) for each in records[len(cut) :]]


def test_minds_are_told_what_they_answered_before() -> None:
    service, records = desk()
    service.tell("do", "quick")
    service.settle()
    taken, _ = again(records, service.opened)
    mind = taken.minds["quick"]
    assert isinstance(mind, Parrot)
    assert mind.recalled == [Answer(1, None, "quick")]


def test_records_that_are_not_this_machines_are_refused_with_both_lines() -> None:
    service, records = desk()
    service.tell("do", "quick")
    records[-1] = records[-1]._replace(value="other")
    with pytest.raises(ReplayMismatch, match='"value":"other"'):
        again(records, {})
