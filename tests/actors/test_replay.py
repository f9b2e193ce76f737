"""The replay actor: what a recorded run holds is given again."""

from pathlib import Path

import pytest

import hawthorne as hw
import hawthorne.demo
from hawthorne.actors.replay import ReplayActor
from hawthorne.core.ask import Answer, Ask, Fault, Silence
from hawthorne.core.case import Case
from hawthorne.core.draws import Draws
from hawthorne.core.errors import UsageError
from hawthorne.core.machine import Begin, Done, Put
from hawthorne.core.record import LEVELS, Record
from hawthorne.core.result import Result
from hawthorne.records.read import lines, records
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


def recording(level):
    """A run in which A is answered, B runs out and is answered too late, C refuses, D breaks, E runs out."""
    kept = []
    asks = [question("A"), question("B", 2.0), question("C"), question("D"), question("E", 1.0)]
    case = Case(1, Questions(*asks), kept.append, LEVELS[level])
    case.begin()
    case.give("1/A.1", Answer("yes", 0.4), 0.4)
    case.tick(3.0)
    case.give("1/B.1", Answer("slow", 3.0), 3.4)
    case.give("1/C.1", Silence("refused"), 4.0)
    case.give("1/D.1", Fault("boom"), 5.0)
    case.tick(9.0)
    return kept


@pytest.mark.parametrize("level", ["full", "facts"])
def test_a_replay_gives_what_was_given_late_where_it_was_late_and_silence_where_nothing_came(level):
    mind = ReplayActor.of_records(recording(level)).open(1, Draws.seeded(1))
    assert mind.answer(question("A")) == Answer("yes", 0.4, "R")
    assert mind.answer(question("B"))[:2] == ("slow", 3.0)
    assert mind.answer(question("C"))[:2] == ("refused", None)
    assert mind.answer(question("D"))[:1] == ("boom",)
    assert mind.answer(question("E")) == Silence("missed")


def test_an_ask_that_was_never_recorded_is_a_fault_that_names_it():
    fault = (
        ReplayActor.of_records([*recording("facts"), Record(1, 99, 0.0, "reached", "A")])
        .open(1, Draws.seeded(1))
        .answer(question("Z"))
    )
    assert isinstance(fault, Fault)
    assert '"1/Z.1"' in fault.error


def test_an_ask_that_nobody_ever_answered_is_met_with_silence_again():
    reached = Record(1, 2, 0.0, "reached", "Return")
    again = Record(1, 9, 5.0, "given", "R", "1/Return.2", "READY")
    mind = ReplayActor.of_records([reached, reached, again]).open(1, Draws.seeded(1))
    assert mind.answer(question("Return")) == Silence("absent")
    assert mind.answer(question("Return")._replace(id="1/Return.2")).value == "READY"
    assert isinstance(mind.answer(question("Return")._replace(id="1/Return.3")), Fault)
    seats = ReplayActor.of_records([Record(1, 2, 0.0, "reached", "2/Return")]).open(1, Draws.seeded(1))
    assert seats.answer(question("Return")._replace(id="1/2/Return.1.1.0")) == Silence("absent")
    assert isinstance(seats.answer(question("Return")._replace(id="1/3/Return.1.1.0")), Fault)


def test_a_run_that_keeps_answers_alone_is_silent_where_it_has_none():
    actor = ReplayActor.of_records(recording("answers"))
    assert actor.open(1, Draws.seeded(1)).answer(question("Z")) == Silence("absent")
    assert isinstance(actor.open(2, Draws.seeded(1)).answer(question("Z")), Fault)


def test_it_looks_for_the_folder_of_a_run():
    with pytest.raises(UsageError, match="RUN"):
        ReplayActor.from_spec("no/such/folder")
    with pytest.raises(UsageError):
        ReplayActor.from_spec("")
    about = ReplayActor(run="runs/ax").describe()
    assert (about.parameters, about.reproducible, about.sees) == ({"run": "runs/ax"}, True, "key")


def test_a_replayed_study_gives_the_same_records(tmp_path):
    """The demo study: trials that are missed, and subjects who never come back."""
    study = Path(hawthorne.demo.__file__).parent / "ax_nback.studyflow.yaml"
    first, second = tmp_path / "first", tmp_path / "second"
    hw.run(hw.plan(study, n=6, seed=7), out=first)
    hw.run(hw.plan(study, n=6, seed=7, actors=f"replay:{first}"), out=second)
    assert b"".join(lines(first)) == b"".join(lines(second))
    assert any(record.what == "left" for record in records(first)), "nobody was absent"
