"""The determinism proof finds an engine that draws from a stream, and one that hangs on what a process is."""

from __future__ import annotations

import itertools

import pytest
from defects import STUDIES

import hawthorne as hw
from hawthorne.actors.random import RandomMind
from hawthorne.audit.determinism import check_determinism, planned, played
from hawthorne.audit.subject import Subject
from hawthorne.core.ask import Answer


@pytest.fixture
def subject() -> Subject:
    return Subject(hw.load(STUDIES / "fixture_kinds"), ())


def test_a_fixture_makes_the_same_records_here_and_elsewhere(subject):
    outcome = check_determinism(subject)
    assert outcome.status == "pass"
    assert outcome.count == 4


def test_a_stream_that_goes_on_between_runs_is_found(subject, monkeypatch):
    count, answer = itertools.count(), RandomMind.answer

    def later(mind, ask):
        said = answer(mind, ask)
        return Answer(said.value, next(count) / 1000)

    monkeypatch.setattr(RandomMind, "answer", later)
    assert [detail.code for detail in check_determinism(subject).details] == ["differs", "differs_elsewhere"]


def test_what_hangs_on_the_process_is_found(subject, monkeypatch):
    """Steady here, and not what a fresh process does: as an order that hangs on the hashes of names would be."""
    answer = RandomMind.answer
    monkeypatch.setattr(RandomMind, "answer", lambda mind, ask: Answer(answer(mind, ask).value, 0.5))
    assert [detail.code for detail in check_determinism(subject).details] == ["differs_elsewhere"]


def test_another_seed_would_make_other_records(subject):
    plan = planned(subject.document)
    assert plan is not None
    other = hw.plan(subject.document, seed=1, actors="random", level="full")
    assert played(plan) != played(other)
