"""The replay actor: what a recorded run holds is given again."""

import pytest

from hawthorne.actors.replay import ReplayActor, replies_of
from hawthorne.core.ask import Answer, Ask, Fault, Silence
from hawthorne.core.case import Case
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.machine import Begin, Done, Put
from hawthorne.core.record import LEVELS, Record
from hawthorne.core.result import Result
from hawthorne.spaces.text import Text


def question(name, limit=None) -> Ask:
    return Ask(f"1/{name}.1", "R", name, {"text": name}, Text(), limit)


class Questions:
    """A machine that puts its questions one after another."""

    def __init__(self, *asks):
        self.asks = list(asks)

    def advance(self, event, now, put):
        assert isinstance(event, Begin) or event
        put(Put(self.asks.pop(0)) if self.asks else Done(Result("ended")))


def recorded(level):
    """A run in which A is answered, B runs out and is answered too late, C refuses, D breaks, E runs out."""
    records = []
    asks = [question("A"), question("B", 2.0), question("C"), question("D"), question("E", 1.0)]
    case = Case(1, Questions(*asks), records.append, LEVELS[level])
    case.begin()
    case.give("1/A.1", Answer("yes", 0.4), 0.4)
    case.tick(3.0)
    case.give("1/B.1", Answer("slow", 3.0), 3.4)
    case.give("1/C.1", Silence("refused"), 4.0)
    case.give("1/D.1", Fault("boom"), 5.0)
    case.tick(9.0)
    return records


@pytest.mark.parametrize("level", ["full", "facts"])
def test_a_replay_gives_what_was_given_late_where_it_was_late_and_silence_where_nothing_came(level):
    mind = ReplayActor.of_records(recorded(level)).open(1, Draws.seeded(1))
    assert mind.answer(question("A")) == Answer("yes", 0.4, "R")
    assert mind.answer(question("B"))[:2] == ("slow", 3.0)
    assert mind.answer(question("C"))[:2] == ("refused", None)
    assert mind.answer(question("D"))[:1] == ("boom",)
    assert mind.answer(question("E")) == Silence("missed")


def test_an_ask_that_was_never_recorded_is_a_fault_that_names_it():
    fault = ReplayActor.of_records(recorded("facts")).open(1, Draws.seeded(1)).answer(question("Z"))
    assert isinstance(fault, Fault)
    assert '"1/Z.1"' in fault.error


def test_an_ask_that_nobody_ever_answered_is_met_with_silence_again():
    sent = Record(1, 2, 0.0, "sent", "Ask", None, {"content": {}, "id": "1/Return.1"})
    assert replies_of([sent]) == {"1/Return.1": Silence("absent")}
    assert replies_of([sent, Record(1, 3, 1.0, "given", "R", "1/Return.1", "READY")])["1/Return.1"].value == "READY"


def test_it_looks_for_the_folder_of_a_run():
    with pytest.raises(UsageError, match="RUN"):
        ReplayActor.from_spec("no/such/folder")
    with pytest.raises(UsageError):
        ReplayActor.from_spec("")
    about = ReplayActor({}, "runs/ax").describe()
    assert (about.parameters, about.reproducible, about.sees) == ({"run": "runs/ax"}, True, "key")
