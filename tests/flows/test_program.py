"""Programs: sizes, cases that share, whole plans."""

from __future__ import annotations

import pytest

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.core.errors import UsageError
from hawthorne.flows.kind import FlowKind
from hawthorne.hold.plan import make
from hawthorne.hold.play import play

STUDY = """\
id: counted
definitions: {targetNamespace: http://bpmn.io/schema/bpmn}
C:
  type: Collaboration
  participants:
    Sub: {name: Subjects, participantMultiplicity: {maximum: 3}, processRef: P}
P:
  type: studyflow:Study
  seed: 7
  properties: {p_seen: {name: seen}}
  flowElements:
    In: {type: StartEvent}
    Look: {type: Task, dataOutputAssociations: {W: {targetRef: p_seen, transformation: %s}}}
    Out: {type: EndEvent}
    F1: In -> Look
    F2: Look -> Out
"""


def document(expression: str):
    return FlowKind().read(Source("counted.studyflow.yaml", (STUDY % expression).encode()))


def wrote(plan) -> list[object]:
    return [record.value for record in play(plan).records() if record.what == "wrote"]


def test_n_overrides_the_multiplicity_and_a_pool_can_be_named():
    program = make(document("1")).program
    assert program.size(None) == (3, 3)
    assert program.size(5) == (5, 5)
    assert program.size({"Subjects": 2}) == (2, 2)
    with pytest.raises(UsageError, match="Subjets.*Sub"):
        program.size({"Subjets": 2})


def test_counters_are_shared_so_cases_run_in_order_and_carry_on():
    plan = make(document("state._meta.reached.Look"))
    assert len(plan.program.shared) == 1
    assert wrote(plan) == [1, 2, 3]


def test_ones_own_instance_is_not_shared():
    plan = make(document("state._meta.instance.Sub"))
    assert plan.program.shared == ()
    assert wrote(plan) == [1, 2, 3]


def test_a_study_of_one_shares_nothing():
    assert make(document("state._meta.reached.Look"), n=1).program.shared == ()


def test_the_first_k_cases_of_n_are_those_of_k():
    few, many = make(document("7"), n=2), make(document("7"), n=9)
    assert list(play(few).records()) == [r for r in play(many).records() if r.case <= 2]


def test_now_reads_the_epoch_of_the_plan_and_the_clock_of_the_case():
    text = (
        (STUDY % "string(now())")
        .replace("F1: In -> Look", "F1: In -> Day\n    F3: Day -> Look")
        .replace(
            "    Look:",
            "    Day: {type: IntermediateCatchEvent, eventDefinitions: {T: {type: TimerEventDefinition, timeDuration: P1D}}}\n    Look:",
        )
    )
    plan = make(FlowKind().read(Source("s.studyflow.yaml", text.encode())), n=1)
    (value,) = wrote(plan)
    assert str(value).startswith("2000-01-02T00:00:00")


def test_a_plan_is_played_in_memory_through_the_facade():
    run = hw.run(hw.plan(document("1"), n=2, seed=3))
    assert run.counts["ended"] == 2
