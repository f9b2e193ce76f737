"""A step that plays a document of another kind: a protocol in a flow."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import hawthorne as hw
from hawthorne.core.case import Case
from hawthorne.core.document import Document, Setting, Source
from hawthorne.core.record import Record
from hawthorne.flows.kind import FlowKind
from hawthorne.testing.machine import check_program, play, sampled

STUDY = """\
id: nesting
definitions: {targetNamespace: http://bpmn.io/schema/bpmn}
C:
  type: Collaboration
  participants:
    Sub: {name: Subjects, participantMultiplicity: {maximum: 4}, processRef: P}
P:
  type: studyflow:Study
  seed: 7
  properties: {p_arm: {name: arm}, p_sure: {name: sure}}
  flowElements:
    In: {type: StartEvent}
    Rate:
      type: Task
      name: Rating
      implementation: "protocol://%s"
      dataOutputAssociations:
        W: {targetRef: p_arm, transformation: "result.units.p[1].arm"}
        V: {targetRef: p_sure, transformation: 'result.units.p[1]["resp.sure"]'}
    Out: {type: EndEvent}
    F1: In -> Rate
    F2: Rate -> Out
"""
FIXTURES = Path(__file__).parents[1] / "fixtures" / "studies"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("fixture_score", "fixture_trust"):
        shutil.copytree(FIXTURES / name, tmp_path / name)
    return tmp_path


def document(folder: Path, path: str = "fixture_score") -> Document:
    text = STUDY % path
    return FlowKind().read(Source("n.studyflow.yaml", text.encode(), folder))


def logged(made: Document, number: int = 1) -> list[Record]:
    program = FlowKind().compile(made, Setting(seed=7))
    log: list[Record] = []
    play(Case(number, program.machine(number), log.append), sampled())
    return log


def test_the_pools_participant_answers_its_screens_behind_the_steps_address(folder: Path) -> None:
    log = logged(document(folder))
    asks = [(record.ask, record.who) for record in log if record.what == "put"]
    assert asks == [("1/Rate.1.s1.pg1.1", "Sub"), ("1/Rate.1.s2.pg1.2", "Sub")]
    first = next(record.value["view"] for record in log if record.what == "put")
    assert first["items"][0]["text"] == "How sure are you?"


def test_the_rows_of_its_units_are_the_steps_result(folder: Path) -> None:
    log = logged(document(folder))
    wrote = {record.who: record.value for record in log if record.what == "wrote"}
    (row,) = [record.value for record in log if record.what == "row" and record.who == "Rate.p"]
    assert wrote["P.arm"] == row["arm"] == wrote["Rate.arm"]
    assert row["resp.sure"] == wrote["Rate.resp.sure"]
    assert row["_status"] == "done"


def test_a_study_with_a_protocol_keeps_the_laws(folder: Path) -> None:
    made = document(folder)
    check_program(lambda n: FlowKind().compile(made, Setting(seed=3, n=n)))


def test_its_file_is_read_with_the_study_and_part_of_its_digests(folder: Path) -> None:
    made = document(folder)
    assert [cited.name for cited in made.cites] == ["fixture_score/protocol.json"]
    before = FlowKind().digests(made)
    file = folder / "fixture_score" / "protocol.json"
    file.write_text(file.read_text().replace("How sure are you?", "How sure?"))
    after = FlowKind().digests(document(folder))
    assert before["protocol"] != after["protocol"]
    assert before["any-actor"] != after["any-actor"]


def test_a_run_holds_its_file_and_can_be_gone_on_with(folder: Path) -> None:
    file = folder / "n.studyflow.yaml"
    file.write_text(STUDY % "fixture_score")
    run = hw.run(hw.plan(file, actors="random"), out=folder / "run")
    assert (folder / "run" / "document" / "fixture_score" / "protocol.json").is_file()
    assert len((folder / "run" / "data" / "Rate.p.jsonl").read_bytes().splitlines()) == 4
    again = hw.resume(folder / "run")
    assert list(again.records()) == list(run.records())
    asks = hw.tables(folder / "run")["asks"].rows
    assert [row["step"] for row in asks] == ["Rate"] * 8


@pytest.mark.parametrize(("path", "code"), [("nowhere", "no-document"), ("../elsewhere", "no-document"),
                                            ("fixture_trust", "not-nested")])  # fmt: skip
def test_what_cannot_be_played_in_a_step_is_found_with_its_place(folder: Path, path: str, code: str) -> None:
    found = [finding for finding in FlowKind().check(document(folder, path)) if finding.severity == "error"]
    assert [finding.code for finding in found] == [code]
    assert found[0].place.line == 16


def test_a_protocol_with_errors_is_found(folder: Path) -> None:
    (folder / "fixture_score" / "protocol.json").write_text("{}")
    found = [finding for finding in FlowKind().check(document(folder)) if finding.severity == "error"]
    assert [finding.code for finding in found] == ["broken-document"]
