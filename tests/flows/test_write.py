"""Writing undoes reading: the same canonical form, digests, drawing and state."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutate import Mutant, mutants
from reading import FIXTURES, in_process, study_of

from hawthorne.core.document import Source
from hawthorne.flows.canonical import canonical_form
from hawthorne.flows.digests import digests
from hawthorne.flows.model import Study
from hawthorne.flows.read import read
from hawthorne.flows.write import write

MUTANTS = list(mutants([Source.of_file(path) for path in FIXTURES], 60, seed=3))


def again(study: Study) -> Study:
    return read(Source("again", write(study).encode()))


def rest(study: Study) -> tuple[object, ...]:
    return study.id, study.definitions, study.layout, study.diagram, study.state


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_a_written_study_reads_back_the_same(path: Path) -> None:
    study = read(Source.of_file(path))
    back = again(study)
    assert not back.findings
    assert canonical_form(back) == canonical_form(study)
    assert digests(back) == digests(study)
    assert rest(back) == rest(study)
    assert write(back) == write(study)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.name)
def test_a_broken_study_that_still_reads_can_be_written(mutant: Mutant) -> None:
    study = read(mutant.source)
    if any(finding.severity == "error" for finding in study.findings):
        write(study)
    else:
        assert canonical_form(again(study)) == canonical_form(study)


def test_what_no_vocabulary_knows_survives() -> None:
    study = study_of(
        """
        definitions: {"xmlns:lab": "https://example.org/lab"}
        state: {type: Process, zebra: 1}
        diagram: [{plane: P}]
        P:
          type: Process
          stripes: {a: [1, no, null, "{x}"]}
          flowElements:
            A: {type: lab:Rig, power: [1, {a: null}], fill: red}
            B: {type: Task, extensionElements: [{type: lab:Booking, desk: 4}, {type: cognitive:Rest, eyes: closed}]}
            "on": {type: Task}
        """
    )
    back = again(study)
    assert canonical_form(back) == canonical_form(study)
    assert rest(back) == rest(study)


def test_shorthand_is_used_where_it_says_everything() -> None:
    study = in_process(
        """
        flowElements:
          - {id: A, type: bpmn:Task}
          - {id: F, type: bpmn:SequenceFlow, sourceRef: A, targetRef: A}
          - id: G
            type: ExclusiveGateway
            gatewayDirection: Unspecified
            extensionElements: [{type: cognitive:RandomGateway, algorithm: simple, allocationRatio: "2:1"}]
        """
    )
    text = write(study)
    assert "F: A -> A" in text
    assert "type: cognitive:RandomGateway" in text
    assert "algorithm" not in text
    assert "gatewayDirection" not in text
    assert "extensionElements" not in text


def test_a_typed_element_is_not_folded_where_that_would_change_it() -> None:
    study = in_process(
        """
        flowElements:
          T: {type: Task, extensionElements: [{type: cognitive:CognitiveTask, platform: unity}]}
          N: {type: Task, extensionElements: [{type: cognitive:Questionnaire, name: inner}]}
        """
    )
    assert canonical_form(again(study)) == canonical_form(study)
    assert write(study).count("extensionElements") == 2


WORDS = st.sampled_from(
    ["no", "1", "1:30", "{x}", "- a", "a: b", "", " x ", "é\n\nb\n", "#", '"', "->", "null", "A -> B", "\t"]
)


@given(
    st.dictionaries(st.sampled_from(["name", "checklist", "icon", "zebra", "onset"]), WORDS, max_size=4), WORDS, WORDS
)
def test_any_text_survives_as_any_attribute(attributes: dict[str, str], condition: str, documentation: str) -> None:
    study = in_process("flowElements: {A: {type: Task}, F: {sourceRef: A, targetRef: A, name: f}}")
    task, flow = study.elements["A"], study.elements["F"]
    task.attributes.update({key: value for key, value in attributes.items() if value})
    task.attributes["documentation"] = (documentation or "x", "b")
    flow.attributes["conditionExpression"] = condition or "y"
    try:
        assert canonical_form(again(study)) == canonical_form(study)
    finally:
        task.attributes.clear()
        flow.attributes.pop("conditionExpression")
