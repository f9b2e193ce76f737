"""A project's own vocabulary: a file beside the study, read, checked, kept and carried to workers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hawthorne as hw
from hawthorne.core.document import Source
from hawthorne.flows.kind import FlowKind
from hawthorne.flows.write import write
from hawthorne.hold.plan import make
from hawthorne.hold.play import play

LAB = {
    "prefix": "lab",
    "uri": "https://example.org/lab",
    "enumerations": {"Room": {"values": ["quiet", "shielded"]}},
    "types": {
        "Booth": {
            "super": ["bpmn:Task"],
            "properties": {"room": {"value": "Room", "default": "quiet"}, "lights": {"value": "Integer"}},
        }
    },
}
STUDY = """\
id: booths
definitions: {targetNamespace: http://bpmn.io/schema/bpmn, vocabularies: lab.vocabulary.json}
P:
  type: studyflow:Study
  seed: 1
  flowElements:
    In: {type: StartEvent}
    Sit: {type: lab:Booth, room: %s, lights: 3}
    Out: {type: EndEvent}
    F1: In -> Sit
    F2: Sit -> Out
"""


def lay(folder: Path, vocabulary: object = LAB, room: str = "shielded") -> Path:
    (folder / "lab.vocabulary.json").write_text(json.dumps(vocabulary))
    path = folder / "booths.studyflow.yaml"
    path.write_text(STUDY % room)
    return path


def test_a_type_of_the_project_is_read_with_its_attributes_and_played(tmp_path):
    document = hw.load(lay(tmp_path))
    assert [f.code for f in hw.validate(document)] == ["soundness"]
    sit = document.model.elements["Sit"]
    assert (sit.type, sit.kind, sit.get("room"), sit.get("lights")) == ("bpmn:Task", "lab:Booth", "shielded", 3)
    run = hw.run(hw.plan(document, n=2))
    assert run.counts["ended"] == 2


def test_a_word_that_its_enumeration_does_not_hold_is_found(tmp_path):
    (finding,) = [f for f in hw.validate(lay(tmp_path, room="shieled")) if f.severity == "error"]
    assert "shieled" in finding.message
    assert "shielded" in finding.message + finding.fix
    assert finding.place.line == 8


def test_the_study_keeps_its_vocabulary_when_it_is_written_and_when_it_runs_elsewhere(tmp_path):
    document = hw.load(lay(tmp_path))
    text = write(document.model)
    again = FlowKind().read(Source("booths.studyflow.yaml", text.encode(), tmp_path))
    assert dict(FlowKind().digests(again)) == dict(FlowKind().digests(document))
    run = play(make(document, n=4), tmp_path / "run", executor="processes", workers=2)
    assert run.counts["ended"] == 4
    assert (tmp_path / "run/document/lab.vocabulary.json").read_bytes() == (
        tmp_path / "lab.vocabulary.json"
    ).read_bytes()


def test_one_study_never_meets_the_vocabulary_of_another(tmp_path):
    hw.load(lay(tmp_path))
    other = tmp_path / "other.studyflow.yaml"
    other.write_text((STUDY % "quiet").replace(", vocabularies: lab.vocabulary.json", ""))
    assert [f.code for f in hw.validate(other) if f.severity == "error"] == ["unknown-prefix"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"prefix": "bpmn"}, "package's own"),
        ({"prefix": "Lab"}, "lower case"),
        ({"uri": "lab"}, "uri"),
        ({"types": []}, "types"),
        ({"types": {"Booth": {"super": ["bpmn:Tsk"]}}}, "bpmn:Tsk"),
        ({"types": {"Booth": {"super": ["bpmn:Task"], "propertes": {}}}}, "propertes"),
        ({"types": {"Booth": {"super": ["bpmn:Task"], "properties": {"room": {}}}}}, "Booth.room"),
    ],
)
def test_a_vocabulary_with_a_fault_is_refused_with_a_finding(tmp_path, change, said):
    found = [f for f in hw.validate(lay(tmp_path, LAB | change)) if f.code == "vocabulary"]
    assert any(said in f.message + f.fix for f in found), found


def test_a_vocabulary_that_is_not_there_or_no_json_is_a_finding(tmp_path):
    path = lay(tmp_path)
    (tmp_path / "lab.vocabulary.json").write_text("{")
    assert "no JSON" in next(f.message for f in hw.validate(path) if f.code == "vocabulary")
    (tmp_path / "lab.vocabulary.json").unlink()
    path.write_text(path.read_text() + "# again\n")
    assert "cannot be read" in next(f.message for f in hw.validate(path) if f.code == "vocabulary")
