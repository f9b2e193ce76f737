"""Data contracts: columns, registered materials, what a parallel body may write, what participants share."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from reading import in_process, line_of, said

import hawthorne as hw
from hawthorne.core import digest
from hawthorne.flows.check import check

TABLES = """
flowElements:
  Rows: {type: studyflow:Table, uri: rows.csv, schema: S}
  S: {type: studyflow:Schema, body: {BODY}}
  Bare: {type: studyflow:Table, uri: bare.csv}
  In: {type: StartEvent}
  Test: {type: Task, additionalArguments: {ARGUMENTS}, dataInputAssociations: [{sourceRef: SOURCE}]}
  Out: {type: EndEvent}
  F1: In -> Test
  F2: Test -> Out
"""
CSVW = "tableSchema: {columns: [{name: subject}, {name: score}]}"
BODIES = [CSVW, "columns: [{name: subject}, {name: score}]", "fields: [{name: subject}, {name: score}]",
          "properties: {subject: {}, score: {}}"]  # fmt: skip


def tables(arguments: str, body: str = CSVW, source: str = "Rows") -> str:
    return TABLES.replace("ARGUMENTS", arguments).replace("BODY", body).replace("SOURCE", source)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("arguments", ["dv: scor", "by: [subject, scor]", "columns: {scor: s}"])
def test_a_column_that_the_input_does_not_have_is_an_error_with_the_nearest(arguments: str, body: str) -> None:
    study = in_process(tables(arguments, body))
    (finding,) = said(study, "unknown-column")
    assert (finding.severity, finding.place.line) == ("error", line_of(study, "additionalArguments"))
    assert '"scor"' in finding.message
    assert '"score"' in finding.fix


@pytest.mark.parametrize(
    "text",
    [
        tables("dv: score, by: [subject]"),
        tables("dv: '{chosen}'").replace("flowElements:", "properties: {p: {name: chosen}}\nflowElements:", 1),
        tables("label: scor"),
        tables("dv: anything", source="Bare"),
    ],
    ids=["known", "placeholder", "other key", "no schema"],
)
def test_columns_that_are_known_or_cannot_be_known_have_nothing_said_of_them(text: str) -> None:
    assert not said(in_process(text), "unknown-column")


def test_a_stated_property_that_the_step_does_not_see_is_a_warning_with_the_nearest() -> None:
    body = """
    properties: {p: {name: arm}}
    flowElements:
      D: {type: studyflow:Dataset, uri: d.jsonl, schema: S}
      S:
        type: studyflow:Schema
        body:
          tableSchema:
            columns:
              - {name: context.state.COLUMN}
      In: {type: StartEvent}
      Do: {type: Task, dataOutputAssociations: [{targetRef: D}]}
      Out: {type: EndEvent}
      F1: In -> Do
      F2: Do -> Out
    """
    study = in_process(body.replace("COLUMN", "arn"))
    (finding,) = said(study, "unstated")
    assert (finding.severity, finding.place.line) == ("warning", line_of(study, "state.arn"))
    assert '"arm"' in finding.fix
    assert not said(in_process(body.replace("COLUMN", "arm")), "unstated")


MATERIAL = """
definitions: {targetNamespace: http://bpmn.io/schema/bpmn}
P:
  type: Process
  flowElements:
    Words: {type: studyflow:Table, uri: words.csv, digest: "DIGEST"}
    In: {type: StartEvent, consentFormUri: /consent.txt, consentFormDigest: "CONSENT"}
    Out: {type: EndEvent}
    F1: In -> Out
"""


def test_a_registered_material_is_compared_with_its_file_and_the_message_has_the_new_digest(tmp_path: Path) -> None:
    (tmp_path / "words.csv").write_bytes(b"a,b\n")
    (tmp_path / "consent.txt").write_bytes(b"yes\n")
    right, other = digest.of_bytes(b"a,b\n"), digest.of_bytes(b"yes\n")
    path = tmp_path / "m.studyflow.yaml"

    def codes(words: str, consent: str) -> list[tuple[str, str]]:
        path.write_text(MATERIAL.replace("DIGEST", words).replace("CONSENT", consent))
        return [(one.severity, one.code) for one in hw.validate(path) if one.code != "soundness"]

    assert codes(right, other) == []
    assert codes(other, other) == [("error", "changed-material")]
    assert right in hw.validate(path)[0].fix
    assert codes(right, right) == [("error", "changed-material")]
    (tmp_path / "words.csv").unlink()
    assert codes(right, other) == [("warning", "no-material")]


MANY = """
properties: {p_list: {name: items, value: "[1]"}, p_out: {name: out}, p_sum: {name: sum}}
flowElements:
  D: {type: studyflow:Dataset, uri: d.jsonl}
  In: {type: StartEvent}
  Many:
    type: SubProcess
    properties: {own: {name: own}}
    loopCharacteristics:
      type: MultiInstanceLoopCharacteristics
      isSequential: SEQUENTIAL
      loopDataInputRef: p_list
      loopDataOutputRef: p_out
      outputDataItem: {name: own}
    flowElements:
      I: {type: StartEvent}
      Say: {type: Task, dataOutputAssociations: [{targetRef: TARGET, transformation: "1"}]}
      O: {type: EndEvent}
      X1: I -> Say
      X2: Say -> O
  Out: {type: EndEvent}
  F1: In -> Many
  F2: Many -> Out
"""


@pytest.mark.parametrize(
    ("sequential", "target", "refused"),
    [("false", "p_sum", True), ("true", "p_sum", False), ("false", "own", False), ("false", "D", False)],
    ids=["outer", "in order", "own", "data set"],
)
def test_a_body_that_runs_many_times_at_once_writes_only_what_is_its_own(sequential, target, refused) -> None:
    study = in_process(MANY.replace("SEQUENTIAL", sequential).replace("TARGET", target))
    found = said(study, "parallel-write")
    assert bool(found) == refused, check(study)
    if refused:
        assert found[0].place.line == line_of(study, "targetRef: p_sum")
        assert "outputDataItem" in found[0].fix


ORDERED = """\
definitions: {targetNamespace: http://bpmn.io/schema/bpmn}
C:
  type: Collaboration
  participants:
    Sub: {processRef: P, participantMultiplicity: {maximum: 4}}
P:
  type: studyflow:Study
  properties: {p_sex: {name: sex, value: f}}
  flowElements:
    In: {type: StartEvent}
    Arm: {type: cognitive:RandomGateway, algorithm: ALGORITHM}
    A: {type: EndEvent}
    B: {type: EndEvent}
    F1: In -> Arm
    F2: Arm -> A
    F3: Arm -> B
"""


def test_each_reason_why_participants_share_state_is_a_note(tmp_path: Path) -> None:
    path = tmp_path / "o.studyflow.yaml"
    path.write_text(textwrap.dedent(ORDERED).replace("ALGORITHM", "minimization, stratifyBy: sex"))
    (finding,) = [one for one in hw.validate(path) if one.code == "shared-state"]
    assert finding.severity == "note"
    assert '"Arm"' in finding.message
    path.write_text(textwrap.dedent(ORDERED).replace("ALGORITHM", "simple"))
    assert [one.code for one in hw.validate(path)] == ["soundness"]


LABELS = """
properties: {p_alpha: {name: alpha, value: "0.05"}, p_p: {name: p}}
flowElements:
  In: {type: StartEvent}
  Fork: {type: ExclusiveGateway, default: No}
  Yes: {sourceRef: Fork, targetRef: A, name: "NAME", conditionExpression: p < CUT}
  No: Fork -> B
  A: {type: EndEvent}
  B: {type: EndEvent}
  F1: In -> Fork
"""


@pytest.mark.parametrize(
    ("name", "cut", "better"),
    [
        ("p below 0.05", "alpha", '"p below {alpha}"'),
        ("p below 5 %", "alpha", '"p below {alpha:%}"'),
        ("p below 0.05", "0.05", None),
        ("p below 0.051", "alpha", None),
        ("p below {alpha}", "alpha", None),
        ("arm 5", "alpha", None),
    ],
)
def test_a_name_that_repeats_a_declared_number_had_better_cite_it(name: str, cut: str, better: str | None) -> None:
    found = said(in_process(LABELS.replace("NAME", name).replace("CUT", cut)), "label")
    assert bool(found) == (better is not None), check(in_process(LABELS))
    if better is not None:
        assert found[0].severity == "warning"
        assert better in found[0].fix


def test_a_number_that_something_writes_is_no_constant() -> None:
    text = LABELS.replace("NAME", "p below 0.05").replace("CUT", "alpha")
    step = "Do: {type: Task, dataOutputAssociations: [{targetRef: p_alpha}]}\n  F1: In -> Do\n  F2: Do -> Fork"
    assert not said(in_process(text.replace("F1: In -> Fork", step)), "label")
