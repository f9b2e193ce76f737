"""Planted typos: a name that no trial can meet is found, at its line and column, with the nearest name."""

from __future__ import annotations

from importlib.resources import files

import pytest

from hawthorne.core.document import Source
from hawthorne.flows.kind import FlowKind

DEMO = (files("hawthorne.demo") / "ax_nback.studyflow.yaml").read_text(encoding="utf-8")


def findings(text: str):
    kind = FlowKind()
    return kind.check(kind.read(Source("demo.studyflow.yaml", text.encode())))


def test_the_demo_study_has_no_findings_but_that_it_is_sound():
    assert [(one.severity, one.code) for one in findings(DEMO)] == [("note", "soundness")]


@pytest.mark.parametrize(
    ("old", "new", "wrong", "right"),
    [
        ("RE: {AX: 0.93, AY: 0.88, BX: 0.72", "RE: {AX: 0.93, AY: 0.88, BXX: 0.72", "BXX", "BX"),
        ("NB: {1-back: 0.92", "NBB: {1-back: 0.92", "NBB", "NB"),
        ("NB: {1-back: 0.92", "NB: {1-bakc: 0.92", "1-bakc", "1-back"),
        ('"Plan:":', '"Plann:":', "Plann:", "Plan:"),
        ("absent: {Return: 0.25}", "absent: {Retrun: 0.25}", "Retrun", "Return"),
        ("instrument: NB", "instrument: NBX", "NBX", "NB"),
        ("timeline: NBACK", "timeline: NBAK", "NBAK", "NBACK"),
        ("""'["Test"]'""", """'["Tset"]'""", "Tset", "Test"),
        ("missRate: 0.03", "misRate: 0.03", "misRate", "missRate"),
        ("unanswered > max_unanswered", "unanswerd > max_unanswered", "unanswerd", "unanswered"),
        ("UseNonMatchButton: true\n              StimulusColor", "UseNonMachButton: true\n              StimulusColor",
         "UseNonMachButton", "UseNonMatchButton"),
        ("algorithm: block", "algorithm: blok", "blok", "block"),
        ("sourceRef: [Hint]", "sourceRef: [Hnt]", "Hnt", "Hint"),
        ("messageRef: Trial_message", "messageRef: Trial_mesage", "Trial_mesage", "Trial_message"),
        ("type: agentic:Prompt", "type: agentic:Promt", "Promt", "Prompt"),
    ],
)  # fmt: skip
def test_a_typo_is_found_with_the_nearest_name_and_its_place(old, new, wrong, right):
    assert old in DEMO
    text = DEMO.replace(old, new, 1)
    found = [f for f in findings(text) if wrong in f.message + f.fix]
    assert any(right in f.message + f.fix for f in found), [str(f) for f in findings(text)]
    assert all(f.place.file == "demo.studyflow.yaml" and f.place.line for f in found)
    lines = text.splitlines()
    assert any(wrong in "\n".join(lines[f.place.line - 1 : f.place.line + 5]) for f in found)


def test_an_absence_that_nothing_ends_is_a_warning():
    text = DEMO.replace("attachedToRef: Return", "attachedToRef: NB")
    found = [f for f in findings(text) if f.code == "endless-absence"]
    assert [(f.severity, f.fix) for f in found] == [("warning", "attach a timer boundary event to it")]
    assert "Return" in text.splitlines()[found[0].place.line - 1]


@pytest.mark.parametrize("uri", ["../out.jsonl", "/tmp/out.jsonl", "parts/x.jsonl", "run.json", "C:/x.jsonl"])
def test_records_go_nowhere_but_into_the_run_folder(uri):
    found = findings(DEMO.replace("uri: data/trials.jsonl", f'uri: "{uri}"'))
    assert {f.code for f in found if f.severity == "error"} == {"unsafe-path"}
